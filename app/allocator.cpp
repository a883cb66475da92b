/// How jemalloc is set up, which looks for this name as the program starts. Messages are made by one thread and freed
/// by another, which costs it less than glibc's malloc: decision 0030 has the figures. With four arenas and a second
/// until free pages go back, the process stays within a few MiB of what it took from glibc.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "narenas:4,dirty_decay_ms:1000";
}
