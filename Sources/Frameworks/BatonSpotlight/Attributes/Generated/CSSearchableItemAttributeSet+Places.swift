// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

public import Foundation

// Places.
extension CSSearchableItemAttributeSet {
    /// A headline.
    public var headline: String? {
        get { text("headline") }
        set { setText("headline", newValue) }
    }

    /// How to use it.
    public var instructions: String? {
        get { text("instructions") }
        set { setText("instructions", newValue) }
    }

    /// The street.
    public var thoroughfare: String? {
        get { text("thoroughfare") }
        set { setText("thoroughfare", newValue) }
    }

    /// The number in the street.
    public var subThoroughfare: String? {
        get { text("subThoroughfare") }
        set { setText("subThoroughfare", newValue) }
    }

    /// The postal code.
    public var postalCode: String? {
        get { text("postalCode") }
        set { setText("postalCode", newValue) }
    }

    /// The city.
    public var city: String? {
        get { text("city") }
        set { setText("city", newValue) }
    }

    /// The state or province.
    public var stateOrProvince: String? {
        get { text("stateOrProvince") }
        set { setText("stateOrProvince", newValue) }
    }

    /// The country.
    public var country: String? {
        get { text("country") }
        set { setText("country", newValue) }
    }

    /// The whole address as it is written.
    public var fullyFormattedAddress: String? {
        get { text("fullyFormattedAddress") }
        set { setText("fullyFormattedAddress", newValue) }
    }

    /// The name of the place, as in `the harbour`.
    public var namedLocation: String? {
        get { text("namedLocation") }
        set { setText("namedLocation", newValue) }
    }

    /// Whether the receiver was measuring. In queries: `GPSStatus`.
    public var gpsStatus: String? {
        get { text("GPSStatus") }
        set { setText("GPSStatus", newValue) }
    }

    /// In how many dimensions it was measured. In queries: `GPSMeasureMode`.
    public var gpsMeasureMode: String? {
        get { text("GPSMeasureMode") }
        set { setText("GPSMeasureMode", newValue) }
    }

    /// The geodetic system of the survey. In queries: `GPSMapDatum`.
    public var gpsMapDatum: String? {
        get { text("GPSMapDatum") }
        set { setText("GPSMapDatum", newValue) }
    }

    /// How the place was found. In queries: `GPSProcessingMethod`.
    public var gpsProcessingMethod: String? {
        get { text("GPSProcessingMethod") }
        set { setText("GPSProcessingMethod", newValue) }
    }

    /// The name of the area. In queries: `GPSAreaInformation`.
    public var gpsAreaInformation: String? {
        get { text("GPSAreaInformation") }
        set { setText("GPSAreaInformation", newValue) }
    }

    /// Metres above the sea.
    public var altitude: NSNumber? {
        get { number("altitude") }
        set { setNumber("altitude", newValue) }
    }

    /// Degrees north, south negative.
    public var latitude: NSNumber? {
        get { number("latitude") }
        set { setNumber("latitude", newValue) }
    }

    /// Degrees east, west negative.
    public var longitude: NSNumber? {
        get { number("longitude") }
        set { setNumber("longitude", newValue) }
    }

    /// Kilometres per hour.
    public var speed: NSNumber? {
        get { number("speed") }
        set { setNumber("speed", newValue) }
    }

    /// Where the picture looks, in degrees from north.
    public var imageDirection: NSNumber? {
        get { number("imageDirection") }
        set { setNumber("imageDirection", newValue) }
    }

    /// Where the device was going, in degrees from north. In queries: `GPSTrack`.
    public var gpsTrack: NSNumber? {
        get { number("GPSTrack") }
        set { setNumber("GPSTrack", newValue) }
    }

    /// The dilution of precision. In queries: `GPSDOP`.
    public var gpsdop: NSNumber? {
        get { number("GPSDOP") }
        set { setNumber("GPSDOP", newValue) }
    }

    /// The latitude of the destination. In queries: `GPSDestLatitude`.
    public var gpsDestLatitude: NSNumber? {
        get { number("GPSDestLatitude") }
        set { setNumber("GPSDestLatitude", newValue) }
    }

    /// The longitude of the destination. In queries: `GPSDestLongitude`.
    public var gpsDestLongitude: NSNumber? {
        get { number("GPSDestLongitude") }
        set { setNumber("GPSDestLongitude", newValue) }
    }

    /// The bearing of the destination. In queries: `GPSDestBearing`.
    public var gpsDestBearing: NSNumber? {
        get { number("GPSDestBearing") }
        set { setNumber("GPSDestBearing", newValue) }
    }

    /// The distance of the destination. In queries: `GPSDestDistance`.
    public var gpsDestDistance: NSNumber? {
        get { number("GPSDestDistance") }
        set { setNumber("GPSDestDistance", newValue) }
    }

    /// Whether the measurement was corrected; the name is spelled as Apple spells it. In queries: `GPSDifferental`.
    public var gpsDifferental: NSNumber? {
        get { number("GPSDifferental") }
        set { setNumber("GPSDifferental", newValue) }
    }

    /// When the place was measured.
    public var timestamp: Date? {
        get { date("timestamp") }
        set { setDate("timestamp", newValue) }
    }

    /// The date of the receiver, in universal time. In queries: `GPSDateStamp`.
    public var gpsDateStamp: Date? {
        get { date("GPSDateStamp") }
        set { setDate("GPSDateStamp", newValue) }
    }
}
