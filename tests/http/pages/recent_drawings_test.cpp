#include "http/pages/recent_drawings.hpp"

#include <boost/test/unit_test.hpp>

#include <thread>
#include <vector>

using namespace paylink;

namespace {

std::shared_ptr<const qr_drawing> drawing_of_side(int side) {
  return std::make_shared<const qr_drawing>(qr_drawing{"M1 1h1", side});
}

} // namespace

BOOST_AUTO_TEST_SUITE(recent_drawings_keep)

BOOST_AUTO_TEST_CASE(a_drawing_is_found_by_its_text_alone) {
  recent_drawings recent;
  recent.keep("one", drawing_of_side(1));
  recent.keep("two", drawing_of_side(2));
  BOOST_TEST(recent.find("one")->side == 1);
  BOOST_TEST(recent.find("two")->side == 2);
  BOOST_TEST(!recent.find("three"));
}

BOOST_AUTO_TEST_CASE(what_is_asked_for_stays_and_the_number_is_bounded) {
  recent_drawings recent;
  constexpr auto many = 3 * recent_drawings::drawings_max;
  recent.keep("asked for", drawing_of_side(7));
  for (std::size_t i = 0; i < many; ++i) {
    recent.keep(std::to_string(i), drawing_of_side(1));
    BOOST_TEST(recent.find("asked for"));
  }
  std::size_t found = 0;
  for (std::size_t i = 0; i < many; ++i)
    if (recent.find(std::to_string(i))) ++found;
  BOOST_TEST(found <= recent_drawings::drawings_max);
  BOOST_TEST(recent.find(std::to_string(many - 1)));
}

BOOST_AUTO_TEST_CASE(threads_share_it) {
  recent_drawings recent;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&recent] {
      for (int i = 0; i < 3'000; ++i) {
        const auto text = std::to_string(i % 100);
        if (!recent.find(text)) recent.keep(text, drawing_of_side(i % 100 + 1));
      }
    });
  threads.clear();
  for (int i = 0; i < 100; ++i) BOOST_TEST(recent.find(std::to_string(i))->side == i + 1);
}

BOOST_AUTO_TEST_SUITE_END()
