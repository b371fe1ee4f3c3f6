package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.TestDatabase;
import io.tical.server.access.Credential;
import io.tical.server.access.Scope;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourceAddressTest {
    private static final AtomicReference<String> SEEN = new AtomicReference<>();

    private static Database database;
    private static TestApi behindProxies;
    private static TestApi open;

    @BeforeAll
    static void start() {
        database = TestDatabase.open();
        behindProxies =
                new TestApi(database, new RateLimits(0, 0, 0), List.of("127.0.0.1", "10.0.0.0/8", "2001:db8::/32"));
        open = new TestApi(database);
        for (var api : List.of(behindProxies, open)) {
            var caller =
                    TestApi.credential(false, EnumSet.allOf(Scope.class), null).caller();
            api.credentials.put("sk_seen", new Credential(caller, null, null, false, address -> {
                SEEN.set(address.getHostAddress());
                return true;
            }));
        }
    }

    @AfterAll
    static void stop() {
        behindProxies.close();
        open.close();
        database.close();
    }

    private static String seen(TestApi api, String... forwarded) throws IOException {
        var headers = new String[forwarded.length + 1];
        headers[0] = "Authorization: Bearer sk_seen";
        for (int i = 0; i < forwarded.length; i++) {
            headers[i + 1] = "X-Forwarded-For: " + forwarded[i];
        }
        assertThat(api.send("GET", "/v1/echo", "", headers).status()).isEqualTo(200);
        return SEEN.get();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            value = {
                "203.0.113.9 > 203.0.113.9",
                "203.0.113.9, 10.1.2.3 > 203.0.113.9",
                "198.51.100.1, 203.0.113.9, 10.1.2.3, 10.9.9.9 > 203.0.113.9",
                "10.1.2.3, 10.9.9.9 > 10.1.2.3",
                "203.0.113.9, 2001:db8::7 > 203.0.113.9",
                "2a00::1 > 2a00:0:0:0:0:0:0:1",
                "::ffff:203.0.113.9 > 203.0.113.9"
            })
    void behindTrustedProxiesTheLastAddressThatIsNotOneOfThemCounts(String forwarded, String source)
            throws IOException {
        assertThat(seen(behindProxies, forwarded)).isEqualTo(source);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "203.0.113.9, nonsense, 10.1.2.3",
                "203.0.113.9,",
                "",
                "10.0.0.0/8",
                "unknown",
                "*",
                "203.0.113.9:4711",
                "3405803785",
                "203.0.113",
                "0313.0.113.9",
                "203.0.113.9 10.1.2.3"
            })
    void aProxyThatNamesNoAddressIsRefused(String forwarded) throws IOException {
        var reply = behindProxies.send(
                "GET", "/v1/echo", "", "Authorization: Bearer sk_seen", "X-Forwarded-For: " + forwarded);

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.code()).isEqualTo("IP_NOT_ALLOWED");
    }

    @Test
    void severalHeadersAreOneList() throws IOException {
        assertThat(seen(behindProxies, "198.51.100.1", "203.0.113.9, 10.1.2.3")).isEqualTo("203.0.113.9");
    }

    @Test
    void headersOfAnUntrustedPeerAreIgnored() throws IOException {
        assertThat(seen(open, "203.0.113.9")).isEqualTo("127.0.0.1");
        assertThat(seen(open, "127.0.0.1, 10.0.0.1")).isEqualTo("127.0.0.1");
    }

    @Test
    void withoutTheHeaderThePeerCounts() throws IOException {
        assertThat(seen(behindProxies)).isEqualTo("127.0.0.1");
    }
}
