internal import CBatonGLib
package import Glibc

/// What `posix_spawn` does in the new process before it becomes its program.
extension posix_spawn_file_actions_t {
    /// The program gets no descriptor from this number on: what others open meanwhile is not close-on-exec from its first moment.
    package mutating func closeAll(from descriptor: Int32) {
        _ = baton_spawn_closefrom(&self, descriptor)
    }

    package mutating func changeFolder(to path: String) { _ = baton_spawn_chdir(&self, path) }
}
