// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

public import Foundation

// Images.
extension CSSearchableItemAttributeSet {
    /// The height in pixels.
    public var pixelHeight: NSNumber? {
        get { number("pixelHeight") }
        set { setNumber("pixelHeight", newValue) }
    }

    /// The width in pixels.
    public var pixelWidth: NSNumber? {
        get { number("pixelWidth") }
        set { setNumber("pixelWidth", newValue) }
    }

    /// Height times width.
    public var pixelCount: NSNumber? {
        get { number("pixelCount") }
        set { setNumber("pixelCount", newValue) }
    }

    /// The bits of one sample.
    public var bitsPerSample: NSNumber? {
        get { number("bitsPerSample") }
        set { setNumber("bitsPerSample", newValue) }
    }

    /// The focal length of the lens in millimetres.
    public var focalLength: NSNumber? {
        get { number("focalLength") }
        set { setNumber("focalLength", newValue) }
    }

    /// The speed of film or sensor by ISO. In queries: `ISOSpeed`.
    public var isoSpeed: NSNumber? {
        get { number("ISOSpeed") }
        set { setNumber("ISOSpeed", newValue) }
    }

    /// 0: as it is; 1: turned.
    public var orientation: NSNumber? {
        get { number("orientation") }
        set { setNumber("orientation", newValue) }
    }

    /// 0: automatic; 1: manual.
    public var whiteBalance: NSNumber? {
        get { number("whiteBalance") }
        set { setNumber("whiteBalance", newValue) }
    }

    /// The aperture in APEX units.
    public var aperture: NSNumber? {
        get { number("aperture") }
        set { setNumber("aperture", newValue) }
    }

    /// Dots per inch across.
    public var resolutionWidthDPI: NSNumber? {
        get { number("resolutionWidthDPI") }
        set { setNumber("resolutionWidthDPI", newValue) }
    }

    /// Dots per inch down.
    public var resolutionHeightDPI: NSNumber? {
        get { number("resolutionHeightDPI") }
        set { setNumber("resolutionHeightDPI", newValue) }
    }

    /// 0: automatic; 1: manual; 2: bracketed.
    public var exposureMode: NSNumber? {
        get { number("exposureMode") }
        set { setNumber("exposureMode", newValue) }
    }

    /// The time of exposure in seconds.
    public var exposureTime: NSNumber? {
        get { number("exposureTime") }
        set { setNumber("exposureTime", newValue) }
    }

    /// The largest aperture of the lens in APEX units.
    public var maxAperture: NSNumber? {
        get { number("maxAperture") }
        set { setNumber("maxAperture", newValue) }
    }

    /// The focal length divided by the aperture's width.
    public var fNumber: NSNumber? {
        get { number("fNumber") }
        set { setNumber("fNumber", newValue) }
    }

    /// The colour space, as in `RGB`.
    public var colorSpace: String? {
        get { text("colorSpace") }
        set { setText("colorSpace", newValue) }
    }

    /// The maker of the camera or scanner.
    public var acquisitionMake: String? {
        get { text("acquisitionMake") }
        set { setText("acquisitionMake", newValue) }
    }

    /// The model of the camera or scanner.
    public var acquisitionModel: String? {
        get { text("acquisitionModel") }
        set { setText("acquisitionModel", newValue) }
    }

    /// The owner of the camera.
    public var cameraOwner: String? {
        get { text("cameraOwner") }
        set { setText("cameraOwner", newValue) }
    }

    /// The model of the lens.
    public var lensModel: String? {
        get { text("lensModel") }
        set { setText("lensModel", newValue) }
    }

    /// The colour profile.
    public var profileName: String? {
        get { text("profileName") }
        set { setText("profileName", newValue) }
    }

    /// The time of exposure in words, as in `1/250 s`.
    public var exposureTimeString: String? {
        get { text("exposureTimeString") }
        set { setText("exposureTimeString", newValue) }
    }

    /// The program of the exposure, as in `aperture priority`.
    public var exposureProgram: String? {
        get { text("exposureProgram") }
        set { setText("exposureProgram", newValue) }
    }

    /// The version of the EXIF header. In queries: `EXIFVersion`.
    public var exifVersion: String? {
        get { text("EXIFVersion") }
        set { setText("EXIFVersion", newValue) }
    }

    /// The version of the header's part about places. In queries: `EXIFGPSVersion`.
    public var exifgpsVersion: String? {
        get { text("EXIFGPSVersion") }
        set { setText("EXIFGPSVersion", newValue) }
    }

    /// How light was measured, as in `spot`.
    public var meteringMode: String? {
        get { text("meteringMode") }
        set { setText("meteringMode", newValue) }
    }

    /// Whether the flash fired.
    public var flashOn: NSNumber? {
        get { number("flashOn") }
        set { setNumber("flashOn", newValue) }
    }

    /// Whether the focal length is given as for 35 mm film.
    public var focalLength35mm: NSNumber? {
        get { number("focalLength35mm") }
        set { setNumber("focalLength35mm", newValue) }
    }

    /// Whether there is transparency.
    public var hasAlphaChannel: NSNumber? {
        get { number("hasAlphaChannel") }
        set { setNumber("hasAlphaChannel", newValue) }
    }

    /// Whether red eyes were reduced.
    public var redEyeOn: NSNumber? {
        get { number("redEyeOn") }
        set { setNumber("redEyeOn", newValue) }
    }

    /// The names of the layers.
    public var layerNames: [String]? {
        get { texts("layerNames") }
        set { setTexts("layerNames", newValue) }
    }
}
