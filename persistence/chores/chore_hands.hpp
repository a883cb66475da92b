#pragma once

namespace paylink {

class plan_writes;
class quota_writes;
class statement_writes;

/// Who does the work of the chores in the store that are no functions of their own.
struct chore_hands {
  plan_writes& plans;
  statement_writes& statements;
  quota_writes& quotas;
};

} // namespace paylink
