#pragma once
#include "tests/support/bot_api_html.hpp"
#include "tests/support/scripted_receiver.hpp"

#include <chrono>
#include <deque>
#include <map>

namespace paylink::test {

/// How a chat takes messages.
enum class chat_mood {
  open,
  blocked,   ///< By the person: 403.
  kicked,    ///< The bot was, from the group: 403.
  no_rights, ///< To write: 400.
  upgraded,  ///< To a supergroup, which has another id: 400 with `migrate_to_chat_id`.
};

/// A chat that the bot knows.
struct bot_chat {
  std::int64_t id = 0; ///< Of a person if positive.
  std::string name{};  ///< `@name` of a public group or channel; empty: none.
  chat_mood mood = chat_mood::open;
  std::int64_t upgraded_to = 0;
};

/// What happens to one request whatever it says.
enum class bot_fault {
  none,
  internal_error, ///< 500.
  unauthorized,   ///< 401, as when the token has just been revoked.
  not_found,      ///< 404.
  flood,          ///< 429, retry after 7.
  bad_markup,     ///< 400, as if the markup could not be read.
  hang,           ///< No answer, though the connection stays.
  reset,          ///< No answer, and no message.
  cut,            ///< The message is sent, but half of the answer is missing.
};

/// At most so many messages in any stretch of time that is so long.
struct message_rate {
  std::size_t messages = 0;
  std::chrono::milliseconds within{0};
};

/// The documented limits. Short bursts to a person pass.
struct bot_rates {
  message_rate person{5, std::chrono::seconds{5}};
  message_rate group{20, std::chrono::minutes{1}};
  message_rate bot{30, std::chrono::seconds{1}};
};

/// A message that was sent.
struct bot_message {
  std::int64_t chat = 0;
  std::string text{}; ///< As people see it.
  std::vector<text_entity> entities{};
  std::string raw{}; ///< As it came.
  bool has_markup = false;
  std::chrono::milliseconds at{0};
};

using bot_clock = std::function<std::chrono::milliseconds()>;

/// Telegram's Bot API with one bot, as documented: a real HTTP server that knows `sendMessage`, checks token, chat and
/// text, and counts what its limits allow. `now` is a steady time, which a test may move.
class bot_api {
public:
  explicit bot_api(std::vector<bot_chat> chats, bot_clock now = {}, bot_rates rates = {});

  static constexpr std::string_view token = "7123456789:AAHk3Xw_9dQz-1vTn5LpR8sYbC2eFgJmU0o";

  std::string base() const { return receiver_.url(""); }
  std::uint16_t port() const { return receiver_.port(); }

  /// The next requests meet these, one each.
  void script(std::vector<bot_fault> faults);
  void set_mood(std::int64_t chat, chat_mood mood, std::int64_t upgraded_to = 0);

  std::vector<bot_message> messages() const;
  std::vector<received_request> requests() const { return receiver_.requests(); }

private:
  struct answer {
    int status = 200;
    std::string body;
    int retry_after = 0; ///< 0: none.
  };
  void serve(receiver_connection& client);
  answer answer_to(const received_request& request);
  answer send(const received_request& request);
  answer deliver(const bot_chat& chat, bot_message message);
  bot_chat* find(std::string_view chat);
  bot_fault next_fault();

  bot_clock now_;
  bot_rates rates_;
  mutable std::mutex mutex_;
  std::vector<bot_chat> chats_;
  std::deque<bot_fault> faults_;
  std::vector<bot_message> messages_;
  std::map<std::string, std::vector<std::chrono::milliseconds>> sent_; ///< When, by the chat's id or `bot`.
  scripted_receiver receiver_;                                         ///< Last, since its threads use all the others.
};

} // namespace paylink::test
