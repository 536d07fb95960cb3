# fish completion for baton. Written from the table of verbs; a test holds it to that. Do not edit.

# The verb's words that the line begins with, the options of every verb left out.
function __baton_words
    set -l words
    set -l value 0
    for word in (commandline -opc)[2..-1]
        if test $value = 1
            set value 0
            continue
        end
        switch $word
            case --instance
                set value 1
            case '-*'
            case '*'
                set -a words $word
        end
    end
    echo $words
end
function __baton_at
    test "$(__baton_words)" = "$argv"
end
function __baton_in
    string match -q -- "$argv*" "$(__baton_words)"
end

complete -c baton -f
complete -c baton -l json -d 'print JSON for programs'
complete -c baton -l quiet -d 'print the answer and errors alone'
complete -c baton -l instance -x -a '(__fish_complete_directories)' -d 'a Baton of its own in DIR, as if on another device'
complete -c baton -l help -d 'print this help'
complete -c baton -n '__baton_at' -l version -d 'print Baton'\''s version'
complete -c baton -n '__baton_at' -a status -d 'print the daemon'\''s identity and what it holds'
complete -c baton -n '__baton_at' -a doctor -d 'print what is missing on this system and how to mend it; nothing where all is well'
complete -c baton -n '__baton_at' -a stop -d 'end this instance'\''s daemon'
complete -c baton -n '__baton_at' -a log -d 'print the daemon'\''s log, or how to see it'
complete -c baton -n '__baton_at' -a config -d 'print all settings'
complete -c baton -n '__baton_at' -a reset -d 'forget everything: devices, saved activities, settings, log'
complete -c baton -n '__baton_at' -a apps -d 'list, add, remove, show, set'
complete -c baton -n '__baton_at' -a activity -d 'publish, list, delete'
complete -c baton -n '__baton_at' -a search -d 'print what a search box would show, best first'
complete -c baton -n '__baton_at' -a index -d 'add, delete, stats'
complete -c baton -n '__baton_at' -a open -d 'open an address in the app that its site or its scheme names, else in the browser'
complete -c baton -n '__baton_at' -a links -d 'status, fetch, prefer, handle, check'
complete -c baton -n '__baton_at' -a handoff -d 'list, continue'
complete -c baton -n '__baton_at' -a devices -d 'list, invite, confirm, join, rename, remove, leave'
complete -c baton -n '__baton_at' -a scenes -d 'check'
complete -c baton -n '__baton_at' -a demo -d 'two devices on this machine, and one piece of work passed between them, told step by step'
complete -c baton -n '__baton_at config' -a get -d 'print one setting'
complete -c baton -n '__baton_at config' -a set -d 'change one setting'
complete -c baton -n '__baton_at apps' -a list -d 'list the registered apps'
complete -c baton -n '__baton_at apps' -a add -d 'register an app from its folder'
complete -c baton -n '__baton_at apps' -a remove -d 'register an app no longer'
complete -c baton -n '__baton_at apps' -a show -d 'print an app'\''s manifest and switches'
complete -c baton -n '__baton_at apps' -a set -d 'allow or forbid an app'\''s activities a use'
complete -c baton -n '__baton_at activity' -a publish -d 'be an app: hold an activity current until interrupted, printing what happens to it'
complete -c baton -n '__baton_at activity' -a list -d 'list the current activities, newest first, and the saved ones'
complete -c baton -n '__baton_at activity' -a delete -d 'delete saved activities'
complete -c baton -n '__baton_at index' -a add -d 'index items from a JSON file, and wait until they can be found'
complete -c baton -n '__baton_at index' -a delete -d 'delete items from the index'
complete -c baton -n '__baton_at index' -a stats -d 'print how much of each app can be found'
complete -c baton -n '__baton_at links' -a status -d 'list the associations of the installed apps with sites, and how each stands'
complete -c baton -n '__baton_at links' -a fetch -d 'fetch a site'\''s association file now'
complete -c baton -n '__baton_at links' -a prefer -d 'choose what opens the links of a domain'
complete -c baton -n '__baton_at links' -a handle -d 'print who opens the desktop'\''s web links, or have Baton do it, or no more'
complete -c baton -n '__baton_at links' -a check -d 'print what an association file does with addresses, and by which rule; docs/links-check.md'
complete -c baton -n '__baton_at handoff' -a list -d 'list what other devices offer, newest first'
complete -c baton -n '__baton_at handoff' -a continue -d 'continue an offer here'
complete -c baton -n '__baton_at devices' -a list -d 'list your devices'
complete -c baton -n '__baton_at devices' -a invite -d 'invite another device of yours to share with this one'
complete -c baton -n '__baton_at devices' -a confirm -d 'let in the device that shows this code'
complete -c baton -n '__baton_at devices' -a join -d 'join the devices that sent this invitation'
complete -c baton -n '__baton_at devices' -a rename -d 'give this device another name'
complete -c baton -n '__baton_at devices' -a remove -d 'trust a device no longer'
complete -c baton -n '__baton_at devices' -a leave -d 'share with no other device any more'
complete -c baton -n '__baton_at scenes' -a check -d 'print which scene takes an event, and why; docs/scenes.md'
complete -c baton -n '__baton_in log' -l follow -d 'go on printing what is added, until interrupted'
complete -c baton -n '__baton_in reset' -l yes -d 'do not ask'
complete -c baton -n '__baton_at apps add' -a '(__fish_complete_directories)'
complete -c baton -n '__baton_in apps set; and test (count (string split '\'' '\'' (__baton_words))) = 3' -a 'search handoff prediction'
complete -c baton -n '__baton_in apps set; and test (count (string split '\'' '\'' (__baton_words))) = 4' -a 'on off'
complete -c baton -n '__baton_in activity publish' -l type -x -d 'the activity'\''s type, for instance org.example.app.reading'
complete -c baton -n '__baton_in activity publish' -l app -x -d 'the app to act for'
complete -c baton -n '__baton_in activity publish' -l title -x -d 'its title'
complete -c baton -n '__baton_in activity publish' -l url -x -d 'the web page that shows the same, http or https'
complete -c baton -n '__baton_in activity publish' -l info -x -d 'a text in its user info; may be repeated'
complete -c baton -n '__baton_in activity publish' -l info-json -x -a '(__fish_complete_path)' -d 'its user info as a JSON object, - for standard input; numbers, dates and data as docs/dbus.md says'
complete -c baton -n '__baton_in activity publish' -l required-keys -x -d 'the keys of the user info that restoring it needs'
complete -c baton -n '__baton_in activity publish' -l keywords -x -d 'words that it is found by'
complete -c baton -n '__baton_in activity publish' -l expires -x -d 'when it is of no more use: ISO 8601, or +30m, +2h, +7d'
complete -c baton -n '__baton_in activity publish' -l search -d 'it may be found by search'
complete -c baton -n '__baton_in activity publish' -l no-handoff -d 'it is not offered to other devices'
complete -c baton -n '__baton_in activity publish' -l prediction -d 'it may be suggested'
complete -c baton -n '__baton_in activity publish' -l public -d 'it may be known to others than the user'
complete -c baton -n '__baton_in activity publish' -l persistent-id -x -d 'the name under which a saved copy is replaced or deleted'
complete -c baton -n '__baton_in activity publish' -l target-id -x -d 'the content that it is about, to choose a window by'
complete -c baton -n '__baton_in activity publish' -l description -x -d 'what a search box shows under the title'
complete -c baton -n '__baton_in activity publish' -l thumbnail -x -a '(__fish_complete_path)' -d 'a picture beside it, 256 KiB at most'
complete -c baton -n '__baton_in activity list' -l app -x -d 'of this app alone'
complete -c baton -n '__baton_in activity delete' -l persistent-id -x -d 'the one published with this name; may be repeated'
complete -c baton -n '__baton_in activity delete' -l all -d 'all of the app'\''s; without --app those of all apps, after asking'
complete -c baton -n '__baton_in activity delete' -l app -x -d 'the app that they belong to (otherwise baton.user, with --all every app)'
complete -c baton -n '__baton_in activity delete' -l yes -d 'do not ask'
complete -c baton -n '__baton_in search' -l limit -x -d 'how many results at most'
complete -c baton -n '__baton_in search' -l app -x -d 'in this app'\''s things alone'
complete -c baton -n '__baton_in search' -l open -d 'open the Nth result in its app, the first without a number, instead of printing them'
complete -c baton -n '__baton_in search' -l explain -d 'print why each result stands where it does'
complete -c baton -n '__baton_in search' -l query -x -d 'a query in the query language instead, docs/queries.md'
complete -c baton -n '__baton_in search' -l fetch -x -d 'attributes to print with each result of a query'
complete -c baton -n '__baton_in index add' -l app -x -d 'the app to act for'
complete -c baton -n '__baton_in index add' -l index -x -d 'the app'\''s index of this name instead of its default one'
complete -c baton -n '__baton_at index add' -a '(__fish_complete_path)'
complete -c baton -n '__baton_in index delete' -l id -x -d 'the item of this identifier; may be repeated'
complete -c baton -n '__baton_in index delete' -l domain -x -d 'the items of this domain and of all within it; may be repeated'
complete -c baton -n '__baton_in index delete' -l all -d 'all of the app'\''s in all its indexes; without --app those of all apps, after asking'
complete -c baton -n '__baton_in index delete' -l app -x -d 'the app that they belong to (otherwise baton.user, with --all every app)'
complete -c baton -n '__baton_in index delete' -l index -x -d 'in the app'\''s index of this name alone'
complete -c baton -n '__baton_in index delete' -l yes -d 'do not ask'
complete -c baton -n '__baton_in open' -l dry-run -d 'open nothing; print what would be opened, and why'
complete -c baton -n '__baton_in open' -l from -x -d 'the page that the link is on: within one site links stay in the browser'
complete -c baton -n '__baton_in open' -l typed -d 'the web address was typed: it opens no app'
complete -c baton -n '__baton_in links status' -l app -x -d 'of this app alone'
complete -c baton -n '__baton_in links fetch' -l ca -x -a '(__fish_complete_path)' -d 'certificate authorities of a test, PEM; for apps in developer mode'
complete -c baton -n '__baton_in links fetch' -l port -x -d 'another port than 443; for apps in developer mode'
complete -c baton -n '__baton_in links prefer; and test (count (string split '\'' '\'' (__baton_words))) = 3' -a 'app browser'
complete -c baton -n '__baton_in links handle; and test (count (string split '\'' '\'' (__baton_words))) = 2' -a 'on off'
complete -c baton -n '__baton_in handoff continue' -l latest -d 'the newest offer'
complete -c baton -n '__baton_in handoff continue' -l print -d 'print its state instead of opening an app'
complete -c baton -n '__baton_in devices invite' -l wait -d 'stay until a device has joined; as at a terminal'
complete -c baton -n '__baton_in devices invite' -l no-wait -d 'print the invitation and return'
complete -c baton -n '__baton_in devices join' -l address -x -d 'where to reach the other device, if not where the invitation says'
complete -c baton -n '__baton_in links check' -l file -x -a '(__fish_complete_path)' -d 'the association file, - for standard input'
complete -c baton -n '__baton_in links check' -l domain -x -d 'the domain that serves it; *.example.com for its subdomains'
complete -c baton -n '__baton_in links check' -l installed -x -d 'whole ids of the apps that are installed; without it all that the file lists are'
complete -c baton -n '__baton_in scenes check' -l scenes -x -a '(__fish_complete_path)' -d 'the open scenes and the declarations, as JSON; - for standard input'
complete -c baton -n '__baton_in scenes check' -l event -x -a '(__fish_complete_path)' -d 'the event, as JSON; - for standard input'
complete -c baton -n '__baton_in demo' -l app -x -a '(__fish_complete_directories)' -d 'the folder of the sample app, where it is not beside baton'
