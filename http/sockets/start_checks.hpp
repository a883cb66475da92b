#pragma once
#include <openssl/types.h>

#include <string>

namespace paylink {

/// Faults of files and addresses that a server or a client needs to start; empty: none. Each names its subject and the
/// reason, in the system's words and never a library's.
std::string fault_of_server_certificate(const std::string& certificate_file, const std::string& key_file);
std::string fault_of_authorities(const std::string& ca_file);
/// `127.0.0.1:8080`: whether this machine could listen there. An address in use is not a fault.
std::string fault_of_listen_address(const std::string& listen);
/// The same, but an address in use is a fault.
std::string fault_of_taken_address(const std::string& listen);

/// Gives a context its certificate chain and key. Throws std::runtime_error that names the file and says why.
void use_server_certificate(SSL_CTX* context, const std::string& certificate_file, const std::string& key_file);
/// Adds authorities to those that a context trusts. Throws std::runtime_error that names the file and says why.
void trust_authorities(SSL_CTX* context, const std::string& ca_file);

} // namespace paylink
