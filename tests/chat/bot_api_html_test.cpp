#include "tests/support/bot_api_html.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink::test;

// What judges the renderer is judged first, by Telegram's documentation of HTML style.
BOOST_AUTO_TEST_SUITE(bot_api_html)

BOOST_AUTO_TEST_CASE(markup_is_read_or_refused_as_documented) {
  struct example {
    const char* html;
    const char* text;
    const char* error;
  };
  const example examples[] = {
      {"", "", ""},
      {"plain", "plain", ""},
      {"<b>bold</b>, <strong>bold</strong>", "bold, bold", ""},
      {"<I>italic</i>", "italic", ""},
      {"<b>bold <i>italic bold</i></b>", "bold italic bold", ""},
      {"<a href=\"http://www.example.com/\">inline URL</a>", "inline URL", ""},
      {"<span class=\"tg-spoiler\">spoiler</span>", "spoiler", ""},
      {"<pre><code class=\"language-python\">x</code></pre>", "x", ""},
      {"&lt;b&gt; &amp; &quot;", "<b> & \"", ""},
      {"&#60;&#x3C;&#128512;", "<<😀", ""},
      {"&amp;lt;", "&lt;", ""},
      {"a & b &copy; &#; &#0; &#x110000;", "a & b &copy; &#; &#0; &#x110000;", ""},
      {"a > b", "a > b", ""},
      {"a < b", "", "Unsupported start tag \"\" at byte offset 2"},
      {"<br>", "", "Unsupported start tag \"br\" at byte offset 0"},
      {"1<script>x</script>", "", "Unsupported start tag \"script\" at byte offset 1"},
      {"<span>x</span>", "", "Tag \"span\" must have class \"tg-spoiler\" at byte offset 0"},
      {"<b>open", "", "Can't find end tag corresponding to start tag \"b\""},
      {"<br/>", "", "Unsupported start tag \"br/\" at byte offset 0"},
      {"<a href=\"x\"", "", "Unclosed start tag at byte offset 0"},
      {"<b", "", "Unclosed start tag at byte offset 0"},
      {"x</b>", "", "Unexpected end tag at byte offset 1"},
      {"<b>x</b", "", "Unclosed end tag at byte offset 4"},
      {"<b><i>x</b></i>", "", "Unmatched end tag at byte offset 7, expected \"</i>\", found \"</b>\""},
  };
  for (const auto& [html, text, error] : examples) BOOST_TEST_CONTEXT(html) {
      const auto parsed = parse_telegram_html(html);
      BOOST_TEST(parsed.error == error);
      if (parsed.error.empty()) BOOST_TEST(parsed.text == text);
    }
}

BOOST_AUTO_TEST_CASE(places_of_styles_count_utf16_units) {
  const auto parsed = parse_telegram_html("😀 <b>ế &amp;</b> <i></i><code>x</code>");
  BOOST_TEST(parsed.text == "😀 ế & x");
  BOOST_TEST((parsed.entities == std::vector<text_entity>{{"b", 3, 3}, {"code", 7, 1}}));
}

BOOST_AUTO_TEST_CASE(units_are_those_of_utf16) {
  BOOST_TEST(utf16_length("") == 0u);
  BOOST_TEST(utf16_length("aé₫") == 3u);
  BOOST_TEST(utf16_length("😀") == 2u);
  BOOST_TEST(utf16_length("e\u0302\u0301") == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
