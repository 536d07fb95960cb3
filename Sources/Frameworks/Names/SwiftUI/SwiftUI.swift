@_exported public import BatonSwiftUI
