package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.problem.Problem;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AllowlistTest {
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
    void entriesAreKeptOnceInTheirNormalForm() {
        var organization = node.organization().id();
        assertThat(node.allowlist().list(organization)).isEmpty();
        assertThat(node.allowlist()
                        .replace(
                                organization, List.of("10.1.2.3/8", " 127.0.0.1 ", "::0001", "127.0.0.1", "0.0.0.0/0")))
                .containsExactlyInAnyOrder("10.0.0.0/8", "127.0.0.1", "::1", "0.0.0.0/0");
        assertThat(node.allowlist().replace(organization, List.of("127.0.0.1"))).containsExactly("127.0.0.1");
        assertThat(node.allowlist().replace(organization, List.of())).isEmpty();
    }

    @Test
    void everyWrongEntryIsNamedAndNothingChanges() {
        var organization = node.organization().id();
        node.allowlist().replace(organization, List.of("10.0.0.1"));
        assertThatThrownBy(() -> node.allowlist()
                        .replace(
                                organization,
                                List.of("10.0.0.2", "10.0.0", "10.0.0.0/33", "*", "example.com", "", "1.2.3.4-9")))
                .isInstanceOfSatisfying(Problem.Invalid.class, invalid -> {
                    assertThat(invalid.errors())
                            .extracting(Problem.FieldError::field)
                            .containsExactly(
                                    "entries[1]", "entries[2]", "entries[3]", "entries[4]", "entries[5]", "entries[6]");
                    assertThat(invalid.errors().getFirst().message()).contains("10.0.0 is not");
                });
        assertThat(node.allowlist().list(organization)).containsExactly("10.0.0.1");
        assertThatThrownBy(() -> node.allowlist().replace(organization, Collections.nCopies(101, "10.0.0.1")))
                .isInstanceOf(Problem.Invalid.class);
    }

    @Test
    void anIpv4AddressWrittenAsAnIpv6OneIsThatAddress() {
        var organization = node.organization().id();
        assertThat(node.allowlist().replace(organization, List.of("::ffff:10.1.2.3", "::ffff:192.168.0.9/112")))
                .containsExactlyInAnyOrder("10.1.2.3", "192.168.0.0/16");
    }

    @Test
    void oneOrganizationsListIsNotAnothers() {
        var one = node.organization().id();
        var other = node.organization().id();
        node.allowlist().replace(one, List.of("10.0.0.1"));
        node.allowlist().replace(other, List.of("10.0.0.2"));
        assertThat(node.allowlist().list(one)).containsExactly("10.0.0.1");
    }
}
