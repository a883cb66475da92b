#pragma once
#include "persistence/doctor.hpp"

#include <map>

namespace paylink::checks {

/// What has been found so far; bounded, whatever is wrong.
class report {
public:
  explicit report(const std::function<bool()>& should_stop) : should_stop_{should_stop} {}

  /// Between portions: throws `database_error` if the examination is to end.
  void go_on();
  void add(finding found);
  /// Whether the check has found enough.
  bool is_full(const std::string& check) const;
  void count_rows(std::int64_t rows) { made_.rows += rows; }
  void count_checks(std::size_t checks) { made_.checks += static_cast<std::int64_t>(checks); }

  diagnosis take() { return std::move(made_); }

private:
  const std::function<bool()>& should_stop_;
  diagnosis made_;
  std::map<std::string, std::size_t> found_;
};

/// A way through the rows of one table, portion by portion. What a portion shows is looked at again before it is
/// reported: a statement sees one state of the database, but not the same one as the statement before.
class walk {
public:
  virtual ~walk() = default;
  virtual void go(report& into) = 0;
};

/// Reports what `look_again`, a second look at the same rows, finds at the same place.
template <class Look>
void report_if_it_lasts(finding found, Look look_again, report& into) {
  if (into.is_full(found.check)) return;
  for (const auto& again : look_again()) {
    const finding& other = again.shown;
    if (other.check == found.check && other.where == found.where) return into.add(std::move(found));
  }
}

} // namespace paylink::checks
