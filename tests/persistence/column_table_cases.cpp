#include "persistence/sql/column_arrays.hpp"
#include "persistence/sql/postgresql_address.hpp"
#include "persistence/sql/postgresql_session.hpp"
#include "tests/persistence/store_world.hpp"

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
}

BOOST_AUTO_TEST_CASE(values_come_in_the_order_of_the_names) {
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
}

BOOST_AUTO_TEST_CASE(a_table_is_extended_by_the_columns_of_a_whole) {
  struct crate {
    parcel first;
    std::int64_t parcels = 0;
    operator const parcel&() const { return first; }
  };
  constexpr auto columns =
      parcel_columns.within<crate>(new_column{"parcels", [](const crate& one) { return one.parcels; }});
  BOOST_TEST(columns.names() == parcel_columns.names() + ", parcels");
  columns.with_values(crate{.first = {.to = "e", .weight = 6, .label = {}}, .parcels = 3},
                      [](auto number, auto to, const auto&, auto weight, auto, auto parcels) {
                        BOOST_TEST((number == 7 && to == "e" && weight == 6 && parcels == 3));
                      });
}

BOOST_AUTO_TEST_CASE(a_batch_is_an_array_for_each_column_and_one_element_where_all_rows_are_equal) {
  const auto texts = [](std::initializer_list<parcel> rows) {
    column_arrays<parcel_columns> batch;
    for (const auto& one : rows) batch.add(one);
    return batch.with_parameters([&](std::int64_t count, const auto&... arrays) {
      BOOST_TEST(count == std::ssize(rows));
      return std::vector<std::string>{arrays...};
    });
  };
  using expected = std::vector<std::string>;
  BOOST_TEST(texts({}) == (expected{"{}", "{}", "{}", "{}", "{}"}), boost::test_tools::per_element());
  BOOST_TEST(
      texts({{.to = R"(a "b\)", .weight = {}, .label = "NULL"}}) ==
          (expected{"[0:0]={7}", R"([0:0]={"a \"b\\"})", R"([0:0]={"a \"b\\!"})", "[0:0]={NULL}", R"([0:0]={"NULL"})"}),
      boost::test_tools::per_element());
  const parcel same{.to = "c", .weight = 5, .label = "NULL"};
  BOOST_TEST(texts({same, same, {.to = "", .weight = -3, .label = {}}, same}) ==
                 (expected{"[0:0]={7}", R"({"c","c","","c"})", R"({"c!","c!","!","c!"})", "{5,5,-3,5}",
                           R"({"NULL","NULL",NULL,"NULL"})"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(postgresql_reads_the_rows_of_a_batch_as_they_were_added) {
  test::store_world world{test::kind::postgresql};
  // A setting of the database that our session must not inherit: NULL would be a word.
  test::run_sql(world.url, "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || quote_ident(current_database()) || ' SET "
                           "array_nulls = off'; END $$");
  const auto session = connect_postgresql_to_write(postgresql_address(world.url));
  using read_back = sql_row<sql_number, sql_text, sql_text, sql_number, sql_text>;
  statement<column_arrays<parcel_columns>::parameters, read_back> read{
      *session, "SELECT " + parcel_columns.names() + " FROM " + unnested<parcel_columns>() + " AS w"};
  const auto check = [&](const std::vector<parcel>& rows) {
    column_arrays<parcel_columns> batch;
    for (const auto& one : rows) batch.add(one);
    std::size_t place = 0;
    const auto compare = [&](const read_back& found) {
      const auto& [number, sent_to, copied_to, weight, label] = found.fields;
      const auto& one = rows.at(place++);
      BOOST_TEST(number.value == 7);
      BOOST_TEST(sent_to.value == one.to);
      BOOST_TEST(copied_to.value == one.to + "!");
      BOOST_TEST((weight.maybe() == one.weight));
      BOOST_TEST(label.is_null() == !one.label);
      BOOST_TEST(label.view() == one.label.value_or(std::string_view{}));
    };
    batch.with_parameters([&](const auto&... arrays) { read.each(compare, arrays...); });
    BOOST_TEST(place == rows.size());
  };
  check({});
  check({{.to = "alone", .weight = {}, .label = {}}});
  check(std::vector<parcel>(5, {.to = "all \"the\" same", .weight = 5, .label = "NULL"}));
  check({{.to = "", .weight = {}, .label = {}}, {.to = "", .weight = {}, .label = ""}});
  std::vector<parcel> hostile;
  for (const auto* text : {"NULL", "null", "", " ", "{}", "},{", ",", "\"", "\\", "\\\"", "'; --", "\n\r\t\x01",
                           "\xe2\x80\xa8", "Nguyễn Văn Á 🙂", "[0:0]={1}", "$1", ":name"})
    hostile.push_back({.to = text, .weight = std::numeric_limits<std::int64_t>::min(), .label = text});
  hostile.push_back({.to = std::string(300'000, '"'), .weight = std::numeric_limits<std::int64_t>::max(), .label = {}});
  check(hostile);
}

BOOST_AUTO_TEST_CASE(a_column_that_is_named_twice_is_noticed) {
  constexpr auto first = new_column{"a", [](const parcel&) { return std::int64_t{1}; }};
  constexpr auto other = new_column{"b", [](const parcel&) { return std::int64_t{1}; }};
  BOOST_TEST((columns_of<parcel>(first, other).has_each_once()));
  BOOST_TEST((!columns_of<parcel>(first, other, first).has_each_once()));
}

BOOST_AUTO_TEST_SUITE_END()
