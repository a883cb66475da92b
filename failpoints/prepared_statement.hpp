#pragma once
#include <functional>
#include <string_view>

/// Lets a test observe every statement that a store prepares, and its connection. In a build without
/// `PAYLINK_FAILPOINTS` the line expands to nothing.
namespace paylink::failpoints {

using see_statement = std::function<void(const void* session, std::string_view sql)>;

/// Not thread-safe: set it before the stores are opened, on the thread that opens them. Null: not observed.
void on_prepare(see_statement visitor);

/// Whether a test observes them.
bool sees_statements();
void note_prepared(const void* session, std::string_view sql);

} // namespace paylink::failpoints

#ifdef PAYLINK_FAILPOINTS
#define PAYLINK_PREPARED(session, sql) ::paylink::failpoints::note_prepared(session, sql)
#else
#define PAYLINK_PREPARED(session, sql) static_cast<void>(0)
#endif
