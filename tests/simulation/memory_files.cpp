#include "tests/simulation/memory_files.hpp"

#include "persistence/sql/sqlite_library.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <sqlite3.h>

namespace paylink::simulation {
namespace {

constexpr int shared_lock_count = SQLITE_SHM_NLOCK;
constexpr std::size_t sector = 512;

} // namespace

/// What SQLite calls, with its own calling conventions.
struct memory_file_methods {
  using content = memory_files::content;

  struct open_file {
    sqlite3_file base;
    std::shared_ptr<content> file;
    int lock = SQLITE_LOCK_NONE;
    int held_shared[shared_lock_count] = {}; ///< 1: shares it, -1: has it alone.
  };

  static open_file& self(sqlite3_file* file) { return *reinterpret_cast<open_file*>(file); }
  static int fault(memory_files::operation what) {
    const auto& asked = memory_files::disk().fault;
    return asked ? asked(what) : SQLITE_OK;
  }

  static int close(sqlite3_file* file) {
    unlock(file, SQLITE_LOCK_NONE);
    self(file).~open_file();
    return SQLITE_OK;
  }

  static int read(sqlite3_file* file, void* to, int amount, sqlite3_int64 from) {
    const auto& data = self(file).file->data;
    const auto offset = static_cast<std::size_t>(from), wanted = static_cast<std::size_t>(amount);
    const auto there = offset < data.size() ? std::min(wanted, data.size() - offset) : 0;
    std::memcpy(to, data.data() + std::min(offset, data.size()), there);
    if (there == wanted) return SQLITE_OK;
    std::memset(static_cast<char*>(to) + there, 0, wanted - there);
    return SQLITE_IOERR_SHORT_READ;
  }

  static int write(sqlite3_file* file, const void* from, int amount, sqlite3_int64 to) {
    if (const int code = fault(memory_files::operation::write)) return code;
    auto& written = *self(file).file;
    memory_files::unsynced change{static_cast<std::size_t>(to),
                                  {static_cast<const char*>(from), static_cast<std::size_t>(amount)}};
    content::apply(written.data, change, change.bytes.size());
    written.pending.push_back(std::move(change));
    return SQLITE_OK;
  }

  static int truncate(sqlite3_file* file, sqlite3_int64 size) {
    auto& cut = *self(file).file;
    memory_files::unsynced change{static_cast<std::size_t>(size), {}, true};
    content::apply(cut.data, change, 0);
    cut.pending.push_back(std::move(change));
    return SQLITE_OK;
  }

  static int sync(sqlite3_file* file, int) {
    if (const int code = fault(memory_files::operation::sync)) return code;
    ++memory_files::disk().syncs;
    self(file).file->sync();
    return SQLITE_OK;
  }

  static int size(sqlite3_file* file, sqlite3_int64* bytes) {
    *bytes = static_cast<sqlite3_int64>(self(file).file->data.size());
    return SQLITE_OK;
  }

  static int lock(sqlite3_file* file, int wanted) {
    auto& one = self(file);
    auto& of = *one.file;
    if (one.lock >= wanted) return SQLITE_OK;
    if (of.exclusive_by && of.exclusive_by != &one) return SQLITE_BUSY;
    if (wanted == SQLITE_LOCK_SHARED) {
      ++of.readers;
    } else {
      if (of.reserved_by && of.reserved_by != &one) return SQLITE_BUSY;
      of.reserved_by = &one;
      if (wanted == SQLITE_LOCK_EXCLUSIVE) {
        if (of.readers > 1) return SQLITE_BUSY;
        of.exclusive_by = &one;
      }
    }
    one.lock = wanted;
    return SQLITE_OK;
  }

  static int unlock(sqlite3_file* file, int wanted) {
    auto& one = self(file);
    auto& of = *one.file;
    if (one.lock <= wanted) return SQLITE_OK;
    if (of.exclusive_by == &one) of.exclusive_by = nullptr;
    if (of.reserved_by == &one) of.reserved_by = nullptr;
    if (wanted == SQLITE_LOCK_NONE) --of.readers;
    one.lock = wanted;
    return SQLITE_OK;
  }

  static int is_reserved(sqlite3_file* file, int* answer) {
    *answer = self(file).file->reserved_by != nullptr;
    return SQLITE_OK;
  }

  static int control(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
  static int sector_size(sqlite3_file*) { return static_cast<int>(sector); }
  static int characteristics(sqlite3_file*) { return 0; }

  static int map_shared(sqlite3_file* file, int region, int bytes, int extend, void volatile** place) {
    auto& of = *self(file).file;
    const auto index = static_cast<std::size_t>(region);
    if (index >= of.shared.size()) {
      if (!extend) {
        *place = nullptr;
        return SQLITE_OK;
      }
      of.shared.resize(index + 1, std::string(static_cast<std::size_t>(bytes), '\0'));
    }
    *place = of.shared[index].data();
    return SQLITE_OK;
  }

  static int lock_shared(sqlite3_file* file, int first, int count, int flags) {
    auto& one = self(file);
    auto& locks = one.file->shared_locks;
    locks.resize(shared_lock_count);
    const bool alone = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
    const auto range = [&](auto each) {
      for (int i = first; i < first + count; ++i) each(locks[static_cast<std::size_t>(i)], one.held_shared[i]);
    };
    if (flags & SQLITE_SHM_UNLOCK) {
      range([](int& all, int& own) {
        if (own == 1) --all;
        if (own == -1) all = 0;
        own = 0;
      });
      return SQLITE_OK;
    }
    // The write lock is what another process would hold.
    if (alone && first == 0)
      if (const int code = fault(memory_files::operation::lock)) return code;
    bool is_free = true;
    range([&](int all, int own) {
      if (own == 0 && (all < 0 || (alone && all > 0))) is_free = false;
    });
    if (!is_free) return SQLITE_BUSY;
    range([&](int& all, int& own) {
      if (own != 0) return;
      own = alone ? -1 : 1;
      all = alone ? -1 : all + 1;
    });
    return SQLITE_OK;
  }

  static void barrier(sqlite3_file*) {}

  static int unmap_shared(sqlite3_file* file, int remove) {
    if (remove) {
      self(file).file->shared.clear();
      self(file).file->shared_locks.clear();
    }
    return SQLITE_OK;
  }

  static const sqlite3_io_methods methods;

  static int open(sqlite3_vfs*, const char* name, sqlite3_file* to, int flags, int* given) {
    auto& files = memory_files::disk().files_;
    auto* made = new (to) open_file{};
    if (!name) {
      made->file = std::make_shared<content>();
    } else {
      auto& place = files[name];
      if (!place) {
        if (!(flags & SQLITE_OPEN_CREATE)) {
          files.erase(name);
          made->~open_file();
          to->pMethods = nullptr;
          return SQLITE_CANTOPEN;
        }
        place = std::make_shared<content>();
      }
      made->file = place;
    }
    to->pMethods = &methods;
    if (given) *given = flags;
    return SQLITE_OK;
  }

  static int remove(sqlite3_vfs*, const char* name, int) {
    memory_files::disk().files_.erase(name);
    return SQLITE_OK;
  }

  static int exists(sqlite3_vfs*, const char* name, int, int* answer) {
    *answer = memory_files::disk().files_.contains(name);
    return SQLITE_OK;
  }

  static int full_name(sqlite3_vfs*, const char* name, int size, char* out) {
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
  }

  // SQLite's own chance (salts of the WAL) is the same in every run.
  static int random(sqlite3_vfs*, int size, char* out) {
    std::memset(out, 7, static_cast<std::size_t>(size));
    return size;
  }
  static int wait(sqlite3_vfs*, int microseconds) { return microseconds; }
  static int time(sqlite3_vfs*, double* julian_day) {
    *julian_day = 2'461'000;
    return SQLITE_OK;
  }
  static int precise_time(sqlite3_vfs*, sqlite3_int64* julian_millis) {
    *julian_millis = 2'461'000LL * 86'400'000;
    return SQLITE_OK;
  }
  static int last_error(sqlite3_vfs*, int, char*) { return 0; }
};

const sqlite3_io_methods memory_file_methods::methods{.iVersion = 2,
                                                      .xClose = close,
                                                      .xRead = read,
                                                      .xWrite = write,
                                                      .xTruncate = truncate,
                                                      .xSync = sync,
                                                      .xFileSize = size,
                                                      .xLock = lock,
                                                      .xUnlock = unlock,
                                                      .xCheckReservedLock = is_reserved,
                                                      .xFileControl = control,
                                                      .xSectorSize = sector_size,
                                                      .xDeviceCharacteristics = characteristics,
                                                      .xShmMap = map_shared,
                                                      .xShmLock = lock_shared,
                                                      .xShmBarrier = barrier,
                                                      .xShmUnmap = unmap_shared,
                                                      .xFetch = nullptr,
                                                      .xUnfetch = nullptr};

memory_files& memory_files::disk() {
  static memory_files one;
  return one;
}

memory_files::memory_files() {
  using of = memory_file_methods;
  sqlite_sessions(); // sets SQLite up, which the next call is too late for
  static sqlite3_vfs vfs{};
  vfs.iVersion = 2;
  vfs.szOsFile = sizeof(of::open_file);
  vfs.mxPathname = 512;
  vfs.zName = "simulation";
  vfs.xOpen = of::open;
  vfs.xDelete = of::remove;
  vfs.xAccess = of::exists;
  vfs.xFullPathname = of::full_name;
  vfs.xRandomness = of::random;
  vfs.xSleep = of::wait;
  vfs.xCurrentTime = of::time;
  vfs.xGetLastError = of::last_error;
  vfs.xCurrentTimeInt64 = of::precise_time;
  sqlite3_vfs_register(&vfs, 1);
}

void memory_files::content::apply(std::string& to, const unsynced& change, std::size_t length) {
  if (change.truncates) {
    to.resize(std::min(to.size(), change.offset));
    return;
  }
  if (to.size() < change.offset + length) to.resize(change.offset + length, '\0');
  std::copy_n(change.bytes.data(), length, to.data() + change.offset);
}

void memory_files::content::sync() {
  for (const auto& change : pending) apply(durable, change, change.bytes.size());
  pending.clear();
}

memory_files::image memory_files::copy() const {
  image files;
  for (const auto& [name, file] : files_) files.emplace(name, file->data);
  return files;
}

void memory_files::load(const image& files) {
  files_.clear();
  for (const auto& [name, data] : files) {
    auto& place = files_[name] = std::make_shared<content>();
    place->data = place->durable = data;
  }
}

memory_files::image memory_files::after_power_loss(const std::function<std::uint64_t(std::uint64_t)>& below) const {
  image files;
  for (const auto& [name, file] : files_) {
    auto& data = files[name] = file->durable;
    for (const auto& change : file->pending) {
      const auto kept = below(4);
      if (kept == 0) content::apply(data, change, change.bytes.size());
      // A write that the power cuts ends at a sector's end.
      if (kept == 1) content::apply(data, change, below(change.bytes.size() / sector + 1) * sector);
    }
  }
  return files;
}

bool memory_files::holds(std::string_view text) const {
  return std::ranges::any_of(files_,
                             [&](const auto& file) { return file.second->data.find(text) != std::string::npos; });
}

} // namespace paylink::simulation
