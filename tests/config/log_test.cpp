#include "logging/line.hpp"
#include "tests/support/captured_stderr.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <limits>
#include <thread>
#include <vector>

namespace {

namespace json = boost::json;
using paylink::log::field;
using paylink::log::level;
using paylink::test::captured_stderr;

const auto moment = std::chrono::sys_days{std::chrono::year{2026} / 1 / 31} + std::chrono::hours{8} +
                    std::chrono::minutes{15} + std::chrono::seconds{30} + std::chrono::milliseconds{7} +
                    std::chrono::microseconds{999};

std::string line_of(std::initializer_list<field> fields, std::string_view event = "test.event") {
  return paylink::log::format_line(moment, level::info, event, {fields.begin(), fields.size()});
}

} // namespace

BOOST_AUTO_TEST_SUITE(logging)

BOOST_AUTO_TEST_CASE(a_line_is_time_level_event_and_the_fields_in_their_order) {
  BOOST_TEST(line_of({{"link", "pl_1"}, {"attempt", 3}, {"wait_s", 20U}, {"ratio", 0.5}}) ==
             R"({"time":"2026-01-31T08:15:30.007Z","level":"info","event":"test.event",)"
             R"("link":"pl_1","attempt":3,"wait_s":20,"ratio":0.500000})");
  BOOST_TEST(line_of({}) == R"({"time":"2026-01-31T08:15:30.007Z","level":"info","event":"test.event"})");
}

BOOST_AUTO_TEST_CASE(every_level_has_its_word) {
  const std::array words{std::pair{level::debug, "debug"}, std::pair{level::info, "info"},
                         std::pair{level::warning, "warning"}, std::pair{level::error, "error"}};
  for (const auto& [at, word] : words)
    BOOST_TEST(json::parse(paylink::log::format_line(moment, at, "x", {})).at("level").as_string() == word);
}

BOOST_AUTO_TEST_CASE(every_byte_is_read_back_and_no_line_holds_a_control_character) {
  for (int value = 0; value < 128; ++value) {
    const std::string text{'a', static_cast<char>(value), 'b'};
    const auto line = line_of({{"text", text}, {text, "as a name"}}, text);
    BOOST_TEST_CONTEXT("byte " << value << ": " << line) {
      for (const char character : line) BOOST_TEST((character >= 0x20 && character != 0x7f));
      const auto parsed = json::parse(line);
      BOOST_TEST(parsed.at("text").as_string() == text);
      BOOST_TEST(parsed.at("event").as_string() == text);
      BOOST_TEST(parsed.as_object().contains(text));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_forged_line_stays_inside_its_field) {
  const auto line = line_of({{"content", "PFSL\r\n{\"level\":\"error\",\"event\":\"forged\"}"}});
  BOOST_TEST(line.find_first_of("\r\n") == std::string::npos);
  BOOST_TEST(json::parse(line).at("level").as_string() == "info");
}

BOOST_AUTO_TEST_CASE(a_text_of_a_payer_stays_in_its_field_and_says_the_same) {
  const std::string texts[]{
      R"("},{"level":"error","event":"forged"})",
      R"(\",\"level\":\"error)",
      R"(\u0022,\u0022level\u0022)",
      "A\n{\"level\":\"error\"}\r\n",
      "\x1b[2J\x1b]0;title\x07\x1b[1A\x1b[2K",
      std::string{"a\0b", 3},
      "\u0085\u009b2J\u2028\u2029",
      "\u202e000.007\u2066",
      "=cmd|' /C calc'!A0,1\t2;3",
      ":61:2603150315C700000,NTRFX//9",
      "</Ustrd>&lt;b&gt; {{brand}} %s",
  };
  for (const auto& text : texts) BOOST_TEST_CONTEXT(text) {
      const auto line = line_of({{"content", text}, {"amount", 150'000}});
      for (const char character : line) BOOST_TEST((character < 0 || (character >= 0x20 && character != 0x7f)));
      for (const std::string_view seen : {"\u0085", "\u009b", "\u2028", "\u202e", "\u2066"})
        BOOST_TEST(line.find(seen) == std::string::npos);
      const auto parsed = json::parse(line).as_object();
      BOOST_TEST(parsed.size() == 5u);
      BOOST_TEST(parsed.at("level").as_string() == "info");
      BOOST_TEST(parsed.at("event").as_string() == "test.event");
      BOOST_TEST(parsed.at("content").as_string() == text);
      BOOST_TEST(parsed.at("amount").as_int64() == 150'000);
    }
}

BOOST_AUTO_TEST_CASE(texts_are_written_as_valid_utf_8) {
  struct sample {
    std::string_view text;
    std::string_view written;
  };
  const std::array samples{
      sample{"Nguyễn Văn Ấn ₫ 😀", "Nguyễn Văn Ấn ₫ 😀"},
      sample{"\xff", "\xef\xbf\xbd"},
      sample{"a\x80"
             "b",
             "a\xef\xbf\xbd"
             "b"},
      sample{"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},                                 // overlong
      sample{"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},                 // surrogate
      sample{"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, // above U+10FFFF
      sample{"cut \xe1\xbb", "cut \xef\xbf\xbd\xef\xbf\xbd"},                         // ends too early
      sample{"\xc2\x9b", "\\u009b"},                                                  // a terminal's CSI
      sample{"\xe2\x80\xa8\xe2\x80\xa9", "\\u2028\\u2029"},
      sample{"\u061c\u200e\u200f", "\\u061c\\u200e\\u200f"}, // what turns the rest of a line around
      sample{"\u202a\u202b\u202c\u202d\u202e", "\\u202a\\u202b\\u202c\\u202d\\u202e"},
      sample{"\u2066\u2067\u2068\u2069", "\\u2066\\u2067\\u2068\\u2069"},
      sample{"\u2027\u202f\u2065\u206a\u1028", "\u2027\u202f\u2065\u206a\u1028"}, // their neighbours
  };
  for (const auto& [text, written] : samples) {
    const auto line = line_of({{"text", text}});
    BOOST_TEST(line.find("\"text\":\"" + std::string{written} + "\"}") != std::string::npos, line);
    BOOST_CHECK_NO_THROW(json::parse(line));
  }
}

BOOST_AUTO_TEST_CASE(numbers_that_json_does_not_know_are_texts) {
  const auto line = line_of({{"a", std::numeric_limits<double>::infinity()},
                             {"b", std::numeric_limits<double>::quiet_NaN()},
                             {"c", std::numeric_limits<std::int64_t>::min()},
                             {"d", true}});
  const auto parsed = json::parse(line);
  BOOST_TEST(parsed.at("a").is_string());
  BOOST_TEST(parsed.at("b").is_string());
  BOOST_TEST(parsed.at("c").as_int64() == std::numeric_limits<std::int64_t>::min());
  BOOST_TEST(parsed.at("d").as_int64() == 1);
}

BOOST_AUTO_TEST_CASE(lines_below_the_level_are_not_written_and_flush_writes_the_rest) {
  captured_stderr captured;
  paylink::log::set_level(level::warning);
  paylink::log::info("test.info");
  paylink::log::warning("test.warning", {{"n", 1}});
  paylink::log::set_level(level::debug);
  paylink::log::debug("test.debug");
  paylink::log::set_level(level::info);
  paylink::log::debug("test.hidden");
  paylink::log::error("test.error");
  paylink::log::flush();
  captured.release();
  std::vector<std::string> events;
  for (const auto& line : captured.read_lines()) events.emplace_back(json::parse(line).at("event").as_string());
  BOOST_TEST(events == (std::vector<std::string>{"test.warning", "test.debug", "test.error"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lines_of_many_threads_are_whole_and_in_each_thread_s_order) {
  captured_stderr captured;
  std::vector<std::string> lines;
  std::jthread reader{[&] { lines = captured.read_lines(); }};
  {
    std::vector<std::jthread> writers;
    writers.reserve(3);
    for (int thread = 0; thread < 3; ++thread)
      writers.emplace_back([thread] {
        for (int number = 0; number < 500; ++number)
          paylink::log::info("test.line", {{"thread", thread}, {"number", number}, {"text", std::string(300, 'x')}});
      });
  }
  paylink::log::flush();
  captured.release();
  reader.join();
  std::array<std::int64_t, 3> next{};
  for (const auto& line : lines) {
    const auto parsed = json::parse(line);
    BOOST_TEST(parsed.at("number").as_int64() == next.at(static_cast<std::size_t>(parsed.at("thread").as_int64()))++);
  }
  BOOST_TEST(lines.size() == 1'500u);
}

BOOST_AUTO_TEST_CASE(output_that_nobody_reads_never_stops_the_caller_and_the_loss_is_told) {
  constexpr std::int64_t written = 20'000;
  captured_stderr captured;
  // Far more than the pipe and the queue hold, and nobody reads: this loop ends only if writing never waits.
  for (std::int64_t number = 0; number < written; ++number)
    paylink::log::info("test.line", {{"number", number}, {"text", std::string(100, 'x')}});
  std::vector<std::string> lines;
  std::jthread reader{[&] { lines = captured.read_lines(); }};
  paylink::log::flush();
  captured.release();
  reader.join();
  std::int64_t arrived = 0;
  std::int64_t lost = 0;
  for (const auto& line : lines) {
    const auto parsed = json::parse(line);
    if (parsed.at("event").as_string() == "log.lines_lost")
      lost += parsed.at("lines").as_int64();
    else
      ++arrived;
  }
  BOOST_TEST(lost > 0);
  BOOST_TEST(arrived + lost == written);
  BOOST_TEST(json::parse(lines.back()).at("number").as_int64() == written - 1,
             "the newest lines are the ones that stay");
}

BOOST_AUTO_TEST_SUITE_END()
