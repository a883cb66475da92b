#pragma once
#include <cstdint>
#include <string>

namespace paylink::simulation {

struct bug_hunt {
  std::uint64_t seeds = 500;
  int processes = 2;
  std::string found_by{};  ///< A file with lines of "BUG SEED": the seed that is tried first. Empty: no file.
  std::uint64_t share = 1; ///< Above 1: only every such one of those for which the file has one of these seeds.
  bool remembers = false;  ///< Writes that file, with what has been found now.
};

/// Plants each bug in turn, and looks for a seed that finds it: the one that found it before, and then the first of
/// those from 1 to `seeds`. Prints what it finds; tells how many bugs no seed has found. Throws std::runtime_error if
/// it cannot read or write its file.
int hunt(const bug_hunt& wanted);

/// Plants those that PostgreSQL's statements for whole batches can make as well, and has the course of the failpoints
/// find each, on a server of its own: the schema depends on what is planted.
int hunt_on_server();

} // namespace paylink::simulation
