package io.tical.server.command;

import io.tical.common.CurrencyProfile;
import io.tical.server.config.Setting;
import java.io.InputStream;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A decision on what was lost, from the terminal. An operator signs in to the running service, which applies the same rules as to its
 * console. Exits with 0 if the service took the decision, and with 1 if nothing was changed.
 */
abstract class FenceDecision extends HomeCommand {
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::");

    private final InputStream in;

    @Option(
            names = "--at",
            paramLabel = "<address>",
            description =
                    "The admin socket of the running service. Default: http://127.0.0.1 with the port of TICAL_ADMIN_PORT")
    private @Nullable URI at;

    @Option(names = "--as", paramLabel = "<username>", description = "The operator who signs in. Default: asks for it")
    private @Nullable String username;

    @Option(
            names = "--stdin",
            description = {
                "For scripts: read what is asked from standard input, one line each: the username without --as, the"
                        + " password, the code if the operator has a second factor, yes without --yes, and the password or"
                        + " a new code if the service asks again who you are."
            })
    private boolean fromStdin;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask whether to do it")
    private boolean agreed;

    FenceDecision(InputStream in) {
        this.in = in;
    }

    /** Returns whether the service took the decision. */
    abstract boolean decide(Terms terms);

    /**
     * With what a decision is made.
     *
     * @param operator who is signed in
     */
    final class Terms {
        private final Typed typed;
        private final AdminSocket operator;
        private final LostWords words;

        private Terms(Typed typed, AdminSocket operator) {
            this.typed = typed;
            this.operator = operator;
            this.words = new LostWords(operator.list("/admin/v1/currencies", CurrencyProfile.class).stream()
                    .collect(Collectors.toMap(CurrencyProfile::code, CurrencyProfile::scale)));
        }

        AdminSocket operator() {
            return operator;
        }

        LostWords words() {
            return words;
        }

        /** Whether the operator says yes to what was printed. */
        boolean agreed() {
            out().flush();
            if (agreed || Set.of("y", "yes").contains(typed.line("Do it? yes or no: "))) {
                return true;
            }
            err().println("Nothing was changed.");
            return false;
        }

        /** Sends a decision, and says what became of it. */
        void send(String path, Map<String, ?> fields, String done) {
            var answer = operator.decide(path, fields);
            var approval = answer.path("approval_id");
            out().println(
                            approval.isTextual()
                                    ? "Nothing is changed yet: another operator must approve it with ./tical fence approve "
                                            + approval.asText()
                                    : done);
            out().flush();
        }
    }

    @Override
    public final Integer call() {
        var typed = typed();
        try (var operator = new AdminSocket(address(), typed)) {
            operator.signIn(username);
            return decide(new Terms(typed, operator)) ? 0 : 1;
        } catch (AdminSocket.Refused | AdminSocket.NoAnswer | Typed.Ended failure) {
            err().println(failure.getMessage());
            return 1;
        } finally {
            out().flush();
            err().flush();
        }
    }

    private Typed typed() {
        if (fromStdin) {
            return Typed.Lines.of(in);
        }
        var console = System.console();
        if (console == null || !console.isTerminal()) {
            throw invalid("There is no terminal to ask for the password; with --stdin it is read from standard input.");
        }
        return new Typed.Terminal(console);
    }

    private URI address() {
        if (at != null) {
            if (at.getHost() == null || !Set.of("http", "https").contains(String.valueOf(at.getScheme()))) {
                throw invalid("--at must be an address such as http://127.0.0.1:8082");
            }
            return at;
        }
        var settings = settings();
        var port = settings.whole(Setting.ADMIN_PORT);
        if (port == 0) {
            throw invalid("TICAL_ADMIN_PORT is 0, any free port: say with --at where the admin socket is");
        }
        var bind = settings.text(Setting.ADMIN_BIND);
        var host = EVERYWHERE.contains(bind) ? "127.0.0.1" : bind;
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
    }
}
