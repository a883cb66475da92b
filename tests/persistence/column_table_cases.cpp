#include "persistence/sql/column_table.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(column_tables)

namespace {

struct parcel {
  std::string to;
  std::optional<std::int64_t> weight;
  std::optional<std::string_view> label;
};

constexpr auto parcel_columns =
    columns_of<parcel>(new_column{"number", [](const parcel&) { return std::int64_t{7}; }},
                       new_column{"sent_to", [](const parcel& one) { return std::string_view{one.to}; }},
                       new_column{"copied_to", [](const parcel& one) { return one.to + "!"; }},
                       new_column{"weight", [](const parcel& one) { return one.weight; }},
                       new_column{"label", [](const parcel& one) { return one.label; }});

} // namespace

BOOST_AUTO_TEST_CASE(a_table_names_its_columns_in_one_order) {
  BOOST_TEST(parcel_columns.names() == "number, sent_to, copied_to, weight, label");
  BOOST_TEST(parcel_columns.names(":") == ":number, :sent_to, :copied_to, :weight, :label");
  BOOST_TEST(parcel_columns.json_columns() ==
             "number BIGINT, sent_to TEXT COLLATE \"C\", copied_to TEXT COLLATE \"C\", weight BIGINT, label TEXT "
             "COLLATE \"C\"");
}

BOOST_AUTO_TEST_CASE(values_come_in_the_order_of_the_names_as_parameters_and_as_json) {
  const parcel bare{.to = "a \"b\"", .weight = {}, .label = {}};
  const parcel full{.to = "c", .weight = 5, .label = "d"};
  using fields = decltype(parcel_columns)::parameters<sql_number>;
  const auto bind = [](const parcel& one) {
    fields bound;
    parcel_columns.with_values(one, [&](const auto&... values) { bound.assign(values..., std::int64_t{9}); });
    return bound;
  };
  static_assert(std::same_as<fields, sql_row<sql_number, sql_text, sql_text, sql_number, sql_text, sql_number>>);
  const auto with_nulls = bind(bare), whole = bind(full);
  BOOST_TEST((column_at<0>(with_nulls).value == 7 && column_at<1>(with_nulls).view() == "a \"b\"" &&
              column_at<5>(with_nulls).value == 9));
  BOOST_TEST((column_at<3>(with_nulls).is_null() && column_at<4>(with_nulls).is_null()));
  BOOST_TEST(
      (column_at<2>(whole).view() == "c!" && column_at<3>(whole).value == 5 && column_at<4>(whole).view() == "d"));
  const auto put = [](const parcel& one) {
    boost::json::object into{{"place", 1}};
    parcel_columns.put(into, one);
    return boost::json::serialize(into);
  };
  BOOST_TEST(put(bare) == R"({"place":1,"number":7,"sent_to":"a \"b\"","copied_to":"a \"b\"!"})");
  BOOST_TEST(put(full) == R"({"place":1,"number":7,"sent_to":"c","copied_to":"c!","weight":5,"label":"d"})");
}

BOOST_AUTO_TEST_CASE(a_column_that_is_named_twice_is_noticed) {
  constexpr auto first = new_column{"a", [](const parcel&) { return std::int64_t{1}; }};
  constexpr auto other = new_column{"b", [](const parcel&) { return std::int64_t{1}; }};
  BOOST_TEST((columns_of<parcel>(first, other).has_each_once()));
  BOOST_TEST((!columns_of<parcel>(first, other, first).has_each_once()));
}

BOOST_AUTO_TEST_SUITE_END()
