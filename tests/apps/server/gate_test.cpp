#include "apps/studio/server/gate.hpp"

#include <gtest/gtest.h>

using namespace orrery;
using namespace orrery::studio;

namespace {

const std::string token = "0123456789abcdef";

TEST(gate, knows_this_machine_by_its_own_names_and_the_right_port_only) {
    const gate door({.port = 8765});
    EXPECT_EQ(door.judge({.host = "127.0.0.1:8765"}), verdict::welcome);
    EXPECT_EQ(door.judge({.host = "localhost:8765"}), verdict::welcome);
    for (const std::string_view host :
         {"", "localhost", "localhost:", "localhost:80", "localhost:8765x", "example.com:8765",
          "localhost.example.com:8765", "192.168.1.20:8765", "127.0.0.1:8765:8765"}) {
        EXPECT_EQ(door.judge({.host = host}), verdict::foreign_host) << host;
    }
}

TEST(gate, takes_a_name_without_a_port_for_the_port_that_browsers_leave_out) {
    EXPECT_EQ(gate({.port = 80}).judge({.host = "localhost"}), verdict::welcome);
}

TEST(gate, listening_on_one_address_goes_by_that_address_and_by_no_other) {
    const gate door({.address = "192.168.1.20", .port = 8765});
    EXPECT_EQ(door.judge({.host = "192.168.1.20:8765"}), verdict::welcome);
    EXPECT_EQ(door.judge({.host = "192.168.1.21:8765"}), verdict::foreign_host);
}

TEST(gate, listening_on_all_addresses_goes_by_addresses_in_digits_but_not_by_names) {
    const gate door({.address = "0.0.0.0", .port = 8765});
    EXPECT_EQ(door.judge({.host = "10.0.0.7:8765"}), verdict::welcome);
    EXPECT_EQ(door.judge({.host = "my-machine:8765"}), verdict::foreign_host);
}

TEST(gate, an_origin_must_be_the_very_host_that_was_asked) {
    const gate door({.port = 8765});
    const auto judge = [&](std::string_view origin) {
        return door.judge({.host = "localhost:8765", .origin = origin});
    };
    EXPECT_EQ(judge(""), verdict::welcome); // programs that are no browsers
    EXPECT_EQ(judge("http://localhost:8765"), verdict::welcome);
    for (const std::string_view origin :
         {"null", "http://localhost", "https://localhost:8765", "http://127.0.0.1:8765",
          "http://localhost:8765.example.com", "localhost:8765"}) {
        EXPECT_EQ(judge(origin), verdict::foreign_origin) << origin;
    }
}

TEST(gate, takes_the_token_from_the_cookie_or_the_address) {
    const gate door({.port = 8765, .token = token});
    const std::string cookie = door.cookie().substr(0, door.cookie().find(';'));
    const std::string others_and_ours = "theme=dark; " + cookie;
    EXPECT_EQ(door.judge({.host = "localhost:8765", .cookies = others_and_ours}), verdict::welcome);
    EXPECT_EQ(door.judge({.host = "localhost:8765", .query = "name=x&token=0123456789abcdef"}),
              verdict::welcome_by_address);
}

TEST(gate, refuses_tokens_that_are_wrong_in_any_letter_too_short_too_long_or_of_another_port) {
    const gate door({.port = 8765, .token = token});
    EXPECT_EQ(door.judge({.host = "localhost:8765"}), verdict::no_token);
    for (std::size_t i = 0; i < token.size(); ++i) {
        std::string wrong = "token=" + token;
        wrong[6 + i] = '!';
        EXPECT_EQ(door.judge({.host = "localhost:8765", .query = wrong}), verdict::no_token);
    }
    for (const std::string_view query : {"token=", "token=0123456789abcde", "token=0123456789abcdef0",
                                         "Token=0123456789abcdef", "mytoken=0123456789abcdef"}) {
        EXPECT_EQ(door.judge({.host = "localhost:8765", .query = query}), verdict::no_token) << query;
    }
    const std::string elsewhere = gate({.port = 8766, .token = token}).cookie();
    EXPECT_EQ(door.judge({.host = "localhost:8765", .cookies = elsewhere}), verdict::no_token);
}

TEST(gate, tokens_that_can_be_guessed_or_need_escaping_are_refused) {
    EXPECT_TRUE(check_token(token));
    EXPECT_FALSE(check_token("short"));
    EXPECT_FALSE(check_token(std::string(129, 'a')));
    EXPECT_FALSE(check_token("0123456789abcde;"));
}

TEST(gate, tokens_that_are_made_are_good_and_never_the_same) {
    const std::string one = make_token().value();
    EXPECT_TRUE(check_token(one));
    EXPECT_NE(one, make_token().value());
}

TEST(gate, only_addresses_in_digits_can_be_listened_on) {
    EXPECT_TRUE(check_address("0.0.0.0"));
    EXPECT_TRUE(check_address("192.168.1.20"));
    for (const std::string address :
         {"", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "127.0.0.1:80", "127.0.0.1,0.0.0.0"}) {
        EXPECT_FALSE(check_address(address)) << address;
    }
}

} // namespace
