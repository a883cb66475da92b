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

/// Notified that its stream has something to send.
class event_listener {
public:
  virtual ~event_listener() = default;
  virtual void on_event() = 0;
};

/// The listeners of each topic. Thread-safe; holds no connection, only the bounded text that waits for it.
class event_streams : public std::enable_shared_from_this<event_streams> {
public:
  explicit event_streams(std::size_t buffer_bytes_max) : buffer_bytes_max_{buffer_bytes_max} {}

  /// `wake` is called on a publisher's thread, once for all streams of a topic; it must cause a call of `deliver` on
  /// the listeners' thread. Set it before anything is published.
  void on_ready(std::function<void()> wake) { wake_ = std::move(wake); }

  /// A stream without a topic yet.
  std::shared_ptr<event_stream> make_stream();

  /// Queues `text` for every stream of the topic; they share it.
  void publish(const std::string& topic, const std::string& text);

  /// Ends every stream of the topic, once it has sent what waits.
  void end(const std::string& topic);

  /// Notifies the listeners of streams that have something to send; if there are many, the rest after another wake.
  void deliver();

private:
  friend class event_stream;
  using topic_map = std::unordered_map<std::string, std::vector<event_stream*>>;

  bool collect(const std::string& topic, const std::string& text);
  bool mark_ended(const std::string& topic);
  void leave(event_stream& stream);

  const std::size_t buffer_bytes_max_;
  std::function<void()> wake_;
  std::mutex mutex_;
  topic_map by_topic_;
  std::vector<event_stream*> ready_; ///< Since the last delivery.
};

/// One listener's end: collects what is published until its connection takes it. Unsubscribed when destroyed.
class event_stream {
public:
  explicit event_stream(std::shared_ptr<event_streams> registry) : registry_{std::move(registry)} {}
  ~event_stream();
  event_stream(const event_stream&) = delete;
  event_stream& operator=(const event_stream&) = delete;

  /// Everything published for `topic` after this call returns is collected.
  void subscribe(std::string topic);

  /// Sets the listener; text that already waits is taken without a notification.
  void attach(std::weak_ptr<event_listener> listener);

  /// Takes what was published since the last call; false once the buffer has overflowed because the reader is too slow.
  bool take(std::string& into);
  bool has_overflowed() const;
  /// Whether nothing will follow what waits.
  bool has_ended() const;
  /// How many streams, including itself, the most crowded of its topics has.
  std::size_t company() const;

private:
  friend class event_streams;
  using shared_text = std::shared_ptr<const std::string>;

  /// The stream's index in the list of a topic.
  struct subscription {
    event_streams::topic_map::value_type* topic;
    std::size_t place;
  };

  const std::shared_ptr<event_streams> registry_;
  // All below is guarded by the registry's mutex.
  std::vector<subscription> subscriptions_;
  std::vector<shared_text> waiting_;
  std::size_t waiting_bytes_ = 0;
  bool has_overflowed_ = false, has_ended_ = false;
  bool is_ready_ = false; ///< In the registry's list.
  std::weak_ptr<event_listener> listener_;
};

} // namespace paylink
