package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.db.DatabaseSettings;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.TestDatabase;
import io.tical.server.access.Credential;
import io.tical.server.access.Scope;
import io.tical.server.merchant.ApiKeys.NewKey;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@Order(1)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyringTest {
    private static final Duration PROPAGATION = Duration.ofSeconds(5);

    private DatabaseSettings settings;
    private MerchantNode here;
    private MerchantNode there;
    private UUID organizationId;

    @BeforeAll
    void open() {
        settings = TestDatabase.settings();
        here = MerchantNode.open(settings);
        there = MerchantNode.open(settings);
        organizationId = here.organization().id();
    }

    @AfterAll
    void close() {
        here.close();
        there.close();
    }

    @Test
    void aKeyIsFoundWithAllThatTheGateAsks() throws Exception {
        var expires = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.MICROS);
        var created = here.apiKeys()
                .create(
                        organizationId,
                        new NewKey(true, "till", Set.of(Scope.PAYINS_READ, Scope.PAYOUTS_WRITE), expires));
        here.allowlist().replace(organizationId, List.of("10.0.0.0/8", "2001:db8::/32"));
        var credential = found(here, created.secret());
        var caller = credential.caller();
        assertThat(caller.organizationId()).isEqualTo(organizationId);
        assertThat(caller.livemode()).isTrue();
        assertThat(caller.keyId()).isEqualTo(created.key().id());
        assertThat(caller.keyPrefix()).isEqualTo(created.secret().substring(0, 12));
        assertThat(caller.scopes()).containsExactlyInAnyOrder(Scope.PAYINS_READ, Scope.PAYOUTS_WRITE);
        assertThat(credential.expiresAt()).isEqualTo(expires);
        assertThat(credential.revoked()).isFalse();
        assertThat(credential.signing()).isNull();
        assertThat(credential.allowed().test(InetAddress.getByName("10.255.1.2")))
                .isTrue();
        assertThat(credential.allowed().test(InetAddress.getByName("2001:db8::7")))
                .isTrue();
        assertThat(credential.allowed().test(InetAddress.getByName("11.0.0.1"))).isFalse();
    }

    @Test
    void anEmptyAllowlistDeniesAll() throws Exception {
        var organization = here.organization().id();
        var secret = key(organization);
        assertThat(found(here, secret).allowed().test(InetAddress.getLoopbackAddress()))
                .isFalse();
    }

    @Test
    void anUnknownOrMistypedKeyIsRefused() {
        var other = ApiKeyFormat.generate(false);
        assertThat(here.keyring().find(other)).isNull();
        assertThat(here.keyring().find("sk_test_short")).isNull();
        assertThat(here.keyring().find(key(organizationId) + "x")).isNull();
        assertThat(here.keyring().find("")).isNull();
    }

    @Test
    void theSecretItselfIsNowhereInTheDatabase() throws Exception {
        var secret = key(organizationId);
        var id = here.apiKeys().list(organizationId).getFirst().id();
        var signing = here.apiKeys().enableSigning(organizationId, id);
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.prepareStatement("""
                        SELECT count(*) FROM api_key k, api_key_hash h
                        WHERE k.signing_secret::text LIKE '%' || encode(?::bytea, 'hex') || '%'
                           OR position(? IN k::text || h::text) > 0
                        """)) {
            statement.setBytes(1, signing.getBytes(StandardCharsets.UTF_8));
            statement.setString(2, secret);
            var rows = statement.executeQuery();
            rows.next();
            assertThat(rows.getLong(1)).isZero();
        }
    }

    @Test
    void aRevokedKeyEndsAtOnceHereAndWithinFiveSecondsThere() {
        var secret = key(organizationId);
        var id = found(there, secret).caller().keyId();
        assertThat(found(here, secret).revoked()).isFalse();
        here.apiKeys().revoke(organizationId, id);
        assertThat(found(here, secret).revoked()).isTrue();
        await().atMost(PROPAGATION).until(() -> found(there, secret).revoked());
    }

    @Test
    void aKeyThatWasAskedForBeforeItExistedIsFoundOnceItDoes() {
        var secret = key(organizationId);
        var id = found(here, secret).caller().keyId();
        rehash(id, "key_hash || cast('\\x00' AS bytea)");
        assertThat(here.keyring().find(secret)).isNull();
        assertThat(there.keyring().find(secret)).isNull();
        rehash(id, "substr(key_hash, 1, 32)");
        assertThat(here.keyring().find(secret)).isNotNull();
        await().atMost(PROPAGATION).until(() -> there.keyring().find(secret) != null);
    }

    private void rehash(UUID keyId, String hash) {
        TestDatabase.asService(
                settings,
                here.database(),
                "api_key_hash",
                "UPDATE api_key_hash SET key_hash = " + hash + " WHERE key_id = '" + keyId + "'");
        here.configuration().change(session -> session);
    }

    @Test
    void signingTakesEffectAtOnceHereAndWithinFiveSecondsThere() {
        var secret = key(organizationId);
        var id = found(here, secret).caller().keyId();
        assertThat(found(there, secret).signing()).isNull();

        var first = here.apiKeys().enableSigning(organizationId, id);
        var optional = found(here, secret).signing();
        assertThat(optional.required()).isFalse();
        assertThat(optional.secret()).isEqualTo(bytes(first));
        await().atMost(PROPAGATION).until(() -> found(there, secret).signing() != null);

        var required = here.apiKeys().requireSigning(organizationId, id, version());
        assertThat(required.signing()).isEqualTo(ApiKey.Signing.REQUIRED);
        assertThat(found(here, secret).signing().required()).isTrue();

        var second = here.apiKeys().rotateSigning(organizationId, id, version());
        assertThat(second).isNotEqualTo(first);
        var rotated = found(here, secret).signing();
        var now = rotated.previousUntil().minus(ApiKeys.OVERLAP);
        assertThat(rotated.secretsAt(now)).containsExactly(bytes(second), bytes(first));
        assertThat(rotated.secretsAt(rotated.previousUntil())).containsExactly(bytes(second));

        here.apiKeys().disableSigning(organizationId, id, version());
        assertThat(found(here, secret).signing()).isNull();
        await().atMost(PROPAGATION).until(() -> found(there, secret).signing() == null);
    }

    private String version() {
        return here.apiKeys().list(organizationId).getFirst().version();
    }

    private static byte[] bytes(String secret) {
        return secret.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aChangedAllowlistTakesEffectAtOnceHereAndWithinFiveSecondsThere() throws Exception {
        var organization = here.organization().id();
        var secret = key(organization);
        var loopback = InetAddress.getLoopbackAddress();
        assertThat(found(there, secret).allowed().test(loopback)).isFalse();
        here.allowlist().replace(organization, List.of("127.0.0.1"));
        assertThat(found(here, secret).allowed().test(loopback)).isTrue();
        await().atMost(PROPAGATION).until(() -> found(there, secret).allowed().test(loopback));
    }

    @Test
    void aKnownKeyCostsNoStatement() throws Exception {
        var secret = key(organizationId);
        found(here, secret);
        var before = commits();
        var threads = new java.util.ArrayList<Thread>();
        var finds = new AtomicInteger();
        for (int i = 0; i < 8; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                while (finds.get() < 50_000) {
                    found(here, secret);
                    finds.incrementAndGet();
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(finds).hasValueGreaterThanOrEqualTo(50_000);
        assertThat(commits() - before).isLessThan(40);
    }

    @Test
    void withoutTheDatabaseKnownKeysAreAcceptedForSecondsAndThenNone() throws Exception {
        var own = TestDatabase.settings();
        try (var node = MerchantNode.open(own)) {
            var organization = node.organization().id();
            var secret = node.apiKeys()
                    .create(organization, NewKey.full(false, "till"))
                    .secret();
            var known = System.nanoTime();
            found(node, secret);
            TestDatabase.cut(own);
            try {
                assertThat(found(node, secret).revoked()).isFalse();
            } catch (DatabaseUnavailable late) {
                // Only what is some seconds old may not be used.
                assertThat(Duration.ofNanos(System.nanoTime() - known)).isGreaterThan(Duration.ofSeconds(3));
            }
            var began = System.nanoTime();
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThatThrownBy(() -> node.keyring().find(secret))
                            .isInstanceOf(DatabaseUnavailable.class));
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(40));
            assertThatThrownBy(() -> node.policies().of(organization)).isInstanceOf(DatabaseUnavailable.class);
            TestDatabase.mend(own);
            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .until(() -> node.keyring().find(secret) != null);
        }
    }

    private String key(UUID organization) {
        return here.apiKeys().create(organization, NewKey.full(false, "test")).secret();
    }

    private static Credential found(MerchantNode node, String secret) {
        var credential = node.keyring().find(secret);
        assertThat(credential).isNotNull();
        return credential;
    }

    private long commits() throws Exception {
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("SELECT pg_stat_clear_snapshot()");
            var rows = statement.executeQuery(
                    "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");
            rows.next();
            return rows.getLong(1);
        }
    }
}
