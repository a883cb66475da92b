#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace paylink::load {

/// A Workspace that imports statements of one entry with a text of nearly a megabyte, over many connections, each again
/// as soon as it is answered. One thread turns them all.
class importing_neighbour {
public:
  struct order {
    std::uint16_t port = 0;
    std::string token, workspace, account;
    int imports = 6; ///< At once.
  };
  explicit importing_neighbour(order wanted);
  ~importing_neighbour(); ///< Ends every call that is under way.
  importing_neighbour(const importing_neighbour&) = delete;
  importing_neighbour& operator=(const importing_neighbour&) = delete;

  /// How its calls were answered, by status (0: not); once it has ended.
  const std::map<unsigned, std::size_t>& end();

private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

} // namespace paylink::load
