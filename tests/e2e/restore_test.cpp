#include "tests/e2e/operated_service.hpp"
#include "tests/support/postgresql_server.hpp"

#include <boost/json.hpp>

#include <csignal>
#include <map>
#include <set>

namespace paylink::test {

namespace json = boost::json;

namespace {

/// A service whose bank tells of payments, and a merchant that fetches its events.
class restored_service : public operated_service {
public:
  /// The transaction's id.
  std::string tell(const std::string& reference) {
    // As the bank has it, whenever it tells of it.
    const auto at = parse_rfc3339("2026-01-31T02:30:0" + reference.substr(reference.size() - 1) + "Z");
    const auto reported = service.notify(reference, "tien hang " + reference, 150'000, at);
    BOOST_REQUIRE((reported && reported->status == 200));
    return json::value_to<std::string>(json::parse(reported->body).at("data").at(0).at("transaction_id"));
  }
  api_answer events(const std::string& after) {
    return service.call(http_method::get, "/v1.1/events/" + service.workspace() + "?after=" + after);
  }
  /// The subjects of all events behind a place, which is then the last one.
  std::vector<std::string> pull(std::string& place) {
    std::vector<std::string> subjects;
    const auto answer = events(place);
    BOOST_REQUIRE_MESSAGE(answer.status == 200, answer.body);
    const auto document = json::parse(answer.body);
    for (const auto& one : document.at("data").as_array())
      subjects.push_back(json::value_to<std::string>(one.at("subject_id")));
    place = json::value_to<std::string>(document.at("meta").at("next_cursor"));
    return subjects;
  }
  std::filesystem::path back_up() {
    const auto copied = paylinkd({"backup"});
    BOOST_REQUIRE_MESSAGE(copied.exit_code == 0, copied.text);
    return copied.text.substr(0, copied.text.find('\n'));
  }
  void remove_database() {
    for (const char* part : {"paylink.db", "paylink.db-wal", "paylink.db-shm"})
      std::filesystem::remove(service.folder() / part);
  }
};

/// Where the refusal says to begin: `…after=E:0.`.
std::string begin_of(const api_answer& refused) {
  BOOST_REQUIRE_MESSAGE(refused.status == 409, refused.body);
  const auto error = json::parse(refused.body).at("error").as_object();
  BOOST_TEST(json::value_to<std::string>(error.at("code")) == "EVENTS_RESTARTED");
  const auto reported = json::value_to<std::string>(error.at("details").at(0).at("message"));
  const auto at = reported.find("after=") + 6;
  return reported.substr(at, reported.find('.', at) - at);
}

} // namespace

// However the copy comes to its place: by the verb, by hand, or as a file that was never marked as a copy.
BOOST_AUTO_TEST_CASE(after_a_restore_money_has_its_ids_again_and_no_event_is_missed) {
  enum class way { verb, by_hand, unmarked };
  for (const auto how : {way::verb, way::by_hand, way::unmarked}) BOOST_TEST_CONTEXT(static_cast<int>(how)) {
      restored_service under;
      auto& service = under.service;
      service.start();
      std::map<std::string, std::string> ids;
      ids["FT1"] = under.tell("FT1");
      std::string place = "0";
      BOOST_TEST(under.pull(place).size() == 1u);
      auto copy = under.back_up();
      if (how == way::unmarked) {
        service.end(SIGTERM);
        copy = service.folder() / "snapshot.db";
        std::filesystem::copy(service.folder() / "paylink.db", copy);
        service.start();
      }
      for (const char* reference : {"FT2", "FT3"}) ids[reference] = under.tell(reference);
      BOOST_TEST(under.pull(place).size() == 2u);
      const auto seen = place;
      service.end(SIGTERM);
      // As the incarnation's heartbeat has noted it; a service that ends at once has had none.
      if (how == way::unmarked) {
        service.start();
        service.end(SIGTERM);
      }
      if (how == way::verb) {
        const auto restored = under.paylinkd({"restore", copy.string(), "--replace"});
        BOOST_TEST(restored.exit_code == 0, restored.text);
        BOOST_TEST(says(restored, "Events start a new epoch"));
      } else {
        under.remove_database();
        std::filesystem::copy(copy, service.folder() / "paylink.db");
      }

      service.start();
      // Other money comes first, at a position that was another's.
      ids["FT4"] = under.tell("FT4");
      for (const char* reference : {"FT3", "FT2", "FT1"}) BOOST_TEST(under.tell(reference) == ids[reference]);
      auto begin = begin_of(under.events(seen));
      BOOST_TEST(begin.ends_with(":0"));
      BOOST_TEST(begin != "1:0");
      const auto all = under.pull(begin);
      BOOST_TEST(all.size() == 4u);
      std::set<std::string> known;
      for (const auto& [reference, id] : ids) known.insert(id);
      BOOST_TEST((std::set<std::string>(all.begin(), all.end()) == known));
      // A position alone is taken as long as there is one.
      BOOST_TEST(under.events("4").status == 200u);
      begin_of(under.events("5"));
      // An ordinary restart begins nothing.
      service.end(SIGTERM);
      service.start();
      BOOST_TEST(under.pull(begin).empty());
    }
}

BOOST_AUTO_TEST_CASE(a_restore_that_would_lose_something_is_refused_and_changes_nothing) {
  restored_service under;
  auto& service = under.service;
  service.start();
  const auto copy = under.back_up();
  const auto refuse = [&](const std::vector<std::string>& words, std::string_view why) {
    const auto reported = under.paylinkd(words);
    BOOST_TEST(reported.exit_code == 1);
    BOOST_TEST(says(reported, why), reported.text);
  };
  refuse({"restore", copy.string(), "--replace"}, "stop the service first");
  service.end(SIGTERM);
  const auto before = text_of_file(service.folder() / "paylink.db");
  refuse({"restore"}, "give a backup file, or --mark");
  refuse({"restore", copy.string(), "--mark"}, "give a backup file, or --mark");
  refuse({"restore", copy.string()}, "add --replace");
  refuse({"restore", (service.folder() / "nothing").string(), "--replace"}, "is not a file");
  refuse({"restore", (service.folder() / "paylink.db").string(), "--replace"}, "is the database itself");
  refuse({"restore", (service.folder() / "master.key").string(), "--replace"}, "");
  restored_service other;
  other.service.start();
  const auto foreign = other.back_up();
  other.service.end(SIGTERM);
  refuse({"restore", foreign.string(), "--replace"}, "belongs to the database");
  const auto damaged = service.folder() / "damaged.db";
  auto bytes = text_of_file(copy);
  for (std::size_t at = 3 * 4'096; at < bytes.size(); at += 4'096) bytes.replace(at, 64, 64, '\x7f');
  std::ofstream{damaged, std::ios::binary} << bytes;
  refuse({"restore", damaged.string(), "--replace"}, "");
  const auto keys = text_of_file(service.folder() / "master.key");
  std::filesystem::copy_file(other.service.folder() / "master.key", service.folder() / "master.key",
                             std::filesystem::copy_options::overwrite_existing);
  refuse({"restore", copy.string(), "--replace"}, "master key");
  BOOST_TEST((text_of_file(service.folder() / "paylink.db") == before));
  BOOST_TEST(!std::filesystem::exists(service.folder() / "paylink.db.restoring"));
}

BOOST_AUTO_TEST_CASE(a_postgresql_database_is_only_marked) {
  test::postgresql_server server;
  const auto url = server.create_database("shop");
  const std::map<std::string, std::string> with{{"PAYLINK_DATABASE_URL", url}};
  operated_service under{with};
  under.service.start();
  under.service.end(SIGTERM);
  const auto refused = under.paylinkd({"restore", (under.service.folder() / "master.key").string()}, with);
  BOOST_TEST(says(refused, "restore it with its own tools, then run paylinkd restore --mark"));
  const auto marked = under.paylinkd({"restore", "--mark"}, with);
  BOOST_TEST(marked.exit_code == 0, marked.text);
  under.service.start();
  const auto answer = under.service.call(http_method::get, "/v1.1/events/" + under.service.workspace());
  BOOST_TEST(json::value_to<std::string>(json::parse(answer.body).at("meta").at("epoch")) != "1");
}

} // namespace paylink::test
