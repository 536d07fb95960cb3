// Reason for a literal: daemon and frameworks must export it without looking for a file. The contract itself is in
// data/dbus/; a test holds the two against each other.

/// The interfaces as XML, as D-Bus wants them.
package enum BusXML {
    /// What the daemon exports.
    package static let daemon = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <!-- The daemon's object, /org/baton/Baton1. docs/dbus.md says what each member means and what each record holds. -->
        <node name="/org/baton/Baton1">
          <interface name="org.baton.Connection1">
            <method name="Hello">
              <arg name="client" type="a{sv}" direction="in"/>
              <arg name="daemon" type="a{sv}" direction="out"/>
            </method>
            <method name="Ready"/>
            <method name="Active"/>
            <method name="Retire">
              <arg name="successor" type="a{sv}" direction="in"/>
            </method>
          </interface>
          <interface name="org.baton.Activities1">
            <method name="BecomeCurrent">
              <arg name="activity" type="a{sv}" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="ResignCurrent">
              <arg name="id" type="s" direction="in"/>
            </method>
            <method name="Invalidate">
              <arg name="id" type="s" direction="in"/>
            </method>
            <method name="NeedsSave">
              <arg name="id" type="s" direction="in"/>
            </method>
            <method name="ListCurrent">
              <arg name="activities" type="aa{sv}" direction="out"/>
            </method>
            <method name="ListSaved">
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="activities" type="aa{sv}" direction="out"/>
            </method>
            <method name="DeleteSaved">
              <arg name="persistent_identifiers" type="as" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="deleted" type="u" direction="out"/>
            </method>
            <method name="DeleteAllSaved">
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="deleted" type="u" direction="out"/>
            </method>
            <method name="Forget">
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="deleted" type="u" direction="out"/>
            </method>
            <signal name="CurrentChanged"/>
          </interface>
          <interface name="org.baton.Apps1">
            <method name="List">
              <arg name="apps" type="aa{sv}" direction="out"/>
            </method>
            <method name="Problems">
              <arg name="problems" type="aa{sv}" direction="out"/>
            </method>
            <method name="Show">
              <arg name="id" type="s" direction="in"/>
              <arg name="app" type="a{sv}" direction="out"/>
            </method>
            <method name="Add">
              <arg name="folder" type="s" direction="in"/>
              <arg name="app" type="a{sv}" direction="out"/>
            </method>
            <method name="Remove">
              <arg name="id" type="s" direction="in"/>
            </method>
            <method name="SetSwitch">
              <arg name="id" type="s" direction="in"/>
              <arg name="name" type="s" direction="in"/>
              <arg name="on" type="b" direction="in"/>
            </method>
            <signal name="Changed"/>
          </interface>
          <interface name="org.baton.Handoff1">
            <method name="ListOffers">
              <arg name="offers" type="aa{sv}" direction="out"/>
            </method>
            <method name="Continue">
              <arg name="offer" type="s" direction="in"/>
              <arg name="platform_data" type="a{sv}" direction="in"/>
              <arg name="outcome" type="a{sv}" direction="out"/>
            </method>
            <method name="Fetch">
              <arg name="offer" type="s" direction="in"/>
              <arg name="activity" type="a{sv}" direction="out"/>
            </method>
            <signal name="OffersChanged"/>
          </interface>
          <interface name="org.baton.Devices1">
            <method name="List">
              <arg name="devices" type="aa{sv}" direction="out"/>
            </method>
            <method name="Invite">
              <arg name="invitation" type="a{sv}" direction="out"/>
            </method>
            <method name="CancelInvite"/>
            <method name="Pending">
              <arg name="joiner" type="a{sv}" direction="out"/>
            </method>
            <method name="Confirm">
              <arg name="code" type="s" direction="in"/>
              <arg name="device" type="a{sv}" direction="out"/>
            </method>
            <method name="Join">
              <arg name="invitation" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="join" type="a{sv}" direction="out"/>
            </method>
            <method name="AwaitJoin">
              <arg name="id" type="s" direction="in"/>
              <arg name="device" type="a{sv}" direction="out"/>
            </method>
            <method name="CancelJoin">
              <arg name="id" type="s" direction="in"/>
            </method>
            <method name="Rename">
              <arg name="name" type="s" direction="in"/>
            </method>
            <method name="Remove">
              <arg name="id" type="s" direction="in"/>
            </method>
            <method name="Leave"/>
            <signal name="Changed"/>
            <signal name="JoinRequested">
              <arg name="joiner" type="a{sv}"/>
            </signal>
          </interface>
          <interface name="org.baton.Search1">
            <method name="Index">
              <arg name="items" type="aa{sv}" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="Delete">
              <arg name="identifiers" type="as" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="DeleteDomains">
              <arg name="domains" type="as" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="DeleteAll">
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="Forget">
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="BeginBatch">
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="batch" type="s" direction="out"/>
            </method>
            <method name="EndBatch">
              <arg name="batch" type="s" direction="in"/>
              <arg name="end" type="a{sv}" direction="in"/>
            </method>
            <method name="ClientState">
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="state" type="ay" direction="out"/>
            </method>
            <method name="FollowIndex">
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="UnfollowIndex">
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <method name="Search">
              <arg name="text" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="answer" type="a{sv}" direction="out"/>
            </method>
            <method name="Query">
              <arg name="query" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="answer" type="a{sv}" direction="out"/>
            </method>
            <method name="Suggest">
              <arg name="text" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="suggestions" type="aa{sv}" direction="out"/>
            </method>
            <method name="Engaged">
              <arg name="engagement" type="a{sv}" direction="in"/>
            </method>
            <method name="Open">
              <arg name="result" type="a{sv}" direction="in"/>
              <arg name="platform_data" type="a{sv}" direction="in"/>
            </method>
            <method name="SearchInApp">
              <arg name="app" type="s" direction="in"/>
              <arg name="text" type="s" direction="in"/>
              <arg name="platform_data" type="a{sv}" direction="in"/>
            </method>
            <method name="Describe">
              <arg name="path" type="s" direction="in"/>
              <arg name="content_type" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="attributes" type="ay" direction="out"/>
            </method>
            <method name="Settle"/>
            <method name="Statistics">
              <arg name="statistics" type="aa{sv}" direction="out"/>
            </method>
          </interface>
          <interface name="org.baton.Links1">
            <method name="Decide">
              <arg name="url" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="decision" type="a{sv}" direction="out"/>
            </method>
            <method name="Open">
              <arg name="url" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="platform_data" type="a{sv}" direction="in"/>
              <arg name="decision" type="a{sv}" direction="out"/>
            </method>
            <method name="Status">
              <arg name="associations" type="aa{sv}" direction="out"/>
            </method>
            <method name="Fetch">
              <arg name="domain" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="associations" type="aa{sv}" direction="out"/>
            </method>
            <method name="Prefer">
              <arg name="domain" type="s" direction="in"/>
              <arg name="choice" type="s" direction="in"/>
            </method>
            <signal name="Changed"/>
          </interface>
          <interface name="org.baton.System1">
            <method name="Status">
              <arg name="status" type="a{sv}" direction="out"/>
            </method>
            <method name="Diagnose">
              <arg name="findings" type="aa{sv}" direction="out"/>
            </method>
            <method name="GetConfig">
              <arg name="key" type="s" direction="in"/>
              <arg name="value" type="s" direction="out"/>
            </method>
            <method name="ListConfig">
              <arg name="values" type="a{ss}" direction="out"/>
            </method>
            <method name="SetConfig">
              <arg name="key" type="s" direction="in"/>
              <arg name="value" type="s" direction="in"/>
            </method>
            <method name="Stop"/>
            <method name="Reset"/>
            <signal name="Stopping"/>
          </interface>
        </node>
        """#

    /// What an app exports for the daemon.
    package static let app = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <!-- What an app exports at /org/baton/App1 on its connection to the daemon, for the daemon to call. -->
        <node name="/org/baton/App1">
          <interface name="org.baton.App1">
            <method name="SaveActivity">
              <arg name="id" type="s" direction="in"/>
              <arg name="activity" type="a{sv}" direction="out"/>
            </method>
            <method name="ActivityWasContinued">
              <arg name="id" type="s" direction="in"/>
              <arg name="details" type="a{sv}" direction="in"/>
            </method>
            <method name="WillContinueActivity">
              <arg name="event" type="s" direction="in"/>
              <arg name="type" type="s" direction="in"/>
              <arg name="platform_data" type="a{sv}" direction="in"/>
              <arg name="shows_progress" type="b" direction="out"/>
            </method>
            <method name="ContinueActivity">
              <arg name="event" type="s" direction="in"/>
              <arg name="activity" type="a{sv}" direction="in"/>
              <arg name="platform_data" type="a{sv}" direction="in"/>
              <arg name="handled" type="b" direction="out"/>
            </method>
            <method name="DidFailToContinueActivity">
              <arg name="event" type="s" direction="in"/>
              <arg name="type" type="s" direction="in"/>
              <arg name="error" type="s" direction="in"/>
              <arg name="message" type="s" direction="in"/>
            </method>
            <method name="OpenURLs">
              <arg name="event" type="s" direction="in"/>
              <arg name="urls" type="as" direction="in"/>
              <arg name="platform_data" type="a{sv}" direction="in"/>
              <arg name="handled" type="b" direction="out"/>
            </method>
            <method name="ReindexAll">
              <arg name="index" type="s" direction="in"/>
            </method>
            <method name="Reindex">
              <arg name="index" type="s" direction="in"/>
              <arg name="identifiers" type="as" direction="in"/>
            </method>
            <method name="DescribeFile">
              <arg name="path" type="s" direction="in"/>
              <arg name="content_type" type="s" direction="in"/>
              <arg name="attributes" type="ay" direction="out"/>
            </method>
          </interface>
        </node>
        """#

    /// So that the stock tools, which greet a bus, work on the private socket.
    package static let greeting = #"""
        <node><interface name="org.freedesktop.DBus">
          <method name="Hello"><arg type="s" direction="out"/></method>
        </interface></node>
        """#
}
