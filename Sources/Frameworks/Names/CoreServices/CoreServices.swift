@_exported public import BatonCoreTypes
