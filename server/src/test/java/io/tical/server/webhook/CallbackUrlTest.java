package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.access.AddressRanges;
import io.tical.server.problem.Problem;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackUrlTest {
    private static final AddressGuard STRICT = new AddressGuard(AddressRanges.of(List.of()));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://shop.example/hooks?kind=payout&a[]=1 | https://shop.example/hooks?kind=payout&a[]=1",
                "http://shop.example                 | http://shop.example/",
                "HTTPS://Shop.Example:443/A          | https://shop.example/A",
                "http://shop.example:80/             | http://shop.example/",
                "https://shop.example:8443           | https://shop.example:8443/",
                "https://shop.example:65535?x        | https://shop.example:65535/?x",
                "https://a-b.c1.example/%E0%B8%81%0d | https://a-b.c1.example/%E0%B8%81%0d",
                "https://shop.example//double/../up  | https://shop.example//double/../up",
                "https://shop.example/user@name:port | https://shop.example/user@name:port",
                "https://bücher.example/             | https://xn--bcher-kva.example/",
                "https://BÜCHER.example/             | https://xn--bcher-kva.example/",
                "https://ร้าน.example/               | https://xn--q3ct9b5e.example/",
                "https://xn--zzzzzz.example/         | https://xn--zzzzzz.example/",
                "http://8.8.4.4:1/                   | http://8.8.4.4:1/",
                "http://0.0.0.0/                     | http://0.0.0.0/",
                "http://[2001:4860::8888]:8080/x     | http://[2001:4860::8888]:8080/x",
                "http://[2001:4860:0:0::ABCD]        | http://[2001:4860:0:0::abcd]/",
                "http://1.2.3.4.example/             | http://1.2.3.4.example/",
                "http://4e.f00d.cafe/                | http://4e.f00d.cafe/",
                "http://localhost/                   | http://localhost/"
            })
    void aUrlHasOneNormalForm(String text, String normal) {
        assertThat(CallbackUrl.parse(text)).hasToString(normal);
        assertThat(CallbackUrl.parse(normal)).isEqualTo(CallbackUrl.parse(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                          | must start with https:// or http://",
                "shop.example/hooks          | must start with https:// or http://",
                "//shop.example/             | must start with https:// or http://",
                "http:/shop.example/         | must start with https:// or http://",
                "ftp://shop.example/         | must start with https:// or http://",
                "file:///etc/passwd          | must start with https:// or http://",
                "javascript:alert(1)         | must start with https:// or http://",
                "gopher://shop.example:25/   | must start with https:// or http://",
                "https://                    | must name a host after ://",
                "https:///path               | must name a host after ://",
                "https://:8080/              | must name a host after ://",
                "https://?x                  | must name a host after ://",
                "https://user@shop.example/  | must have no user name or password before the host; callbacks are signed instead",
                "https://user:pass@shop.example/ | must have no user name or password before the host; callbacks are signed instead",
                "https://@shop.example/      | must have no user name or password before the host; callbacks are signed instead",
                "https://shop.example/#top   | must have no fragment (# and what follows), which is never sent to a server",
                "https://shop.example\\@evil.example/ | must have no backslash; write / between the parts of the path",
                "https:\\\\shop.example\\hooks | must have no backslash; write / between the parts of the path",
                "https://shop.example:/      | must have a port from 1 to 65535 after the colon, or neither; write an IPv6 address in brackets",
                "https://shop.example:0/     | must have a port from 1 to 65535 after the colon, or neither; write an IPv6 address in brackets",
                "https://shop.example:65536/ | must have a port from 1 to 65535 after the colon, or neither; write an IPv6 address in brackets",
                "https://shop.example:080/   | must have a port from 1 to 65535 after the colon, or neither; write an IPv6 address in brackets",
                "https://shop.example:+80/   | must have a port from 1 to 65535 after the colon, or neither; write an IPv6 address in brackets",
                "https://shop.example:８０/  | must have a port from 1 to 65535 after the colon, or neither; write an IPv6 address in brackets",
                "https://shop.example:80:80/ | must have a port from 1 to 65535 after the colon, or neither; write an IPv6 address in brackets",
                "https://[2001:4860::1/      | must have a port from 1 to 65535 after the colon, or neither; write an IPv6 address in brackets",
                "https://[2001:4860::1]x/    | must have an IPv6 address between the brackets, such as [2001:4860::1]",
                "https://[shop.example]/     | must have an IPv6 address between the brackets, such as [2001:4860::1]",
                "https://[v1.fe80]/          | must have an IPv6 address between the brackets, such as [2001:4860::1]",
                "https://[1.2.3.4]/          | must write an IPv4 address in dotted decimal, without brackets and ::ffff:",
                "https://[::1::]/            | must have an IPv6 address between the brackets, such as [2001:4860::1]",
                "https://[fe80::1%25eth0]/   | must name an IPv6 address without a zone (% and what follows)",
                "https://2001:4860::1/       | must have a port from 1 to 65535 after the colon, or neither; write an IPv6 address in brackets",
                "https://[::ffff:8.8.8.8]/   | must write an IPv4 address in dotted decimal, without brackets and ::ffff:",
                "https://shop.example./      | must have a host without a dot at its end",
                "https://shop%2eexample/     | must have a host without percent-encoding",
                "https://shop..example/      | must have a host of letters, digits and hyphens between single dots, at most 63 between two, such as callbacks.shop.example",
                "https://.example/           | must have a host of letters, digits and hyphens between single dots, at most 63 between two, such as callbacks.shop.example",
                "https://my_shop.example/    | must have a host of letters, digits and hyphens between single dots, at most 63 between two, such as callbacks.shop.example",
                "https://-shop.example/      | must have a host of letters, digits and hyphens between single dots, at most 63 between two, such as callbacks.shop.example",
                "https://shop,example/       | must have a host of letters, digits and hyphens between single dots, at most 63 between two, such as callbacks.shop.example",
                "https://straße.example/     | must have a host that is plain ASCII or a plain international name; write it in its ASCII form, xn--…",
                "https://ｓｈｏｐ.example/   | must have a host that is plain ASCII or a plain international name; write it in its ASCII form, xn--…",
                "https://shop。example/      | must have a host that is plain ASCII or a plain international name; write it in its ASCII form, xn--…",
                "https://shop.example/ร้าน   | must have a valid path and query; ร must be percent-encoded",
                "https://shop.example/<a>    | must have a valid path and query; < must be percent-encoded",
                "https://shop.example/%2     | must have two hexadecimal digits after each %; write %25 for the sign itself",
                "https://shop.example/%zz    | must have two hexadecimal digits after each %; write %25 for the sign itself"
            })
    void whatIsWrongIsSaidWithWhatToWrite(String text, String message) {
        assertThatThrownBy(() -> CallbackUrl.parse(text))
                .isInstanceOfSatisfying(
                        Problem.Invalid.class,
                        problem -> assertThat(problem.errors())
                                .containsExactly(new Problem.FieldError("url", "malformed", message)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " https://shop.example/",
                "https://shop.example/ ",
                "https://shop.example/a b",
                "https://shop.example/a\tb",
                "https://shop.example/\r\nHost: evil.example",
                "https://shop.example/\n",
                "https://shop.example\0.evil.example/",
                "https://shop\u00A0.example/",
                "https://shop\u200B.example/",
                "https://shop\u00AD.example/",
                "https://shop\u2028.example/",
                "https://shop.example/\u202Egpj",
                "https://shop.example/\uD800"
            })
    void whatCannotBeSeenIsRefused(String text) {
        assertThatThrownBy(() -> CallbackUrl.parse(text)).hasMessageContaining("no spaces, line breaks or control");
    }

    @Test
    void lengthsEnd() {
        var longest = "https://shop.example/" + "a".repeat(2_048 - 21);

        assertThat(CallbackUrl.parse(longest).target()).hasSize(2_048 - 20);
        assertThatThrownBy(() -> CallbackUrl.parse(longest + "a")).hasMessage("url: must be at most 2048 characters");
        assertThat(CallbackUrl.parse("http://" + "a".repeat(63) + ".example/").port())
                .isEqualTo(80);
        assertThatThrownBy(() -> CallbackUrl.parse("http://" + "a".repeat(64) + ".example/"))
                .hasMessageContaining("at most 63");
        assertThatThrownBy(() -> CallbackUrl.parse("http://" + "a1.".repeat(84) + "aa/"))
                .hasMessageContaining("at most 253");
    }

    @Test
    void savingRefusesAHostThatLeadsToARefusedAddressByAnyOfItsAddresses() {
        assertThatThrownBy(() -> CallbackUrl.check("https://shop.example/", STRICT, answering("8.8.8.8", "10.0.0.1")))
                .isInstanceOfSatisfying(
                        Problem.Invalid.class,
                        problem -> assertThat(problem.errors())
                                .containsExactly(new Problem.FieldError(
                                        "url",
                                        "address_refused",
                                        "leads to a private address, which callbacks may not reach; use a public server, or ask"
                                                + " the operator of this service to allow it")));
        assertThatThrownBy(() -> CallbackUrl.check("https://169.254.169.254/latest", STRICT, answering()))
                .hasMessageContaining("a cloud's metadata address");
        assertThatThrownBy(() -> CallbackUrl.check("https://[::1]/", STRICT, answering()))
                .hasMessageContaining("a loopback address");
    }

    @Test
    void savingTakesAHostThatIsPublicOrNotKnownYet() {
        assertThat(CallbackUrl.check("https://shop.example/", STRICT, answering("8.8.8.8", "2606:4700::1111")))
                .hasToString("https://shop.example/");
        assertThat(CallbackUrl.check("https://shop.example/", STRICT, answering())
                        .host())
                .isEqualTo("shop.example");
    }

    @Test
    void savingAsksOnceForThreeSecondsAndNeverForALiteral() {
        var asked = new ArrayList<String>();
        Resolver resolver = (host, within) -> {
            asked.add(host + " " + within);
            return List.of(InetAddress.ofLiteral("8.8.8.8"));
        };

        CallbackUrl.check("https://BÜCHER.example:8443/", STRICT, resolver);
        CallbackUrl.check("https://8.8.8.8/", STRICT, resolver);
        CallbackUrl.check("https://[2606:4700::1111]/", STRICT, resolver);

        assertThat(asked).containsExactly("xn--bcher-kva.example " + Duration.ofSeconds(3));
    }

    private static Resolver answering(String... addresses) {
        return (host, within) -> {
            if (addresses.length == 0) {
                throw new UnknownHostException(host);
            }
            return List.of(addresses).stream().map(InetAddress::ofLiteral).toList();
        };
    }
}
