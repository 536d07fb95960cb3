/// What an attribute of a searchable item holds.
package enum AttributeKind: String, Sendable, CaseIterable {
    /// A string; also a dictionary of language codes to strings, of which the reader's language is taken.
    case string
    case strings
    case number
    /// Kept apart from `number` for what it says to a reader; Apple's type is `NSNumber` for both.
    case boolean
    case date
    case dates
    case url
    case data
    /// People: an array of dictionaries with `displayName`, `handles`, `handleIdentifier` and `contactIdentifier`.
    case persons
    /// A dictionary of strings to arrays.
    case headers
}

/// One attribute that Apple's `CSSearchableItemAttributeSet` documents.
package struct AttributeDefinition: Sendable, Hashable {
    package let name: String
    package let kind: AttributeKind
    /// The heading under which Apple's documentation lists it.
    package let group: String
}

/// The one table of attributes: the names that items carry and queries ask for, the properties of
/// `CSSearchableItemAttributeSet` (written from it) and docs/search.md all come from here.
///
/// Source: Apple's documentation of `CSSearchableItemAttributeSet`, spellings included (`GPSDifferental`).
package enum AttributeTable {
    package static let all: [AttributeDefinition] = groups.flatMap { group, attributes in
        attributes.flatMap { kind, names in
            names.split(whereSeparator: \.isWhitespace).map {
                AttributeDefinition(name: String($0), kind: kind, group: group)
            }
        }
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    package static subscript(name: String) -> AttributeDefinition? { byName[name] }

    private static let groups: [(group: String, attributes: [(AttributeKind, String)])] = [
        (
            "General",
            [
                (
                    .string,
                    """
                    displayName title path contentType version relatedUniqueIdentifier weakRelatedUniqueIdentifier
                    domainIdentifier textContentSummary transcribedTextContent sharedItemContentType
                    """
                ),
                (.strings, "alternateNames keywords contentTypeTree actionIdentifiers"),
                (.url, "contentURL thumbnailURL darkThumbnailURL"),
                (.data, "thumbnailData"),
                (.date, "metadataModificationDate"),
                (.number, "rankingHint"),
                (.boolean, "userCreated userOwned userCurated isPriority"),
            ]
        ),
        ("Actions", [(.boolean, "supportsPhoneCall supportsNavigation")]),
        (
            "Containment",
            [(.string, "containerTitle containerDisplayName containerIdentifier"), (.number, "containerOrder")]
        ),
        (
            "Drag and drop",
            [(.strings, "providerDataTypeIdentifiers providerFileTypeIdentifiers providerInPlaceFileTypeIdentifiers")]
        ),
        (
            "Documents",
            [
                (.string, "subject theme contentDescription identifier securityMethod creator kind"),
                (.strings, "audiences encodingApplications fontNames"),
                (.number, "fileSize pageCount pageWidth pageHeight"),
            ]
        ),
        (
            "Events",
            [(.date, "dueDate completionDate startDate endDate"), (.dates, "importantDates"), (.boolean, "allDay")]
        ),
        (
            "Images",
            [
                (
                    .number,
                    """
                    pixelHeight pixelWidth pixelCount bitsPerSample focalLength ISOSpeed orientation whiteBalance
                    aperture resolutionWidthDPI resolutionHeightDPI exposureMode exposureTime maxAperture fNumber
                    """
                ),
                (
                    .string,
                    """
                    colorSpace acquisitionMake acquisitionModel cameraOwner lensModel profileName exposureTimeString
                    exposureProgram EXIFVersion EXIFGPSVersion meteringMode
                    """
                ),
                (.boolean, "flashOn focalLength35mm hasAlphaChannel redEyeOn"),
                (.strings, "layerNames"),
            ]
        ),
        (
            "Media",
            [
                (
                    .strings,
                    """
                    editors participants projects contentSources contactKeywords codecs mediaTypes organizations
                    languages publishers contributors coverage performers
                    """
                ),
                (
                    .date,
                    "downloadedDate lastUsedDate contentCreationDate contentModificationDate addedDate"
                ),
                (
                    .string,
                    """
                    comment copyright role rights ratingDescription information director producer genre
                    originalFormat originalSource
                    """
                ),
                (.number, "duration totalBitRate videoBitRate audioBitRate deliveryType rating playCount"),
                (.boolean, "streamable local contentRating"),
                (.url, "URL"),
            ]
        ),
        (
            "Music",
            [
                (.number, "audioSampleRate audioChannelCount tempo audioTrackNumber"),
                (
                    .string,
                    """
                    keySignature timeSignature audioEncodingApplication composer lyricist album artist musicalGenre
                    musicalInstrumentCategory musicalInstrumentName
                    """
                ),
                (.date, "recordingDate"),
                (.boolean, "generalMIDISequence"),
            ]
        ),
        (
            "Messaging",
            [
                (.string, "accountIdentifier textContent"),
                (
                    .strings,
                    """
                    accountHandles mailboxIdentifiers authorNames recipientNames authorEmailAddresses
                    recipientEmailAddresses authorAddresses recipientAddresses phoneNumbers emailAddresses
                    instantMessageAddresses
                    """
                ),
                (.data, "HTMLContentData"),
                (.persons, "authors primaryRecipients additionalRecipients hiddenAdditionalRecipients"),
                (.headers, "emailHeaders"),
                (.boolean, "likelyJunk"),
            ]
        ),
        (
            "Places",
            [
                (
                    .string,
                    """
                    headline instructions thoroughfare subThoroughfare postalCode city stateOrProvince country
                    fullyFormattedAddress namedLocation GPSStatus GPSMeasureMode GPSMapDatum GPSProcessingMethod
                    GPSAreaInformation
                    """
                ),
                (
                    .number,
                    """
                    altitude latitude longitude speed imageDirection GPSTrack GPSDOP GPSDestLatitude GPSDestLongitude
                    GPSDestBearing GPSDestDistance GPSDifferental
                    """
                ),
                (.date, "timestamp GPSDateStamp"),
            ]
        ),
    ]
}
