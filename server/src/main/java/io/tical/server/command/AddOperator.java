package io.tical.server.command;

import io.tical.common.Word;
import io.tical.server.Tical;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Secrets;
import io.tical.server.session.SignIn;
import io.tical.server.staff.Operator;
import io.tical.server.staff.StaffSessions;
import io.tical.server.transaction.Actor;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates an operator or sets a new password, for the case that no administrator can sign in. */
@Command(
        name = "operator",
        description = {
            "Create an operator, or give an existing one a new password and end their sessions. Prints the password.",
            "Works also while the service runs. The audit log records it as done by \"command line\"."
        },
        mixinStandardHelpOptions = true)
final class AddOperator extends HomeCommand {
    private static final int PASSWORD_BYTES = 15;

    @Parameters(paramLabel = "<username>", description = "2 to 64 letters, digits, dots, dashes, underscores, + or @")
    private String username = "";

    @Option(names = "--role", paramLabel = "<role>", description = "finance, support or admin; for a new operator")
    private @Nullable String role;

    @Option(
            names = "--reset-second-factor",
            description = "remove the operator's lost authenticator app, so that the password is sufficient")
    private boolean resetsSecondFactor;

    @Override
    public Integer call() {
        var password = Base64.getUrlEncoder().withoutPadding().encodeToString(Secrets.random(PASSWORD_BYTES));
        try {
            var wanted = role == null ? null : role(role);
            var done =
                    Tical.operators(settings(), staff -> change(staff, username, wanted, password, resetsSecondFactor));
            out().println(done);
            out().println("password: " + password);
            out().flush();
            return 0;
        } catch (Problem refused) {
            throw invalid(refused.message());
        }
    }

    /**
     * Makes the change; returns a description of it.
     *
     * @param wanted the role of a new operator
     * @param resetsSecondFactor whether to remove the second factor, so that the password is sufficient
     * @throws Problem if the change is not possible
     */
    static String change(
            StaffSessions staff,
            String username,
            Operator.@Nullable Role wanted,
            String password,
            boolean resetsSecondFactor) {
        var signIn = new SignIn(username, password);
        var known = staff.operators().list().stream()
                .filter(one -> one.username().equals(signIn.username()))
                .findFirst();
        if (known.isEmpty()) {
            if (wanted == null) {
                throw new Problem.NotFound(
                        "OPERATOR_NOT_FOUND",
                        "There is no operator " + signIn + "; create one with --role finance, support or admin");
            }
            staff.operators().create(signIn, wanted, Actor.COMMAND_LINE);
            return "The operator " + signIn + " was created with the role " + wanted.word() + ".";
        }
        var operator = known.get();
        if (operator.disabledAt() != null) {
            throw SignIn.taken(signIn.username());
        }
        if (wanted != null && wanted != operator.role()) {
            throw new Problem.Conflict(
                    "RESOURCE_EXISTS",
                    signIn + " has the role " + operator.role().word()
                            + ", and roles cannot change; create another operator");
        }
        staff.resetPassword(operator.id(), password, Actor.COMMAND_LINE);
        var done = "The operator " + signIn + " has a new password, and must sign in again.";
        if (!resetsSecondFactor) {
            return done;
        }
        return staff.resetSecondFactor(operator.id(), Actor.COMMAND_LINE)
                ? done + " The second factor was removed."
                : done + " There was no second factor.";
    }

    private static Operator.Role role(String word) {
        return Word.find(Operator.Role.class, word)
                .orElseThrow(() -> new Problem.Invalid("--role", "unknown", "must be finance, support or admin"));
    }
}
