// GTK's own functions and types, and what shows widgets among views.
@_exported public import BatonViewsGTK
@_exported public import CBatonGTK
