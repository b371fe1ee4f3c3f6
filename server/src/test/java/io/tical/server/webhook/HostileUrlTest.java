package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.access.AddressRanges;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every way known to us of writing an address so that a guard does not see it. Only 127.0.0.1 is allowed here, and what would be
 * reached listens on 127.0.0.2 and counts. Nothing in this class can leave the machine: the connector stops at loopback.
 */
@Isolated("sets the proxy of this JVM")
class HostileUrlTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

    private final List<InetSocketAddress> dialled = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private Listener forbidden;
    private Listener allowed;

    @BeforeEach
    void listen() throws IOException {
        forbidden = Listener.answering("127.0.0.2", OK);
        allowed = Listener.answering("127.0.0.1", OK);
    }

    @AfterEach
    void stop() throws IOException {
        forbidden.close();
        allowed.close();
    }

    /** Names all lead to the forbidden listener, as a hostile name server would have it. */
    private Outcome post(String url) {
        return post(url, List.of("127.0.0.1"), (host, within) -> {
            asked.add(host);
            return List.of(InetAddress.ofLiteral("127.0.0.2"));
        });
    }

    private Outcome post(String url, List<String> allow, Resolver resolver) {
        try (var sender = new CallbackSender(
                guard(allow),
                resolver,
                SSLContext.getDefault().getSocketFactory(),
                Duration.ofSeconds(5),
                (socket, to, timeoutMillis) -> {
                    dialled.add(to);
                    if (!to.getAddress().isLoopbackAddress()) {
                        throw new AssertionError("would have left the machine for " + to);
                    }
                    socket.connect(to, timeoutMillis);
                })) {
            return sender.post(url, Map.of("Content-Type", "application/json"), new byte[] {'{', '}'});
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static AddressGuard guard(List<String> allow) {
        return new AddressGuard(AddressRanges.of(allow));
    }

    private void nobodyWasReached() {
        assertThat(dialled).isEmpty();
        assertThat(forbidden.connections()).isZero();
        assertThat(allowed.connections()).isZero();
    }

    @Test
    void theListenersDoCount() {
        assertThat(post(at("http://127.0.0.1:%d/", allowed))).isEqualTo(new Outcome.Answered(200, ""));
        assertThat(post(at("http://127.0.0.2:%d/"), List.of("127.0.0.2"), (host, within) -> List.of()))
                .isEqualTo(new Outcome.Answered(200, ""));

        assertThat(allowed.connections()).isOne();
        assertThat(forbidden.connections()).isOne();
    }

    private String at(String url) {
        return at(url, forbidden);
    }

    private static String at(String url, Listener listener) {
        return url.replace("%d", Integer.toString(listener.port()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // As itself, and with names for it
                "http://127.0.0.2:%d/",
                "HTTP://127.0.0.2:%d",
                "https://127.0.0.2:%d/",
                "http://localhost:%d/",
                "http://LOCALHOST:%d/",
                "http://localtest.example:%d/",
                "http://127.0.0.2.example:%d/",
                "http://xn--lcalhost-54a.example:%d/",
                "http://ⓛocalhöst.example:%d/",
                // One number
                "http://2130706434:%d/",
                "http://02130706434:%d/",
                "http://0x7f000002:%d/",
                "http://0X7F000002:%d/",
                "http://0x7F.0x0.0x0.0x2:%d/",
                "http://017700000002:%d/",
                "http://0o17700000002:%d/",
                "http://6425673730:%d/",
                // Fewer parts
                "http://127.2:%d/",
                "http://127.0.2:%d/",
                "http://127.0x2:%d/",
                "http://0177.2:%d/",
                // Octal, hexadecimal and mixed parts
                "http://0177.0.0.2:%d/",
                "http://0177.0000.0000.0002:%d/",
                "http://0x7f.0.0.2:%d/",
                "http://0x7f.0.0.0x2:%d/",
                "http://0x7f.1:%d/",
                "http://127.0.0.0x02:%d/",
                "http://127.0x0.00.2:%d/",
                "http://127.000.000.002:%d/",
                "http://127.0.0.02:%d/",
                "http://127.0.0.258:%d/",
                "http://383.0.0.2:%d/",
                "http://127.0.0.2.0:%d/",
                "http://0x:%d/",
                // Dots
                "http://127.0.0.2.:%d/",
                "http://localhost.:%d/",
                "http://127..0.0.2:%d/",
                "http://.127.0.0.2:%d/",
                "http://127。0。0。2:%d/",
                "http://127．0．0．2:%d/",
                "http://127｡0｡0｡2:%d/",
                // Percent-encoded
                "http://%31%32%37.0.0.2:%d/",
                "http://127%2e0%2e0%2e2:%d/",
                "http://%6cocalhost:%d/",
                "http://127.0.0.2%00.example:%d/",
                "http://127.0.0.2%23.example:%d/",
                "http://shop.example%2f@127.0.0.2:%d/",
                // Other digits and letters
                "http://１２７.０.０.２:%d/",
                "http://①②⑦.⓪.⓪.②:%d/",
                "http://𝟏𝟐𝟕.𝟎.𝟎.𝟐:%d/",
                "http://١٢٧.٠.٠.٢:%d/",
                "http://12７.0.0.2:%d/",
                "http://¹²⁷.0.0.2:%d/",
                "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:%d/",
                "http://ｌｏｃａｌｈｏｓｔ:%d/",
                "http://loc\u00ADalhost:%d/",
                "http://loc\u200Balhost:%d/",
                "http://127.0.0.2\u200D:%d/",
                // IPv6 that is, or carries, the same
                "http://[::ffff:127.0.0.2]:%d/",
                "http://[::ffff:7f00:2]:%d/",
                "http://[0:0:0:0:0:ffff:7f00:0002]:%d/",
                "http://[::FFFF:7F00:2]:%d/",
                "http://[::ffff:0:127.0.0.2]:%d/",
                "http://[::127.0.0.2]:%d/",
                "http://[::7f00:2]:%d/",
                "http://[64:ff9b::127.0.0.2]:%d/",
                "http://[64:ff9b::7f00:2]:%d/",
                "http://[64:ff9b:1::7f00:2]:%d/",
                "http://[2002:7f00:2::]:%d/",
                "http://[2002:7f00:2::1]:%d/",
                "http://[2001:0:7f00:2::]:%d/",
                "http://[2001:0:808:808::80ff:fffd]:%d/",
                "http://[2a00:1450::5efe:7f00:2]:%d/",
                "http://[2a00:1450::200:5efe:127.0.0.2]:%d/",
                "http://[::1]:%d/",
                "http://[0000:0000:0000:0000:0000:0000:0000:0001]:%d/",
                "http://[::]:%d/",
                "http://[::1%25lo]:%d/",
                "http://[::1%lo]:%d/",
                "http://[fe80::1%251]:%d/",
                "http://[127.0.0.2]:%d/",
                "http://[::ffff:0x7f.0.0.2]:%d/",
                "http://::1:%d/",
                "http://[::1:%d/",
                "http://[[::1]]:%d/",
                // The address of nothing in particular, which connects to this machine
                "http://0.0.0.0:%d/",
                "http://0:%d/",
                "http://0x0:%d/",
                "http://00.0.0.0:%d/",
                // Credentials, and what only one reader takes for the host
                "http://127.0.0.1@127.0.0.2:%d/",
                "http://127.0.0.1:80@127.0.0.2:%d/",
                "http://user:secret@127.0.0.2:%d/",
                "http://user:secret@127.0.0.1@127.0.0.2:%d/",
                "http://shop.example:@127.0.0.2:%d/",
                "http://127.0.0.2:%d\\@127.0.0.1/",
                "http://127.0.0.1\\@127.0.0.2:%d/",
                "http://127.0.0.2:%d#@127.0.0.1/",
                "http://127.0.0.1#@127.0.0.2:%d/",
                "http://127.0.0.1 @127.0.0.2:%d/",
                "http://127.0.0.2:%d:80/",
                "http://127.0.0.1,127.0.0.2:%d/",
                "http://127.0.0.1&@127.0.0.2:%d/",
                "http:\\\\127.0.0.2:%d/",
                "http:/\\127.0.0.2:%d/",
                "http:///127.0.0.2:%d/",
                "http:127.0.0.2:%d/",
                "//127.0.0.2:%d/",
                "127.0.0.2:%d/",
                // Other schemes
                "ftp://127.0.0.2:%d/",
                "gopher://127.0.0.2:%d/_POST",
                "file:///etc/passwd",
                "jar:http://127.0.0.2:%d/x.jar!/",
                "dict://127.0.0.2:%d/",
                "ws://127.0.0.2:%d/",
                "httpſ://127.0.0.2:%d/",
                "url:http://127.0.0.2:%d/",
                "http+unix://127.0.0.2:%d/",
                // Lines and what is not seen
                " http://127.0.0.2:%d/",
                "ht\ntp://127.0.0.2:%d/",
                "http://127.0.0.1:%d/\r\nHost: 127.0.0.2",
                "http://127.0.0.1:%d/ HTTP/1.1\r\nX: y\r\n\r\nGET / HTTP/1.1",
                "http://127.0.0.2\t:%d/",
                "http://127.0.0.2\0.example:%d/",
                "http://127.0.0.2\u3000:%d/"
            })
    void noSpellingReachesWhatIsNotAllowed(String spelling) {
        var outcome = post(at(spelling));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Unanswered.class,
                        unanswered -> assertThat(unanswered.error())
                                .matches("(malformed URL: it must .*|address refused: the host has .*)"));
        nobodyWasReached();
        assertThatThrownBy(() -> CallbackUrl.check(
                        at(spelling),
                        guard(List.of("127.0.0.1")),
                        (host, within) -> List.of(InetAddress.ofLiteral("127.0.0.2"))))
                .isInstanceOf(Problem.Invalid.class);
    }

    @ParameterizedTest
    @CsvSource({
        "http://10.0.0.1/, a private address",
        "http://172.16.0.1/, a private address",
        "https://192.168.1.1/admin, a private address",
        "http://169.254.169.254/latest/meta-data/, a cloud's metadata address",
        "http://[fd00:ec2::254]/latest/meta-data/, a cloud's metadata address",
        "http://100.100.100.200/, a cloud's metadata address",
        "http://100.64.0.1/, an address shared behind a carrier's NAT",
        "http://255.255.255.255/, the broadcast address",
        "http://224.0.0.1/, a multicast address",
        "http://[fe80::1]/, a link-local address",
        "http://[fc00::1]/, a unique-local address",
        "http://[fec0::1]/, a site-local address",
        "http://[ff02::1]/, a multicast address",
        "http://[2002:a00:1::]/, a 6to4 address",
        "http://[64:ff9b::a9fe:a9fe]/, a NAT64 address"
    })
    void noOtherNetworkIsDialled(String url, String kind) {
        assertThat(post(url)).isEqualTo(new Outcome.Unanswered("address refused: the host has " + kind));
        nobodyWasReached();
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1 127.0.0.2, a loopback address",
        "127.0.0.2 127.0.0.1, a loopback address",
        "127.0.0.1 10.0.0.1, a private address",
        "127.0.0.1 127.0.0.1 127.0.0.1 127.0.0.1 127.0.0.1 ::1, a loopback address",
        "127.0.0.1 169.254.169.254, a cloud's metadata address",
        "127.0.0.1 64:ff9b::7f00:1, a NAT64 address"
    })
    void oneBadAddressOfAHostIsEnough(String addresses, String kind) {
        Resolver resolver = (host, within) -> List.of(addresses.split(" ")).stream()
                .map(InetAddress::ofLiteral)
                .toList();

        assertThat(post(at("http://shop.example:%d/", allowed), List.of("127.0.0.1"), resolver))
                .isEqualTo(new Outcome.Unanswered("address refused: the host has " + kind));
        nobodyWasReached();
    }

    @Test
    void aNameServerThatChangesItsMindIsAskedOnceAndWhatWasCheckedIsWhatIsReached() {
        var questions = new ArrayList<String>();
        Resolver rebinding = (host, within) -> {
            questions.add(host);
            return List.of(InetAddress.ofLiteral(questions.size() == 1 ? "127.0.0.1" : "127.0.0.2"));
        };

        var outcome = post(at("http://rebind.example:%d/", allowed), List.of("127.0.0.1"), rebinding);
        assertThat(outcome).isEqualTo(new Outcome.Answered(200, ""));
        assertThat(questions).hasSize(1);
        assertThat(allowed.connections()).isOne();

        assertThat(post(at("http://rebind.example:%d/"), List.of("127.0.0.1"), rebinding))
                .isEqualTo(new Outcome.Unanswered("address refused: the host has a loopback address"));
        assertThat(questions).hasSize(2);
        assertThat(allowed.connections()).isOne();
        assertThat(forbidden.connections()).isZero();
    }

    @Test
    void whatWasFineWhenItWasSavedIsCheckedAgainWhenItIsSent() throws UnknownHostException {
        var url = at("http://rebind.example:%d/");
        CallbackUrl.check(
                url, guard(List.of("127.0.0.1")), (host, within) -> List.of(InetAddress.ofLiteral("127.0.0.1")));

        assertThat(post(url)).isEqualTo(new Outcome.Unanswered("address refused: the host has a loopback address"));
        nobodyWasReached();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.2:%d/",
                "//127.0.0.2:%d/",
                "http://2130706434:%d/",
                "http://[::ffff:127.0.0.2]:%d/",
                "https://127.0.0.2:%d/",
                "http://169.254.169.254/latest/meta-data/",
                "http://10.0.0.1/",
                "file:///etc/passwd"
            })
    void aRedirectIsAnAnswerAndNeverFollowed(String location) throws IOException {
        for (var status : List.of(301, 302, 303, 307, 308)) {
            var answer = String.format(
                    Locale.ROOT,
                    "HTTP/1.1 %d Moved\r\nLocation: %s\r\nRefresh: 0; url=%s\r\nContent-Length: 0\r\n\r\n",
                    status,
                    at(location),
                    at(location));
            try (var redirecting = Listener.answering(answer)) {
                assertThat(post(redirecting.url())).isEqualTo(new Outcome.Answered(status, ""));
                assertThat(redirecting.connections()).isOne();
            }
        }
        assertThat(dialled)
                .hasSize(5)
                .allMatch(to -> to.getAddress().getHostAddress().equals("127.0.0.1"));
        assertThat(forbidden.connections()).isZero();
    }

    @Test
    void encodedLineEndsStayEncoded() {
        assertThat(post(at("http://127.0.0.1:%d/a%0d%0aHost:%20127.0.0.2%0d%0a?b=%0D%0A", allowed)))
                .isEqualTo(new Outcome.Answered(200, ""));

        assertThat(allowed.requests().getFirst().lines().limit(2))
                .containsExactly(
                        "POST /a%0d%0aHost:%20127.0.0.2%0d%0a?b=%0D%0A HTTP/1.1", "Host: 127.0.0.1:" + allowed.port());
        assertThat(forbidden.connections()).isZero();
    }

    @Test
    void noProxyOfTheSystemIsUsed() {
        var names = List.of("http", "https", "socks");
        names.forEach(name -> {
            System.setProperty(name.equals("socks") ? "socksProxyHost" : name + ".proxyHost", "127.0.0.2");
            System.setProperty(
                    name.equals("socks") ? "socksProxyPort" : name + ".proxyPort", Integer.toString(forbidden.port()));
        });
        System.setProperty("http.nonProxyHosts", "");
        System.setProperty("socksNonProxyHosts", "");
        try {
            assertThat(post(at("http://127.0.0.1:%d/", allowed))).isEqualTo(new Outcome.Answered(200, ""));
        } finally {
            names.forEach(name -> {
                System.clearProperty(name.equals("socks") ? "socksProxyHost" : name + ".proxyHost");
                System.clearProperty(name.equals("socks") ? "socksProxyPort" : name + ".proxyPort");
            });
            System.clearProperty("http.nonProxyHosts");
            System.clearProperty("socksNonProxyHosts");
        }
        assertThat(forbidden.connections()).isZero();
    }
}
