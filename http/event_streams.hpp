#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace paylink {

class event_stream;

/// Who listens to which topic. Safe from any thread; holds no connection, only the bounded text that waits for it.
class event_streams : public std::enable_shared_from_this<event_streams> {
public:
  explicit event_streams(std::size_t buffer_bytes_max) : buffer_bytes_max_{buffer_bytes_max} {}

  /// A stream that hears nothing yet.
  std::shared_ptr<event_stream> make_stream();

  /// Appends `text` to what waits for every stream of the topic.
  void publish(const std::string& topic, const std::string& text);

private:
  friend class event_stream;

  std::mutex mutex_;
  std::unordered_map<std::string, std::vector<event_stream*>> by_topic_;
  const std::size_t buffer_bytes_max_;
};

/// One listener's end: collects what is published until its connection takes it. Leaves its topics when it is
/// destroyed.
class event_stream {
public:
  explicit event_stream(std::shared_ptr<event_streams> registry) : registry_{std::move(registry)} {}
  ~event_stream();
  event_stream(const event_stream&) = delete;
  event_stream& operator=(const event_stream&) = delete;

  /// Whatever is published for `topic` after this call returns is collected.
  void subscribe(std::string topic);

  /// `ready` is called on the publisher's thread when there is something to take, and at once when there already is.
  /// It must not block and not call back.
  void attach(std::function<void()> ready);

  /// What has been published since the last call; false once more waited than the buffer holds: the reader is too slow.
  bool take(std::string& into);
  bool has_overflowed() const;

private:
  friend class event_streams;
  void collect(const std::string& text, std::size_t bytes_max);

  const std::shared_ptr<event_streams> registry_;
  // All below is guarded by the registry's mutex.
  std::vector<std::string> topics_;
  std::string waiting_;
  bool has_overflowed_ = false;
  bool is_ready_told_ = false;
  std::function<void()> ready_;
};

} // namespace paylink
