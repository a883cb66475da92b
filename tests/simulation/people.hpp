#pragma once
#include "domain/identity/access.hpp"
#include "tests/simulation/cluster.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace paylink::simulation {

/// The Owner of a Workspace and an employee: the employee's token calls while the Owner changes the employee's role,
/// and at last, perhaps, deletes the Workspace. Whatever a call is answered must be what the employee might do there at
/// some moment of it.
class people {
public:
  people(world& in, cluster& nodes) : world_{in}, nodes_{nodes} {}

  /// Puts everything on the agenda.
  void begin();
  /// Whether a change is still under way.
  bool has_open() const { return is_changing_; }

private:
  /// What the employee may be in the Workspace; `none`: it is deleted.
  enum class standing { viewer, member, none };
  using standings = std::set<standing>;

  void call_as_employee();
  void judge(const http_response* response, const standings& possible);
  /// One change at a time, until there is an answer.
  void change_to(standing wanted);
  void ask_for(standing wanted);
  void on_changed(standing wanted, const http_response* response);
  void call(const std::string& token, http_method method, const std::string& target, const std::string& body,
            cluster::answer done);

  world& world_;
  cluster& nodes_;
  standings now_{standing::member}; ///< Two while a change is under way.
  /// Of each call that is under way, everything since it began.
  std::vector<std::weak_ptr<standings>> open_;
  bool is_changing_ = false;
  bool is_unsure_ = false; ///< An attempt at a change that had no answer may take effect whenever its node goes on.
};

} // namespace paylink::simulation
