#pragma once
#include <openssl/types.h>

#include <string>

namespace paylink {

/// What is wrong with files and addresses that a server or a client is to start with; empty: nothing. Each says what it
/// is about and why, in the system's words and never in a library's.
std::string fault_of_server_certificate(const std::string& certificate_file, const std::string& key_file);
std::string fault_of_authorities(const std::string& ca_file);
/// `127.0.0.1:8080`: whether this machine could listen there. That somebody already does is none.
std::string fault_of_listen_address(const std::string& listen);
/// The same, and that somebody already does is one.
std::string fault_of_taken_address(const std::string& listen);

/// Gives a context its certificate chain and key. Throws std::runtime_error that names the file and says why.
void use_server_certificate(SSL_CTX* context, const std::string& certificate_file, const std::string& key_file);
/// Adds authorities to those that a context trusts. Throws std::runtime_error that names the file and says why.
void trust_authorities(SSL_CTX* context, const std::string& ca_file);

} // namespace paylink
