#pragma once
#include "sandbox/receiver/inbox.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace paylink::sandbox {

/// What the receiver's page shows.
struct receiver_view {
  std::string_view address; ///< `https://127.0.0.1:8091`; empty: it does not listen, and `absence` says why.
  std::string_view absence;
  std::string_view fault; ///< Of what was just asked; empty: none.
  answer_choice choice = answer_choice::ok;
  std::size_t demo_keys = 0, own_keys = 0;
  std::vector<checked_request> requests;
};

/// The receiver's page: its address, the switch of its answer, its keys, and what came.
std::string render_receiver_page(const receiver_view& view);

} // namespace paylink::sandbox
