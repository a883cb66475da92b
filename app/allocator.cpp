/// Configures jemalloc, which looks for this name at program start. Messages are allocated by one thread and freed by
/// another, which costs jemalloc less than glibc's malloc: decision 0030 has the figures. With four arenas, and free
/// pages returned after a second, the process needs only a few MiB more than with glibc.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "narenas:4,dirty_decay_ms:1000";
}
