// The types that Apple's systems declare, under Apple's names: images, sound, pictures in motion, space.

extension UTType {
    /// An image of any format: `public.image`.
    public static let image = system("public.image")
    /// JPEG: `public.jpeg`.
    public static let jpeg = system("public.jpeg")
    /// JPEG XL: `public.jpeg-xl`.
    public static let jpegxl = system("public.jpeg-xl")
    /// TIFF: `public.tiff`.
    public static let tiff = system("public.tiff")
    /// GIF: `com.compuserve.gif`.
    public static let gif = system("com.compuserve.gif")
    /// PNG: `public.png`.
    public static let png = system("public.png")
    /// Icons in Apple's form: `com.apple.icns`.
    public static let icns = system("com.apple.icns")
    /// A Windows bitmap: `com.microsoft.bmp`.
    public static let bmp = system("com.microsoft.bmp")
    /// Icons in Microsoft's form: `com.microsoft.ico`.
    public static let ico = system("com.microsoft.ico")
    /// Raw data of a camera, of any make: `public.camera-raw-image`.
    public static let rawImage = system("public.camera-raw-image")
    /// Raw data of a camera in Adobe's form (DNG): `com.adobe.raw-image`.
    public static let dng = system("com.adobe.raw-image")
    /// SVG: `public.svg-image`.
    public static let svg = system("public.svg-image")
    /// A Live Photo: `com.apple.live-photo`.
    public static let livePhoto = system("com.apple.live-photo")
    /// An image in HEIF: `public.heif`.
    public static let heif = system("public.heif")
    /// An image in HEIF, coded by HEVC: `public.heic`.
    public static let heic = system("public.heic")
    /// A sequence of images in HEIF, coded by HEVC: `public.heics`.
    public static let heics = system("public.heics")
    /// WebP: `org.webmproject.webp`.
    public static let webP = system("org.webmproject.webp")
    /// OpenEXR: `com.ilm.openexr-image`.
    public static let exr = system("com.ilm.openexr-image")
    /// A thing or scene in three dimensions, of any format: `public.3d-content`.
    public static let threeDContent = system("public.3d-content")
    /// A scene in Universal Scene Description: `com.pixar.universal-scene-description`.
    public static let usd = system("com.pixar.universal-scene-description")
    /// A scene in Universal Scene Description, in one file: `com.pixar.universal-scene-description-mobile`.
    public static let usdz = system("com.pixar.universal-scene-description-mobile")
    /// A Reality file: `com.apple.reality`.
    public static let realityFile = system("com.apple.reality")
    /// A scene of SceneKit: `com.apple.scenekit.scene`.
    public static let sceneKitScene = system("com.apple.scenekit.scene")
    /// An object for ARKit to recognise: `com.apple.arobject`.
    public static let arReferenceObject = system("com.apple.arobject")
    /// Sound, pictures in motion, or both: `public.audiovisual-content`.
    public static let audiovisualContent = system("public.audiovisual-content")
    /// What may have both pictures in motion and sound: `public.movie`.
    public static let movie = system("public.movie")
    /// Pictures in motion, without sound: `public.video`.
    public static let video = system("public.video")
    /// Sound, without pictures: `public.audio`.
    public static let audio = system("public.audio")
    /// A QuickTime movie: `com.apple.quicktime-movie`.
    public static let quickTimeMovie = system("com.apple.quicktime-movie")
    /// An MPEG-1 or MPEG-2 movie: `public.mpeg`.
    public static let mpeg = system("public.mpeg")
    /// MPEG-2 video: `public.mpeg-2-video`.
    public static let mpeg2Video = system("public.mpeg-2-video")
    /// An MPEG-2 transport stream: `public.mpeg-2-transport-stream`.
    public static let mpeg2TransportStream = system("public.mpeg-2-transport-stream")
    /// MP3: `public.mp3`.
    public static let mp3 = system("public.mp3")
    /// An MPEG-4 movie: `public.mpeg-4`.
    public static let mpeg4Movie = system("public.mpeg-4")
    /// MPEG-4 audio: `public.mpeg-4-audio`.
    public static let mpeg4Audio = system("public.mpeg-4-audio")
    /// MPEG-4 audio under Apple's protection: `com.apple.protected-mpeg-4-audio`.
    public static let appleProtectedMPEG4Audio = system("com.apple.protected-mpeg-4-audio")
    /// An MPEG-4 movie under Apple's protection: `com.apple.protected-mpeg-4-video`.
    public static let appleProtectedMPEG4Video = system("com.apple.protected-mpeg-4-video")
    /// An AVI movie: `public.avi`.
    public static let avi = system("public.avi")
    /// AIFF audio: `public.aiff-audio`.
    public static let aiff = system("public.aiff-audio")
    /// WAVE audio: `com.microsoft.waveform-audio`.
    public static let wav = system("com.microsoft.waveform-audio")
    /// MIDI: `public.midi-audio`.
    public static let midi = system("public.midi-audio")
    /// A playlist of any format: `public.playlist`.
    public static let playlist = system("public.playlist")
    /// A playlist in M3U form: `public.m3u-playlist`.
    public static let m3uPlaylist = system("public.m3u-playlist")
}
