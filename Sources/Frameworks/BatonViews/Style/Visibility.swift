/// Whether something is to be seen.
public enum Visibility: Hashable, Sendable, CaseIterable { case automatic, visible, hidden }
