#include "tests/simulation/places.hpp"

#include <boost/mp11/algorithm.hpp>
#include <boost/type_index/ctti_type_index.hpp>

namespace paylink::simulation {

namespace {

/// `create_link` of `paylink::create_link`.
template <class Verb>
std::string name_of_verb() {
  auto name = boost::typeindex::ctti_type_index::type_id<Verb>().pretty_name();
  return name.substr(name.rfind(':') + 1);
}

std::vector<std::string> every_name() {
  std::vector<std::string> names;
  for (std::size_t number = 0; number < static_cast<std::size_t>(failpoints::place::first_around_verbs); ++number)
    names.emplace_back(failpoints::name_of(static_cast<failpoints::place>(number)));
  boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, verbs_with_places>>(
      [&]<class Verb>(boost::mp11::mp_identity<Verb>) {
        names.push_back("before_" + name_of_verb<Verb>());
        names.push_back("after_" + name_of_verb<Verb>());
      });
  return names;
}

} // namespace

std::string_view place_name(failpoints::place where) {
  static const auto names = every_name();
  return names.at(static_cast<std::size_t>(where));
}

} // namespace paylink::simulation
