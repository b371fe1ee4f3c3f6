package io.tical.console.signin;

import io.tical.common.CurrencyProfile;
import io.tical.common.admin.OperatorSession;
import io.tical.console.api.AdminApi;
import io.tical.console.api.ApiProblem;
import io.tical.console.api.ApiProblem.Defect;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.part.FormState;
import io.tical.console.text.Texts;
import io.tical.console.work.Tasks;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.StringBinding;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** What the sign-in screen knows: which service, who, and why signing in failed. */
public final class SignInModel {
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    private final Texts texts;
    private final Tasks tasks;
    private final Clock clock;
    private final Consumer<SignedIn> done;
    private final StringProperty address;
    private final StringProperty username;
    private final StringProperty password = new SimpleStringProperty("");
    private final StringProperty code = new SimpleStringProperty("");
    private final ReadOnlyBooleanWrapper codeNeeded = new ReadOnlyBooleanWrapper();
    private final StringBinding addressProblem;
    private final FormState form;

    /** A session, and what the console must know of the service. */
    public record SignedIn(AdminApi api, OperatorSession operator, List<CurrencyProfile> currencies) {}

    /**
     * @param address of the admin socket that is suggested
     * @param username that is suggested
     */
    public SignInModel(
            Texts texts, Tasks tasks, Clock clock, String address, String username, Consumer<SignedIn> done) {
        this.texts = texts;
        this.form = new FormState(texts);
        this.tasks = tasks;
        this.clock = clock;
        this.done = done;
        this.address = new SimpleStringProperty(address);
        this.username = new SimpleStringProperty(username);
        // A code is for whom the service asked for it.
        this.address.subscribe((_, _) -> askForNoCode());
        this.username.subscribe((_, _) -> askForNoCode());
        this.password.subscribe((_, _) -> askForNoCode());
        this.addressProblem = Bindings.createStringBinding(
                () -> {
                    var key = problemOf(this.address.get());
                    return key.isEmpty() ? "" : texts.get(key);
                },
                this.address);
    }

    /** The admin socket of a service on this machine, on the port that the environment names (default 8082). */
    public static String addressFrom(Map<String, String> environment) {
        return "http://127.0.0.1:" + environment.getOrDefault("TICAL_ADMIN_PORT", "8082");
    }

    /** Where the service's admin socket is, such as {@code http://127.0.0.1:8082}. */
    public StringProperty address() {
        return address;
    }

    public StringProperty username() {
        return username;
    }

    public StringProperty password() {
        return password;
    }

    public StringProperty code() {
        return code;
    }

    /** Whether the password was right, and a code of the second factor is needed too. */
    public ReadOnlyBooleanProperty codeNeeded() {
        return codeNeeded.getReadOnlyProperty();
    }

    /** What is wrong with the address, in a sentence; empty when nothing is. */
    public StringBinding addressProblem() {
        return addressProblem;
    }

    /** The last attempt to sign in. */
    public FormState form() {
        return form;
    }

    /** Signs in. The password is forgotten when the service has answered, unless it asks for a code. */
    public void signIn() {
        if (form.busy().get() || !addressProblem.get().isEmpty()) {
            return;
        }
        if (username.get().isBlank() || password.get().isEmpty()) {
            form.tell(texts.get("sign-in.incomplete"));
            return;
        }
        if (codeNeeded.get() && code.get().isBlank()) {
            form.tell(texts.get("sign-in.code.incomplete"));
            return;
        }
        form.sent();
        var api = new AdminApi(URI.create(address.get().strip()), clock);
        var name = username.get().strip();
        var secret = password.get();
        var second = code.get().strip();
        tasks.run(
                () -> {
                    var operator = api.signIn(name, secret, second);
                    return new SignedIn(api, operator, currencies(api, operator));
                },
                signedIn -> {
                    forget(); // and busy until the console is shown in its place
                    done.accept(signedIn);
                },
                why -> {
                    form.answered();
                    api.close();
                    failed(why);
                });
    }

    private void failed(ApiProblem why) {
        switch (why) {
            case NoAnswer _ ->
                form.tell(texts.get("sign-in.no-answer", address.get().strip()));
            case Defect _ -> form.tell(why);
            case Refused refused when refused.code().equals("SECOND_FACTOR_REQUIRED") -> codeNeeded.set(true);
            case Refused refused
            when refused.code().equals("SECOND_FACTOR_INVALID") -> {
                code.set("");
                form.tell(refused);
            }
            case Refused refused -> {
                forget();
                form.tell(refused);
            }
        }
    }

    private void forget() {
        password.set("");
        askForNoCode();
    }

    private void askForNoCode() {
        code.set("");
        codeNeeded.set(false);
    }

    /** The key of what is wrong with an address. A password must not cross a network in the clear: plain http is for the same machine only. */
    static String problemOf(String address) {
        URI uri;
        try {
            uri = new URI(address.strip());
        } catch (URISyntaxException _) {
            return "sign-in.address.invalid";
        }
        if (uri.getHost() == null || uri.getScheme() == null) {
            return "sign-in.address.invalid";
        }
        return switch (uri.getScheme()) {
            case "https" -> "";
            case "http" -> LOOPBACK.contains(uri.getHost()) ? "" : "sign-in.address.plain";
            default -> "sign-in.address.scheme";
        };
    }

    /** All currencies; none before an operator has the second factor that their role requires. */
    public static List<CurrencyProfile> currencies(AdminApi api, OperatorSession operator) {
        return operator.secondFactorMissing() ? List.of() : api.list("/admin/v1/currencies", CurrencyProfile.class);
    }
}
