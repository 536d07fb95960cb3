@_exported public import BatonCombine
