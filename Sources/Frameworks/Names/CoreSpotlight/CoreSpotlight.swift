// On Apple's systems the module brings UniformTypeIdentifiers along, and Foundation has NSUserActivity.
@_exported public import BatonSpotlight
@_exported public import BatonTypes
@_exported public import UserActivity
