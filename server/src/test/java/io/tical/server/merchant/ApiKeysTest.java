package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.access.Scope;
import io.tical.server.merchant.ApiKeys.NewKey;
import io.tical.server.problem.Problem;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiKeysTest {
    private MerchantNode node;

    @BeforeAll
    void open() {
        node = MerchantNode.open();
    }

    @AfterAll
    void close() {
        node.close();
    }

    @Test
    void aNewKeyHasAllScopesByDefaultAndNeedsNoSignature() {
        var organization = node.organization().id();
        var created = node.apiKeys().create(organization, NewKey.full(true, "till"));
        assertThat(created.secret())
                .startsWith("sk_live_" + created.key().prefix().substring(8));
        assertThat(created.key().scopes()).isEqualTo(EnumSet.allOf(Scope.class));
        assertThat(created.key().signing()).isEqualTo(ApiKey.Signing.OFF);
        assertThat(node.apiKeys().list(organization)).containsExactly(created.key());
    }

    @Test
    void everyWrongFieldOfANewKeyIsNamed() {
        var organization = node.organization().id();
        assertThatThrownBy(() -> node.apiKeys()
                        .create(
                                organization,
                                new NewKey(false, " ", Set.of(), Instant.now().minusSeconds(1))))
                .isInstanceOfSatisfying(
                        Problem.Invalid.class,
                        invalid -> assertThat(invalid.errors())
                                .extracting(Problem.FieldError::field)
                                .containsExactly("name", "scopes", "expires_at"));
        assertThat(node.apiKeys().list(organization)).isEmpty();
    }

    @Test
    void regeneratingMakesTheSameKeyAnewAndRevokesTheOld() {
        var organization = node.organization().id();
        var old = node.apiKeys().create(organization, new NewKey(false, "till", Set.of(Scope.BALANCE_READ), null));
        node.apiKeys().enableSigning(organization, old.key().id());
        var anew = node.apiKeys().regenerate(organization, old.key().id());
        assertThat(anew.secret()).isNotEqualTo(old.secret()).startsWith("sk_test_");
        assertThat(anew.key().name()).isEqualTo("till");
        assertThat(anew.key().scopes()).containsExactly(Scope.BALANCE_READ);
        assertThat(anew.key().signing()).isEqualTo(ApiKey.Signing.OPTIONAL);
        assertThat(anew.signingSecret()).startsWith("hs_");
        assertThat(node.keyring().find(old.secret()).revoked()).isTrue();
        assertThat(node.keyring().find(anew.secret()).revoked()).isFalse();
        assertThat(node.apiKeys().list(organization)).hasSize(2);
    }

    @Test
    void ofTwoConcurrentRegenerationsOneIsRefused() throws InterruptedException {
        var organization = node.organization().id();
        var old =
                node.apiKeys().create(organization, NewKey.full(false, "till")).key();
        var made = new AtomicInteger();
        var refused = new AtomicInteger();
        var threads = java.util.stream.IntStream.range(0, 4)
                .mapToObj(i -> Thread.ofVirtual().start(() -> {
                    try {
                        node.apiKeys().regenerate(organization, old.id());
                        made.incrementAndGet();
                    } catch (Problem.Conflict conflict) {
                        refused.incrementAndGet();
                    }
                }))
                .toList();
        for (var thread : threads) {
            thread.join();
        }
        assertThat(made.get()).isEqualTo(1);
        assertThat(refused.get()).isEqualTo(3);
        assertThat(node.apiKeys().list(organization))
                .filteredOn(key -> key.revokedAt() == null)
                .hasSize(1);
    }

    @Test
    void aRevokedKeyStaysRevokedAndCannotBeUsedFurther() {
        var organization = node.organization().id();
        var id = node.apiKeys()
                .create(organization, NewKey.full(false, "till"))
                .key()
                .id();
        node.apiKeys().revoke(organization, id);
        var at = node.apiKeys().list(organization).getFirst().revokedAt();
        node.apiKeys().revoke(organization, id);
        assertThat(node.apiKeys().list(organization).getFirst().revokedAt()).isEqualTo(at);
        assertThatThrownBy(() -> node.apiKeys().regenerate(organization, id))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo("API_KEY_STATUS_TRANSITION_INVALID"));
        assertThatThrownBy(() -> node.apiKeys().enableSigning(organization, id)).isInstanceOf(Problem.Conflict.class);
    }

    @Test
    void anotherOrganizationsKeyIsNotFound() {
        var mine = node.organization().id();
        var key = node.apiKeys().create(mine, NewKey.full(false, "till"));
        for (var other : new UUID[] {node.organization().id(), UUID.randomUUID()}) {
            var id = key.key().id();
            assertNotFound(() -> node.apiKeys().revoke(other, id));
            assertNotFound(() -> node.apiKeys().regenerate(other, id));
            assertNotFound(() -> node.apiKeys().enableSigning(other, id));
            assertNotFound(() -> node.apiKeys().disableSigning(other, id, null));
        }
        assertThat(node.keyring().find(key.secret()).revoked()).isFalse();
    }

    private static void assertNotFound(Runnable work) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        Problem.NotFound.class,
                        problem -> assertThat(problem.code()).isEqualTo("API_KEY_NOT_FOUND"));
    }
}
