#pragma once
#include "tests/simulation/cluster.hpp"
#include "tests/simulation/first_shops.hpp"

#include <deque>
#include <string>
#include <vector>

namespace paylink::simulation {

/// The bank and the national switch: they tell of each transfer until they are answered with 200, often more than once,
/// late, in another order, over two feeds.
class bank {
public:
  bank(world& in, cluster& nodes, shared_database& database) : world_{in}, nodes_{nodes}, database_{database} {}

  struct transfer {
    std::string source; ///< The bank's reference.
    std::size_t account = 0;
    std::int64_t amount = 0;
    bool is_credit = true, is_rejected = false;
    std::string content;
    std::string occurred_at;
    std::string virtual_number;          ///< Empty: it was paid to the account itself.
    bool was_reported_otherwise = false; ///< With another content as well.
    bool is_reported_twice = false;      ///< Over the switch's feed as well, with a reference of its own.
    bool is_acknowledged[2] = {false, false};
  };

  /// Money moves: the bank tells of it soon.
  void move(std::size_t account, std::int64_t amount, bool is_credit, std::string content, milliseconds soon);
  /// The same, paid to one of the account's virtual numbers.
  void move_to_virtual(std::size_t account, std::size_t which, std::int64_t amount, std::string content);
  /// The same with everything decided: when the bank tells of it, and when the switch does. Returns its place.
  std::size_t move(transfer made, milliseconds soon, milliseconds over_switch);
  /// The bank tells of it once more.
  void repeat(std::size_t index) { tell({index, feed::own}); }
  /// Everything is told again, of each transfer, until it is acknowledged once more: the bank was asked to.
  void repeat_all();
  /// The bank tells of a transfer to an account that nobody has connected.
  void tell_of_stranger();

  /// Sends what is to be told over a feed, signed.
  void send(const std::string& feed_code, const std::string& body, cluster::answer done,
            const std::string& type = "application/json");

  bool has_open() const;
  /// Whether the bank's own feed, or the switch's, tells of this transfer's virtual number.
  bool is_named(const transfer& of, bool over_switch) const;
  const std::deque<transfer>& transfers() const { return transfers_; }
  std::uint64_t sent = 0;

private:
  enum class feed : std::size_t { own, of_switch };
  struct message {
    std::size_t transfer;
    feed over;
    bool has_other_content = false;
    bool lacks_bin = false; ///< Nobody can say which bank's account it is about: it must become nobody's money.
  };
  /// Tells of it more than once, in whatever order, and over both feeds where there are two.
  std::size_t move_in_disorder(transfer made, milliseconds soon);
  void tell(const message& first);
  void hear(const std::vector<message>& reported, const http_response* response);
  void check_stored(const message& reported, const std::string& result);
  void check_kept(const message& reported, const std::string& result);
  std::string entry_of(const message& reported) const;
  std::string source_of(const message& reported) const;
  /// The code of the feed that it comes over.
  std::string feed_of(const message& reported) const;

  world& world_;
  cluster& nodes_;
  shared_database& database_;
  std::deque<transfer> transfers_;
  bool has_open_stranger_ = false;
  int open_without_bin_ = 0;
};

} // namespace paylink::simulation
