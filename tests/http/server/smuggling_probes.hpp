#pragma once
#include <string>
#include <vector>

namespace paylink {

/// Bytes that two readers could read in two ways, and what the guard answers to them.
struct smuggling_probe {
  std::string name;
  unsigned status = 0;
  std::string bytes;
};

/// Stands inside of bodies, where a reader that ends the body too early takes it for a request.
inline const std::string hidden_path = "/hidden";
/// Stands behind the whole probe, as a pipelined request does.
inline const std::string tail_path = "/tail";

/// Every probe once for each order of its headers, forwards and backwards, with and without a request behind it.
std::vector<smuggling_probe> smuggling_probes();

/// The same bytes with a number, below 1000, behind both paths: they show which probe they came from.
std::string marked(std::string bytes, std::size_t number);
std::string mark_of(std::size_t number);

} // namespace paylink
