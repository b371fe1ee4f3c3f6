package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.outward.LostDepartures;
import io.tical.server.staff.Operator;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What was lost is decided in a terminal by the rules of the console. */
class RunFenceTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** What was printed. */
    private record Done(int status, String text) {
        UUID approval() {
            var found = Pattern.compile("fence approve ([0-9a-f-]{36})").matcher(text);
            assertThat(found.find()).as(text).isTrue();
            return UUID.fromString(found.group(1));
        }
    }

    /** @param answers what is typed after name and password */
    private static Done as(OperatorClient operator, ToIntFunction<FenceDesk> decision, String... answers) {
        return as(operator.username(), "the password of " + operator.username(), decision, answers);
    }

    private static Done as(String name, String password, ToIntFunction<FenceDesk> decision, String... answers) {
        var typed = name + "\n" + password + "\n" + String.join("\n", answers) + "\n";
        var terminal = Terminal.of(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
        var text = new StringWriter();
        var out = new PrintWriter(text, true);
        try (var connection = new OperatorConnection(URI.create("http://127.0.0.1:" + service.adminPort()), terminal)) {
            connection.signIn("");
            return new Done(decision.applyAsInt(new FenceDesk(connection, terminal, out, false)), text.toString());
        } catch (OperatorConnection.Refused refused) {
            return new Done(1, refused.getMessage());
        }
    }

    private static String status(OperatorClient operator, UUID lost) {
        return operator.get("/admin/v1/lost/" + lost).expect(200).word("status");
    }

    @Test
    void twoOfFinanceCloseACaseAndNeitherDoesItAlone() {
        var anna = service.operator(Operator.Role.FINANCE);
        var ben = service.operator(Operator.Role.FINANCE);
        var lost = LostDepartures.payout(service, service.merchant().organizationId(), true, "order-77");

        var declined = as(anna, desk -> desk.close(List.of(lost), "the bank has it"), "no");
        assertThat(declined.text())
                .contains("50000 THB (minor units)", "order-77", "books nothing", "Nothing was changed");

        var asked = as(anna, desk -> desk.close(List.of(lost), "the bank has it"), "yes");
        assertThat(asked.status()).isZero();
        assertThat(status(anna, lost)).isEqualTo("open");

        var own = as(anna, desk -> desk.approve(List.of(asked.approval()), ""), "yes");
        assertThat(own.status()).isEqualTo(1);
        assertThat(own.text()).contains("Refused: ");
        assertThat(status(anna, lost)).isEqualTo("open");

        var approved = as(ben, desk -> desk.approve(List.of(asked.approval()), "seen"), "yes");
        assertThat(approved.status()).isZero();
        assertThat(approved.text()).contains("asked for by " + anna.username(), "the bank has it", "done");
        assertThat(status(anna, lost)).isEqualTo("closed");
    }

    @Test
    void aColleagueRefusesAndWhatCannotBeFoundDoesNotKeepTheOthers() {
        var anna = service.operator(Operator.Role.FINANCE);
        var ben = service.operator(Operator.Role.FINANCE);
        var lost = LostDepartures.payout(service, service.merchant().organizationId(), true, "order-78");
        var asked = as(anna, desk -> desk.close(List.of(Ids.next(), lost), "wrong"), "yes");
        assertThat(asked.status()).isEqualTo(1);
        assertThat(asked.text()).contains("Refused: ");
        assertThat(as(ben, desk -> desk.refuse(List.of(asked.approval()), "look again"), "yes")
                        .text())
                .contains("refused");
        assertThat(status(anna, lost)).isEqualTo("open");
    }

    @Test
    void twoAdministratorsSayThatALogIsGone() {
        var anna = service.operator(Operator.Role.ADMIN);
        var ben = service.operator(Operator.Role.ADMIN);
        var log = LostDepartures.log(service);
        var asked = as(anna, desk -> desk.gone(List.of(log), "its machine burnt"), "yes");
        assertThat(asked.text()).contains("may be sent again");
        assertThat(asked.status()).as(asked.text()).isZero();
        assertThat(as(ben, desk -> desk.approve(List.of(asked.approval()), ""), "yes")
                        .status())
                .isZero();
        assertThat(service.count("SELECT count(*) FROM outward_log WHERE status = 'gone' AND log_id = '" + log + "'"))
                .isEqualTo(1);
    }

    @Test
    void whoHasNoPasswordDoesNothing() throws Exception {
        assertThat(as("nobody", "guessed", desk -> desk.gone(List.of(Ids.next()), "mine")))
                .satisfies(done -> {
                    assertThat(done.status()).isEqualTo(1);
                    assertThat(done.text()).isNotEmpty();
                });
        var support = service.operator(Operator.Role.SUPPORT);
        var lost = LostDepartures.payout(service, service.merchant().organizationId(), true, "order-79");
        assertThat(as(support, desk -> desk.close(List.of(lost), "no"), "yes").status())
                .isEqualTo(1);
        try (var free = new ServerSocket(0)) {
            var port = free.getLocalPort();
            free.close();
            var nothing = new OperatorConnection(
                    URI.create("http://127.0.0.1:" + port), Terminal.of(new ByteArrayInputStream(new byte[0])));
            try (nothing) {
                nothing.signIn("anna");
            } catch (OperatorConnection.Refused refused) {
                assertThat(refused).hasMessageContaining("No service answers at http://127.0.0.1:" + port);
                return;
            }
        }
        throw new AssertionError("nobody answered, and nothing was said");
    }
}
