// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

public import Foundation

// Music.
extension CSSearchableItemAttributeSet {
    /// Samples per second.
    public var audioSampleRate: NSNumber? {
        get { number("audioSampleRate") }
        set { setNumber("audioSampleRate", newValue) }
    }

    /// How many channels there are.
    public var audioChannelCount: NSNumber? {
        get { number("audioChannelCount") }
        set { setNumber("audioChannelCount", newValue) }
    }

    /// Beats per minute.
    public var tempo: NSNumber? {
        get { number("tempo") }
        set { setNumber("tempo", newValue) }
    }

    /// The number on the album.
    public var audioTrackNumber: NSNumber? {
        get { number("audioTrackNumber") }
        set { setNumber("audioTrackNumber", newValue) }
    }

    /// The key, as in `C` or `F#`.
    public var keySignature: String? {
        get { text("keySignature") }
        set { setText("keySignature", newValue) }
    }

    /// The metre, as in `4/4`.
    public var timeSignature: String? {
        get { text("timeSignature") }
        set { setText("timeSignature", newValue) }
    }

    /// The program that encoded the sound.
    public var audioEncodingApplication: String? {
        get { text("audioEncodingApplication") }
        set { setText("audioEncodingApplication", newValue) }
    }

    /// Who composed it.
    public var composer: String? {
        get { text("composer") }
        set { setText("composer", newValue) }
    }

    /// Who wrote its words.
    public var lyricist: String? {
        get { text("lyricist") }
        set { setText("lyricist", newValue) }
    }

    /// The album.
    public var album: String? {
        get { text("album") }
        set { setText("album", newValue) }
    }

    /// The artist.
    public var artist: String? {
        get { text("artist") }
        set { setText("artist", newValue) }
    }

    /// The genre of the music.
    public var musicalGenre: String? {
        get { text("musicalGenre") }
        set { setText("musicalGenre", newValue) }
    }

    /// The kind of instrument.
    public var musicalInstrumentCategory: String? {
        get { text("musicalInstrumentCategory") }
        set { setText("musicalInstrumentCategory", newValue) }
    }

    /// The instrument.
    public var musicalInstrumentName: String? {
        get { text("musicalInstrumentName") }
        set { setText("musicalInstrumentName", newValue) }
    }

    /// When it was recorded.
    public var recordingDate: Date? {
        get { date("recordingDate") }
        set { setDate("recordingDate", newValue) }
    }

    /// Whether it is for a General MIDI device.
    public var generalMIDISequence: NSNumber? {
        get { number("generalMIDISequence") }
        set { setNumber("generalMIDISequence", newValue) }
    }
}
