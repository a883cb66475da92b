#include "tests/support/test_ca.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <cstdlib>
#include <stdexcept>
#include <unistd.h>

namespace paylink::test {
namespace {

constexpr long seconds_per_day = 86'400;
constexpr long ca_days = 3'650;

struct release {
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(BIO* bio) const { BIO_free(bio); }
};
using certificate_ptr = std::unique_ptr<X509, release>;
using key_ptr = std::unique_ptr<EVP_PKEY, release>;

void require(bool succeeded, const char* what) {
  if (!succeeded) throw std::runtime_error{std::string{"test certificate: "} + what};
}

key_ptr make_key(int rsa_bits) {
  key_ptr key{rsa_bits != 0 ? EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", static_cast<std::size_t>(rsa_bits))
                            : EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256")};
  require(key != nullptr, "key");
  return key;
}

void extend(X509* certificate, X509* issuer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
  require(extension != nullptr, value.c_str());
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

// What the textual form of an extension cannot say: a name with any bytes.
void name_raw(X509* certificate, const std::string& name) {
  GENERAL_NAMES* names = sk_GENERAL_NAME_new_null();
  GENERAL_NAME* one = GENERAL_NAME_new();
  ASN1_IA5STRING* text = ASN1_IA5STRING_new();
  ASN1_STRING_set(text, name.data(), static_cast<int>(name.size()));
  GENERAL_NAME_set0_value(one, GEN_DNS, text);
  sk_GENERAL_NAME_push(names, one);
  require(X509_add1_ext_i2d(certificate, NID_subject_alt_name, names, 0, X509V3_ADD_DEFAULT) == 1, "raw name");
  sk_GENERAL_NAME_pop_free(names, GENERAL_NAME_free);
}

certificate_ptr blank(const std::string& name, EVP_PKEY* key, long from_days, long to_days) {
  certificate_ptr certificate{X509_new()};
  X509_set_version(certificate.get(), X509_VERSION_3);
  std::uint64_t serial = 0;
  RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), from_days * seconds_per_day);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), to_days * seconds_per_day);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  X509_set_pubkey(certificate.get(), key);
  return certificate;
}

void sign(X509* certificate, X509* issuer, EVP_PKEY* key, const char* digest) {
  X509_set_issuer_name(certificate, X509_get_subject_name(issuer));
  require(X509_sign(certificate, key, EVP_get_digestbyname(digest)) != 0, "signature");
}

template <class Write>
std::string to_pem(Write write) {
  const std::unique_ptr<BIO, release> memory{BIO_new(BIO_s_mem())};
  require(write(memory.get()) == 1, "PEM");
  char* text = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

std::string certificate_pem(X509* certificate) {
  return to_pem([&](BIO* to) { return PEM_write_bio_X509(to, certificate); });
}

// A leaf, signed by `issuer_key`; its own key signs when there is no issuer.
tls_identity make_leaf(const certificate_wish& wish, X509* issuer, EVP_PKEY* issuer_key) {
  const key_ptr key = make_key(wish.rsa_bits);
  const certificate_ptr leaf = blank(wish.common_name, key.get(), wish.valid_from_days, wish.valid_to_days);
  extend(leaf.get(), leaf.get(), NID_basic_constraints, "critical,CA:FALSE");
  if (!wish.extended_usage.empty()) extend(leaf.get(), leaf.get(), NID_ext_key_usage, wish.extended_usage);
  std::string names;
  for (const std::string& name : wish.alternative_names) names.append(names.empty() ? "" : ",").append(name);
  if (!wish.raw_dns_name.empty())
    name_raw(leaf.get(), wish.raw_dns_name);
  else if (!names.empty())
    extend(leaf.get(), leaf.get(), NID_subject_alt_name, names);
  sign(leaf.get(), issuer != nullptr ? issuer : leaf.get(), issuer_key != nullptr ? issuer_key : key.get(),
       wish.digest);
  return {certificate_pem(leaf.get()), to_pem([&](BIO* to) {
            return PEM_write_bio_PrivateKey(to, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

} // namespace

struct test_ca::parts {
  certificate_ptr certificate;
  key_ptr key;

  parts(const std::string& name, const parts* parent) : key{make_key(0)} {
    certificate = blank(name, key.get(), -1, ca_days);
    X509* issuer = parent != nullptr ? parent->certificate.get() : certificate.get();
    extend(certificate.get(), issuer, NID_basic_constraints, "critical,CA:TRUE");
    extend(certificate.get(), issuer, NID_key_usage, "critical,keyCertSign,cRLSign");
    extend(certificate.get(), issuer, NID_subject_key_identifier, "hash");
    sign(certificate.get(), issuer, parent != nullptr ? parent->key.get() : key.get(), "SHA256");
  }
};

test_ca::test_ca(const std::string& name) : parts_{std::make_unique<parts>(name, nullptr)} {}
test_ca::test_ca(std::unique_ptr<parts> made) : parts_{std::move(made)} {}
test_ca::~test_ca() = default;
test_ca::test_ca(test_ca&&) noexcept = default;
test_ca& test_ca::operator=(test_ca&&) noexcept = default;

test_ca test_ca::intermediate(const std::string& name) const {
  return test_ca{std::make_unique<parts>(name, parts_.get())};
}

tls_identity test_ca::issue(const certificate_wish& wish, bool send_intermediate) const {
  tls_identity made = make_leaf(wish, parts_->certificate.get(), parts_->key.get());
  if (send_intermediate) made.chain += pem();
  return made;
}

tls_identity test_ca::self_signed(const certificate_wish& wish) { return make_leaf(wish, nullptr, nullptr); }

std::string test_ca::pem() const { return certificate_pem(parts_->certificate.get()); }

scratch_file::scratch_file(const std::string& content) {
  std::string name = (std::filesystem::temp_directory_path() / "paylink-test-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0 || ::write(file, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
    throw std::runtime_error{"a temporary file cannot be written"};
  ::close(file);
  path_ = name;
}

scratch_file::~scratch_file() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

} // namespace paylink::test
