package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.problem.Problem;
import io.tical.server.session.Member;
import io.tical.server.session.SignIn;
import io.tical.server.staff.Operator;
import io.tical.server.transaction.Actor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PeopleTest {
    private static final String PASSWORD = "a long password";
    private static final Actor ADMIN = Actor.staff("admin", "request");

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
    void aDashboardUserSignsInWithItsOwnPasswordAlone() {
        var organization = node.organization().id();
        var user = node.users().create(organization, new SignIn("Ann@example.com", PASSWORD), Member.Role.VIEWER);
        assertThat(node.signedIn("ann@EXAMPLE.com", PASSWORD)).contains(user);
        assertThat(node.signedIn("ann@example.com", PASSWORD + " ")).isEmpty();
        assertThat(node.signedIn("nobody", PASSWORD)).isEmpty();
        assertThat(node.operatorSignedIn("ann@example.com", PASSWORD)).isEmpty();
    }

    @Test
    void aUsernameIsTakenForEveryOrganization() {
        node.users().create(node.organization().id(), new SignIn("taken", PASSWORD), Member.Role.OWNER);
        var other = node.organization().id();
        assertThatThrownBy(() -> node.users().create(other, new SignIn("TAKEN", PASSWORD), Member.Role.OWNER))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo("RESOURCE_EXISTS"));
    }

    @Test
    void anOperatorSignsInWithItsRole() {
        var operator = node.operators().create(new SignIn("fin", PASSWORD), Operator.Role.FINANCE, ADMIN);
        assertThat(node.operatorSignedIn("fin", PASSWORD)).contains(operator);
        assertThat(node.operatorSignedIn("fin", "wrong password")).isEmpty();
        assertThat(node.signedIn("fin", PASSWORD)).isEmpty();
        assertThatThrownBy(() -> node.operators().create(new SignIn("fin", PASSWORD), Operator.Role.ADMIN, ADMIN))
                .isInstanceOf(Problem.Conflict.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "with space", "ünï", "-dash", "a\u0000b"})
    void aUsernameHasTwoToSixtyFourPlainCharacters(String username) {
        assertThatThrownBy(() -> new SignIn(username, PASSWORD))
                .isInstanceOfSatisfying(
                        Problem.Invalid.class,
                        invalid ->
                                assertThat(invalid.errors().getFirst().field()).isEqualTo("username"));
    }

    @Test
    void aPasswordHasTwelveCharactersAtLeast() {
        assertThatThrownBy(() -> new SignIn("someone", "elevenchars"))
                .isInstanceOfSatisfying(
                        Problem.Invalid.class,
                        invalid ->
                                assertThat(invalid.errors().getFirst().field()).isEqualTo("password"));
        assertThat(new SignIn("someone", "twelve chars").toString()).doesNotContain("twelve");
    }
}
