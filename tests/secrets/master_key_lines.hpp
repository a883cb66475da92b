#pragma once
#include <string>

/// Two lines of a file of master keys.
inline const std::string key_a = "a AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n";
inline const std::string key_b = "b //////////////////////////////////////////8=\n";
