#include "cli/changes.hpp"
#include "cli/record_list.hpp"
#include "cli/verbs.hpp"
#include "cli/workspace_choice.hpp"
#include "cli/workspaces/named_workspace.hpp"
#include "domain/values/percent.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <memory>

namespace paylink::cli {
namespace {

constexpr std::array member_columns{
    column{"USER", "user_id"}, column{"EMAIL", "email"},       column{"NAME", "name"},
    column{"ROLE", "role"},    column{"JOINED", "created_at"},
};
constexpr std::array invitation_columns{
    column{"ID", "id"},         column{"EMAIL", "email"},     column{"ROLE", "role"},
    column{"STATUS", "status"}, column{"ENDS", "expires_at"},
};

struct people_options {
  page_options page;
  std::string workspace;
};

struct person_options {
  named_workspace named;
  std::string subject, role_name; ///< A user's id, an invitation's id, or an address.
};

exit_status list_people(const people_options& options, std::string_view what, std::span<const column> columns,
                        terminal& at) {
  auto target = "/v1.1/workspaces/" +
                percent_encoded(choose_workspace(options.workspace, options.page.connection, at)) + "/" +
                std::string{what};
  api_client client{find_service(options.page.connection, at)};
  return show_page(client, std::move(target), options.page, columns, at);
}

std::string path_of_person(const person_options& options, std::string_view what, terminal& at) {
  return path_of(options.named, at) + "/" + std::string{what} + "/" + percent_encoded(options.subject);
}

exit_status invite(const person_options& options, terminal& at) {
  return send_change(http_method::post, path_of(options.named, at) + "/invitations",
                     {{"email", options.subject}, {"role", options.role_name}}, options.named.connection, at);
}

exit_status set_role(const person_options& options, terminal& at) {
  return send_change(http_method::patch, path_of_person(options, "members", at), {{"role", options.role_name}},
                     options.named.connection, at);
}

using person_verb = exit_status (*)(const person_options&, terminal&);

/// A verb about one person: its argument, and for some a role.
void add_person_verb(CLI::App& parent, std::string name, std::string help, const char* argument, bool takes_role,
                     person_verb carry_out, terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<person_options>();
  auto* verb = parent.add_subcommand(std::move(name), std::move(help));
  verb->add_option(argument, options->subject)->required();
  if (takes_role) verb->add_option("--role", options->role_name, "admin, member or viewer.")->required();
  add_named_workspace(*verb, options->named);
  verb->callback(
      [options, carry_out, &at, &chosen] { chosen = [options, carry_out, &at] { return carry_out(*options, at); }; });
}

void add_list_verb(CLI::App& parent, std::string help, std::string_view what, std::span<const column> columns,
                   terminal& at, chosen_verb& chosen) {
  auto options = std::make_shared<people_options>();
  auto* verb = parent.add_subcommand("list", std::move(help));
  add_workspace_option(*verb, options->workspace);
  add_page_options(*verb, options->page);
  verb->callback([options, what, columns, &at, &chosen] {
    chosen = [options, what, columns, &at] { return list_people(*options, what, columns, at); };
  });
}

} // namespace

void add_members(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto* members = program.add_subcommand("members", "List, change and remove the members of a Workspace.");
  members->require_subcommand(1);
  add_list_verb(*members, "List the members of a Workspace.", "members", member_columns, at, chosen);
  add_person_verb(*members, "set-role", "Change a member's role and print the member.", "USER", true, set_role, at,
                  chosen);
  add_person_verb(
      *members, "remove", "Remove a member from a Workspace.", "USER", false,
      [](const person_options& options, terminal& to) {
        return send_deletion(path_of_person(options, "members", to), options.named.connection, to);
      },
      at, chosen);
}

void add_invitations(CLI::App& program, terminal& at, chosen_verb& chosen) {
  auto* invitations = program.add_subcommand("invitations", "Invite people to a Workspace.");
  invitations->require_subcommand(1);
  add_list_verb(*invitations, "List a Workspace's invitations, newest first.", "invitations", invitation_columns, at,
                chosen);
  add_person_verb(*invitations, "create", "Invite a person by email and print the invitation.", "EMAIL", true, invite,
                  at, chosen);
  add_person_verb(
      *invitations, "cancel", "Cancel an invitation.", "INVITATION", false,
      [](const person_options& options, terminal& to) {
        return send_deletion(path_of_person(options, "invitations", to), options.named.connection, to);
      },
      at, chosen);
}

} // namespace paylink::cli
