// The entry point of every test program.
#define BOOST_TEST_MODULE paylink
#include <boost/test/unit_test.hpp>
