@_exported public import BatonTypes
