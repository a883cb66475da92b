#include "api/calls/list_parameters.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/forms.hpp"
#include "api/statistics/statistics_records.hpp"
#include "http/wire/envelope.hpp"

namespace paylink {

namespace {

constexpr std::string_view statistics_tag = "Statistics";

/// How much is answered at once, and without `from`.
struct span_rule {
  std::chrono::hours most, unless_given;
};
constexpr span_rule span_rule_of(period_length length) {
  using std::chrono::days;
  return length == period_length::hour ? span_rule{days{14}, days{1}} : span_rule{days{366}, days{30}};
}

constexpr parameter_description statistics_parameters[]{
    {"bucket", one_of_words<period_length>("day"), "Length of the periods: hours, or days in Vietnam", "day"},
    {"from", forms::given_time, "Start of the first period. By default, the 30 days or 24 hours before `to`"},
    {"to", forms::given_time,
     "End of the last period, exclusive; now by default. At most 366 days after `from`, or 14 days for hours"},
};

constexpr route_description showing_statistics{
    .id = "getStatistics",
    .tag = statistics_tag,
    .summary = "Read statistics by hour or day",
    .details = "Counters are maintained as events occur, so the call is equally fast for any number of transactions. "
               "They are kept when old deliveries are purged.",
    .query = {statistics_parameters},
    .answers = {answers::record("The counts.", statistics_record)},
};

constexpr route_description showing_open_counts{
    .id = "getOpenCounts",
    .tag = statistics_tag,
    .summary = "Count the items that need review",
    .answers = {answers::record("The counts.", open_counts_record)},
};

/// The first moment behind the periods that end with a time.
timestamp period_end(timestamp to, period_length length) {
  const auto start = period_start(to, length);
  return start == to ? to : start + hours_of(length);
}

/// What is asked for, without its counts.
workspace_statistics read_span(const call_context& context, field_faults& faults) {
  parameter_reader given{context, faults};
  const auto word = given.word("bucket");
  std::optional<timestamp> from, to;
  given.take("from", from, parse_rfc3339);
  given.take("to", to, parse_rfc3339);
  workspace_statistics asked{.length = word ? *parse_period_length(*word) : period_length::day};
  const auto rule = span_rule_of(asked.length);
  asked.to = period_end(to.value_or(context.now + std::chrono::milliseconds{1}), asked.length);
  asked.from = period_start(from.value_or(asked.to - rule.unless_given), asked.length);
  if (!faults.empty()) return asked;
  if (asked.from >= asked.to) faults.push_back({"to", "too_small", "to must be after from."});
  if (asked.to - asked.from > rule.most)
    faults.push_back({"to", "too_far",
                      asked.length == period_length::hour
                          ? "to must be at most 14 days after from, unless the periods are days."
                          : "to must be at most 366 days after from."});
  return asked;
}

handled show_statistics(call_context& context) {
  auto faults = unknown_parameters(context);
  auto asked = read_span(context, faults);
  if (!faults.empty()) return context.refuse(faults);
  asked.periods = context.rows.ask(list_periods{context.workspace, asked.from, asked.to, asked.length});
  return success(200, statistics_record.json(asked), context.now);
}

handled show_open_counts(call_context& context) {
  return success(200, open_counts_record.json(context.rows.ask(count_open{context.workspace, context.now})),
                 context.now);
}

} // namespace

using enum permission;
constexpr api_route statistics_rows[]{
    routes::in_turn(routes::with(bank_accounts_read, http_method::get, "/v1.1/statistics/{workspace_id}",
                                 show_statistics, showing_statistics)),
    routes::in_turn(routes::with(bank_accounts_read, http_method::get, "/v1.1/statistics/{workspace_id}/now",
                                 show_open_counts, showing_open_counts)),
};
constexpr std::span<const api_route> statistics_routes{statistics_rows};

} // namespace paylink
