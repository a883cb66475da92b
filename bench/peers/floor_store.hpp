#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace paylink::load {

/// One entry of a feed, and who is told when it is on disk.
struct credit {
  std::string bank_reference, content, occurred_at;
  std::int64_t amount = 0;
  std::function<void()> answer;
};

/// A callback, or a delivery to a webhook, that is on disk and not acknowledged.
struct callback_event {
  std::int64_t row = 0, signed_at = 0;
  std::string id, url, body, signature;
  std::string webhook; ///< Its id; empty: the callback.
};

/// Makes the tables, and the pending links and the webhooks of the files.
void seed_floor(const char* database, const char* links, const char* webhooks);

/// The one thread that writes: it commits all that has gathered, then tells `committed`.
class floor_store {
public:
  using news = std::function<void(std::vector<credit>, std::vector<callback_event>)>;
  floor_store(const char* database, std::string signing_key, news committed);

  void add(credit reported);
  void acknowledge(std::int64_t event_row);
  /// Writes for ever.
  void run();

private:
  struct state;
  std::shared_ptr<state> state_;
};

} // namespace paylink::load
