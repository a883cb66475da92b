// The bugs that the simulation plants stand beside the product's text, and fit it.
#include "tests/structure/repository.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

namespace fs = std::filesystem;
using namespace paylink::structure;

namespace {

const std::string script = "cmake -P tests/simulation/bugs/plant_bugs.cmake";

/// A product of one file, and one file of bugs for it.
struct small_product {
  fs::path root = build_tree() / "planted_bugs_test";

  small_product(const std::string& source, const std::string& bugs) {
    fs::remove_all(root);
    write("product/lamp.cpp", source);
    write("bugs/lamps.bugs", bugs);
  }
  ~small_product() { fs::remove_all(root); }
  small_product(const small_product&) = delete;
  small_product& operator=(const small_product&) = delete;

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root / path).parent_path());
    std::ofstream{root / path} << text;
  }
  command_result plant() const {
    return run_command("cmake -D ROOT='" + (root / "product").string() + "' -D BUGS='" + (root / "bugs").string() +
                       "' -D OUTPUT='" + (root / "copies").string() + "' -P tests/simulation/bugs/plant_bugs.cmake");
  }
  std::string planted(const std::string& file) const { return read_text(root / "copies" / file); }
};

bool holds(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

/// Without the line ends and the blanks that CMake puts into a long message.
std::string in_one_line(const std::string& text) {
  std::string line;
  for (const char sign : text) {
    const bool is_blank = sign == ' ' || sign == '\n';
    if (!is_blank || !line.ends_with(' ')) line += is_blank ? ' ' : sign;
  }
  return line;
}

const std::string lamp = "bool is_on(int hour) {\n"
                         "  // At night.\n"
                         "  return hour < 6 ||\n"
                         "         hour >= 18;\n"
                         "}\n"
                         "constexpr auto sql = \"SELECT hour FROM lamps \"\n"
                         "                     \"WHERE row = :row\";\n"
                         "int last_line;\n";

std::string a_bug(const std::string& changes) { return "bug burns_late\nA lamp burns too long.\n\n" + changes; }

const std::string late = "in lamp.cpp\n- hour<6 || hour >= 18\n+ PLANTED ||\n+ hour < 6 || hour >= 18\n";

} // namespace

BOOST_AUTO_TEST_SUITE(planted_bugs)

BOOST_AUTO_TEST_CASE(every_bug_that_the_simulation_plants_fits_the_product) {
  const auto fit = run_command(script);
  BOOST_CHECK_MESSAGE(fit.status == 0, fit.output);
  BOOST_TEST(holds(fit.output, "each in its place"));
}

BOOST_AUTO_TEST_CASE(the_product_does_not_know_of_planted_bugs) {
  std::size_t checked = 0;
  for (const auto& file : source_files()) {
    if (!file.is_cpp() || file.is_of_tests()) continue;
    ++checked;
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      for (const std::string trace : {"PAYLINK_BUG", "PAYLINK_PLANTED", "planted"})
        BOOST_CHECK_MESSAGE(!holds(file.lines[i], trace), file.path << ":" << i + 1 << ": " << trace);
  }
  BOOST_TEST(checked > 20u);
}

BOOST_AUTO_TEST_CASE(a_copy_holds_the_bug_behind_its_switch_and_keeps_every_other_line_where_it_was) {
  const small_product product{lamp, a_bug(late)};
  const auto done = product.plant();
  BOOST_REQUIRE_MESSAGE(done.status == 0, done.output);
  const auto lines = lines_of(product.planted("lamp.cpp"));
  const auto first = std::ranges::find(lines, "#line 1 \"" + (product.root / "product/lamp.cpp").string() + "\"");
  BOOST_REQUIRE(first != lines.end());
  const std::vector<std::string> copied{first + 1, lines.end()};
  const auto original = lines_of(lamp);
  BOOST_REQUIRE_EQUAL(copied.size(), original.size());
  BOOST_TEST(in_one_line(copied[2] + copied[3]) ==
             " return ::paylink::is_planted::burns_late || hour < 6 || hour >= 18 ;");
  for (const std::size_t i : {0, 1, 4, 5, 6, 7}) BOOST_TEST(copied[i] == original[i]);
  const auto table = product.planted("planted_bug_table.cpp");
  BOOST_TEST(holds(table, "bool burns_late = false;"));
  BOOST_TEST(holds(table, "A lamp burns too long."));
}

BOOST_AUTO_TEST_CASE(a_statement_is_changed_by_the_table_and_its_source_has_no_copy) {
  const small_product product{lamp, a_bug("sql in lamp.cpp\n- FROM lamps WHERE row = :row\n+ FROM lamps\n")};
  const auto done = product.plant();
  BOOST_REQUIRE_MESSAGE(done.status == 0, done.output);
  BOOST_TEST(holds(product.planted("planted_bug_table.cpp"),
                   "{is_planted::burns_late, R\"sql(FROM lamps WHERE row = :row)sql\", R\"sql(FROM lamps)sql\"}"));
  BOOST_TEST(product.planted("lamp.cpp") == "");
}

BOOST_AUTO_TEST_CASE(insertions_at_one_place_come_in_the_order_of_the_bugs) {
  const small_product product{
      lamp, a_bug("in lamp.cpp\n  bool is_on(int hour) {\n+ if (PLANTED) return true;\n\n"
                  "bug never_burns\nNo lamp burns.\n\nin lamp.cpp\n  bool is_on(int hour) {\n+ if (PLANTED) return "
                  "false;\n")};
  const auto done = product.plant();
  BOOST_REQUIRE_MESSAGE(done.status == 0, done.output);
  BOOST_TEST(holds(in_one_line(product.planted("lamp.cpp")),
                   "if (::paylink::is_planted::burns_late) return true; if (::paylink::is_planted::never_burns) return "
                   "false; // At night."));
}

BOOST_AUTO_TEST_CASE(a_copy_goes_when_its_bug_has_gone) {
  const small_product product{lamp, a_bug(late)};
  product.plant();
  BOOST_TEST(product.planted("lamp.cpp") != "");
  product.write("product/lantern.cpp", "int wicks = 1;\n");
  product.write("bugs/lamps.bugs", a_bug("in lantern.cpp\n- int wicks = 1;\n+ int wicks = PLANTED ? 2 : 1;\n"));
  BOOST_TEST(product.plant().status == 0);
  BOOST_TEST(product.planted("lamp.cpp") == "");
  BOOST_TEST(product.planted("lantern.cpp") != "");
}

BOOST_AUTO_TEST_CASE(a_bug_that_does_not_fit_is_refused_by_its_name_file_and_text) {
  struct misfit {
    std::string source, bugs, said;
  };
  const std::string of = "bug burns_late (lamps.bugs:4): ";
  const misfit misfits[] = {
      {"int hour;\n", a_bug(late),
       of + "this text occurs 0 times in lamp.cpp, and must occur once: hour<6 || hour >= 18"},
      {lamp + lamp, a_bug(late), of + "this text occurs 2 times in lamp.cpp"},
      {lamp, a_bug("sql in lamp.cpp\n- FROM  lamps WHERE row=:row\n"), of + "this text occurs 0 times in lamp.cpp"},
      {lamp, a_bug("in lantern.cpp\n- a\n+ b\n"), "there is no file lantern.cpp"},
      {lamp, a_bug(late + "\nin lamp.cpp\n- < 6\n+ < 7\n"), "another change takes away the same text of lamp.cpp"},
      {lamp, a_bug("in lamp.cpp\n- hour < 6\n+ hour < 7 // later\n"), "a comment would not end"},
      {lamp, a_bug("in lamp.cpp\n  hour < 6\n"), "lamps.bugs:4: this changes nothing in lamp.cpp"},
      {lamp, a_bug("in lamp.cpp\n- < 6\n+ < 7\n  ||\n- 18\n+ 19\n"), "lamps.bugs:8: a change is in one place"},
      {lamp, a_bug("in lamp.cpp\nhour < 6\n"), "lamps.bugs:5: a line of a change begins with"},
      {lamp, "bug burns_late\n\nin lamp.cpp\n- < 6\n+ < 7\n", "a sentence is missing"},
      {lamp, a_bug(late + "\nbug burns_late\nAgain.\n"), "there are two of the name burns_late"},
      {lamp, "hook all\nFor all.\n\nin lamp.cpp\n- < 6\n+ < PLANTED\n", "a hook has no switch"},
      {lamp, "# None.\n", "changes anything"},
      {lamp, late, "lamps.bugs:1: here a bug or a hook should begin"},
  };
  for (const auto& [source, bugs, said] : misfits) {
    const small_product product{source, bugs};
    const auto done = product.plant();
    BOOST_CHECK_MESSAGE(done.status != 0, "not refused: " << bugs);
    BOOST_CHECK_MESSAGE(holds(in_one_line(done.output), said), done.output << "does not say: " << said);
    BOOST_TEST(product.planted("lamp.cpp") == "");
  }
}

BOOST_AUTO_TEST_SUITE_END()
