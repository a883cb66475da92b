#pragma once
#include "domain/values/random_source.hpp"
#include "domain/values/time.hpp"
#include "http/tools/api_client.hpp"

#include <functional>
#include <string>
#include <vector>

namespace paylink {

/// What a conformance test of a connector is given.
struct connector_trial {
  std::string secret{}; ///< Signs the calls.
  std::string brand = "Service";
  std::string feed{}; ///< The bank's code, or the switch's: in which form its entries must be.
  std::string account_number{}, holder_name{}, phone{}, identity_number{},
      bin{};                   ///< Of an account that may be connected.
  std::string connection_id{}; ///< A connection that is there, and is tried instead of a new one; empty: none.
};

/// The result of one check.
struct connector_check_result {
  std::string name;    ///< What a connector must do.
  std::string problem; ///< Empty: it does.
};

/// Makes the calls of the connector protocol, one after the other, and judges the answers. If the first has none, the
/// others are not made. `client` is the connector's.
std::vector<connector_check_result> check_connector(api_client& client, const connector_trial& trial,
                                                    const wall_clock& clock, random_source& random);

} // namespace paylink
