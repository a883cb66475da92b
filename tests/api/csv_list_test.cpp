// Lists as CSV, as far as that needs no rows.
#include "api/calls/csv_list.hpp"
#include "api/description/described.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace paylink::test {

namespace json = boost::json;

namespace {

constexpr member_description inner_members[]{
    {"kind", {}, "A kind."},
    {"id", {}, "An id."},
};
constexpr record_description inner_record{
    .name = "Inner", .sentence = "A record in another.", .members = inner_members};
constexpr member_description row_members[]{
    {"name", {}, "A name."},
    {"amount", {.type = json_type::whole_number}, "A number."},
    {"is_new", {.type = json_type::truth}, "Yes or no."},
    {"by", {.type = json_type::record, .of = &inner_record}, "Who.", presence::nullable},
    {"words", {.type = json_type::texts}, "Words."},
};
constexpr record_description row_record{.name = "Row", .sentence = "A row.", .members = row_members};

std::string line_of(const std::string& row) { return csv_columns{row_record}.lines({json::parse(row)}); }

} // namespace

BOOST_AUTO_TEST_SUITE(csv)

BOOST_AUTO_TEST_CASE(columns_are_the_members_of_the_record_and_of_records_in_it) {
  BOOST_TEST(csv_columns{row_record}.header() == "\xEF\xBB\xBFname,amount,is_new,by.kind,by.id,words\r\n");
}

BOOST_AUTO_TEST_CASE(every_kind_of_value_has_its_cell) {
  BOOST_TEST(
      line_of(R"({"name":"Hoa","amount":150000,"is_new":true,"by":{"kind":"token","id":"tok_1"},"words":["a","b"]})") ==
      "Hoa,150000,true,token,tok_1,\"[\"\"a\"\",\"\"b\"\"]\"\r\n");
  BOOST_TEST(line_of(R"({"name":null,"amount":0,"is_new":false,"by":null,"words":[]})") == ",0,false,,,[]\r\n");
  BOOST_TEST(line_of("{}") == ",,,,,\r\n");
}

BOOST_AUTO_TEST_CASE(texts_stay_in_their_cells_and_are_no_formulas) {
  const std::pair<const char*, const char*> cases[]{
      {R"(Nguyễn, An)", "\"Nguyễn, An\""},
      {R"(a \"b\" c)", "\"a \"\"b\"\" c\""},
      {R"(two\nlines)", "\"two\nlines\""},
      {R"(two\r\nlines)", "\"two\r\nlines\""},
      {R"(=1+1)", "'=1+1"},
      {R"(+84 912)", "'+84 912"},
      {R"(-5)", "'-5"},
      {R"(@cmd)", "'@cmd"},
      {R"(\t=1)", "\"'\t'=1\""},
      {R"(\r=1)", "\"'\r'=1\""},
      {R"(=HYPERLINK(\"x\",\"y\"))", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""},
      {R"(\n=1)", "\"'\n'=1\""},
      {R"(\n1)", "\"'\n1\""},
      {"＝1+1", "'＝1+1"},
      {"＋84", "'＋84"},
      {"－5", "'－5"},
      {"＠cmd", "'＠cmd"},
      {"！", "！"},
      // A program that separates cells by semicolons or tabs sees these in two.
      {R"(a;=1+1)", "\"a;'=1+1\""},
      {R"(a;\t=1;-2;b)", "\"a;'\t'=1;'-2;b\""},
      {R"(a\t=1+1)", "\"a\t'=1+1\""},
      {R"(a\t\"@cmd\t-2)", "\"a\t'\"\"@cmd\t'-2\""},
      {R"(a\tb)", "\"a\tb\""},
      {"a\\t＝1", "\"a\t'＝1\""},
      {"a;＝1", "\"a;'＝1\""},
      {R"(a;\"=1)", "\"a;'\"\"=1\""},
      {R"(a\n=1)", "\"a\n'=1\""},
      {R"(a\r\n@cmd)", "\"a\r\n'@cmd\""},
      {R"(a;b)", "\"a;b\""},
      {R"(a;)", "\"a;\""},
      {R"(a;\")", "\"a;\"\"\""},
      {R"(a=b)", "a=b"},
      {R"()", ""},
      {R"( =1)", " =1"},
      // A payer who knows the form: his row, quotes and cells stay one cell.
      {R"(a\r\nHoa,700000,true)", "\"a\r\nHoa,700000,true\""},
      {R"(\",700000,true,\")", "\"\"\",700000,true,\"\"\""},
      {R"(\"\",\"=cmd|' /C calc'!A0)", "\"\"\"\"\",\"\"=cmd|' /C calc'!A0\""},
      {R"(a\u2028=1)", "a\u2028=1"},
      {R"(\u001b[2J)", "\u001b[2J"},
  };
  for (const auto& [text, cell] : cases)
    BOOST_TEST(line_of("{\"name\":\"" + std::string{text} + "\"}") == std::string{cell} + ",,,,,\r\n");
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
