package io.tical.console;

import io.tical.common.CurrencyProfile;
import io.tical.common.admin.OperatorSession;
import io.tical.console.part.Look;
import io.tical.console.shell.Shell;
import io.tical.console.shell.Shell.ShellActions;
import io.tical.console.signin.SignInModel;
import io.tical.console.signin.SignInModel.SignedIn;
import io.tical.console.signin.SignInView;
import io.tical.console.text.Formats;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.console.twostep.RequiredTwoStep;
import io.tical.console.work.ConsoleStore;
import io.tical.console.work.SaveDialog;
import io.tical.console.work.Tasks;
import io.tical.console.work.Workspace;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Scene;
import javafx.stage.Screen;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;

/** The console: the window, signing in, and the shell of the operator who did. */
public final class Console implements AutoCloseable {
    /** The size of the first window, if the screen is large enough. */
    private static final double WIDTH = 1440;

    private static final double HEIGHT = 900;
    /** The maximum fraction of the screen that the first window takes. */
    private static final double FIRST_PART = 0.92;

    private static final double WIDTH_MIN = 960;
    private static final double HEIGHT_MIN = 640;

    private final Stage stage;
    private final ConsoleStore store;
    private final Tasks tasks;
    private final Clock clock;
    private final Map<String, String> environment;
    private final SaveDialog saving;
    private final Consumer<Texts> warmup;
    private final CountDownLatch warm = new CountDownLatch(1);
    private final ObjectProperty<ColorScheme> scheme = new SimpleObjectProperty<>();
    private volatile Texts texts;
    private Start start = Start.ASK;
    private @Nullable SignedIn signedIn;
    private @Nullable Shell shell;
    private @Nullable RequiredTwoStep enrolment;

    /** Of an operator whose session has ended, as it was left. */
    private @Nullable Resting resting;

    /** Whether live objects are shown; test objects only while the operator wants them. */
    private boolean livemode = true;

    /**
     * @param environment of the process: may name the port of a service on this machine
     * @param saving asks where an export is to be written
     * @param warmup prepares the first screens, in the background
     */
    public Console(
            Stage stage,
            ConsoleStore store,
            Tasks tasks,
            Clock clock,
            Locale locale,
            Map<String, String> environment,
            SaveDialog saving,
            Consumer<Texts> warmup) {
        this.stage = stage;
        this.store = store;
        this.tasks = tasks;
        this.clock = clock;
        this.environment = environment;
        this.saving = saving;
        this.warmup = warmup;
        var language = store.get("language", Language.of(locale).name());
        this.texts = new Texts(Language.valueOf(language));
        var remembered = store.get("theme", "");
        scheme.set(remembered.isEmpty() ? Platform.getPreferences().getColorScheme() : ColorScheme.valueOf(remembered));
    }

    /**
     * The values of the command line.
     *
     * @param address of the service; null for the remembered one
     * @param username null for the remembered one
     * @param password signs in; empty to ask
     */
    public record Start(@Nullable String address, @Nullable String username, String password) {
        /** Asks for everything. */
        public static final Start ASK = new Start(null, null, "");

        /** Without the password. */
        @Override
        public String toString() {
            return username + " at " + address;
        }
    }

    /** The shell of a session that has ended, which continues when the same operator signs in again. */
    private record Resting(Shell shell, SignedIn of) {
        boolean isOf(SignedIn again) {
            return of.api().address().equals(again.api().address())
                    && of.operator().username().equals(again.operator().username())
                    && of.operator().permissions().equals(again.operator().permissions());
        }
    }

    /** Opens the window with the sign-in screen, and signs in if the password is known. */
    public void start(Start told) {
        start = told;
        stage.setTitle("Tical");
        stage.setMinWidth(WIDTH_MIN);
        stage.setMinHeight(HEIGHT_MIN);
        var model = signIn();
        var room = Screen.getPrimary().getVisualBounds();
        var scene = new Scene(
                new SignInView(texts, model).root(),
                number("width", Math.min(WIDTH, room.getWidth() * FIRST_PART)),
                number("height", Math.min(HEIGHT, room.getHeight() * FIRST_PART)));
        Look.follow(scheme, scene);
        stage.setScene(scene);
        place();
        stage.setOnCloseRequest(asked -> {
            if (shell != null && !shell.mayClose()) {
                asked.consume();
            }
        });
        stage.setOnHiding(_ -> remember(scene));
        stage.setOnHidden(_ -> close());
        stage.show();
        tasks.background().execute(this::warmUp);
        if (!told.password().isEmpty()) {
            model.password().set(told.password());
            model.signIn();
        }
    }

    private void warmUp() {
        try {
            warmup.accept(texts);
        } finally {
            warm.countDown();
        }
    }

    /** Where the window was last, unless that screen is gone. */
    private void place() {
        var x = number("x", Double.NaN);
        var y = number("y", Double.NaN);
        if (!Screen.getScreensForRectangle(x, y, WIDTH_MIN / 2, HEIGHT_MIN / 2).isEmpty()) {
            stage.setX(x);
            stage.setY(y);
        }
        stage.setMaximized(Boolean.parseBoolean(store.get("maximized", "false")));
    }

    /** The size and place that the window has when it does not fill the screen. */
    private void remember(Scene scene) {
        store.put("maximized", String.valueOf(stage.isMaximized()));
        if (!stage.isMaximized()) {
            store.put("width", String.valueOf(scene.getWidth()));
            store.put("height", String.valueOf(scene.getHeight()));
            store.put("x", String.valueOf(stage.getX()));
            store.put("y", String.valueOf(stage.getY()));
        }
    }

    private double number(String name, double otherwise) {
        return Double.parseDouble(store.get(name, String.valueOf(otherwise)));
    }

    private SignInModel signIn() {
        return new SignInModel(
                texts,
                tasks,
                clock,
                Objects.requireNonNullElseGet(
                        start.address(), () -> store.get("address", SignInModel.addressFrom(environment))),
                Objects.requireNonNullElseGet(start.username(), () -> store.get("username", "")),
                this::signedIn);
    }

    private void signedIn(SignedIn done) {
        var rested = resting;
        resting = null;
        if (rested != null && rested.isOf(done)) {
            resume(rested, done);
            return;
        }
        if (rested != null) {
            rested.shell().close();
            livemode = true;
        }
        signedIn = done;
        done.api().onSessionEnd(() -> tasks.ui().execute(this::expired));
        // An address of the command line, such as that of a demo service, is for this window only.
        if (start.address() == null) {
            store.put("address", done.api().address().toString());
            store.put("username", done.operator().username());
        }
        if (done.operator().secondFactorMissing()) {
            enrol(done);
        } else {
            showShell(store.get("place", ""));
        }
    }

    /** Lets an operator set up the second factor that their role requires, before anything else. */
    private void enrol(SignedIn present) {
        var shown = new RequiredTwoStep(workspace(present), () -> enrolled(present));
        enrolment = shown;
        stage.getScene().setRoot(shown.root());
    }

    private void enrolled(SignedIn present) {
        tasks.run(
                () -> {
                    var operator = present.api().get("/admin/v1/session", OperatorSession.class);
                    return new SignedIn(present.api(), operator, SignInModel.currencies(present.api(), operator));
                },
                now -> {
                    if (present.equals(signedIn)) {
                        enrolment = null;
                        if (now.operator().secondFactorMissing()) {
                            signOut();
                        } else {
                            signedIn(now);
                        }
                    }
                },
                _ -> toSignIn());
    }

    /** Shows everything as it was when the session ended: the item, the filter, and what was typed. */
    private void resume(Resting rested, SignedIn done) {
        signedIn = rested.of();
        rested.of().api().resume(done.api());
        shell = rested.shell();
        stage.getScene().setRoot(rested.shell().root());
        rested.shell().resume();
    }

    /** Builds the shell in the background, and shows it unless the operator has signed out meanwhile. */
    private void showShell(String place) {
        var present = signedIn;
        if (present == null) {
            return;
        }
        tasks.run(
                () -> {
                    warm.await();
                    return shell(present);
                },
                made -> {
                    if (present.equals(signedIn)) {
                        show(made, place);
                    }
                },
                _ -> {});
    }

    private Workspace workspace(SignedIn present) {
        var currencies = present.currencies().stream()
                .collect(Collectors.toUnmodifiableMap(CurrencyProfile::code, currency -> currency));
        var formats = new Formats(texts, currencies, ZoneId.systemDefault());
        return new Workspace(present.api(), present.operator(), tasks, texts, formats, clock, store, saving, livemode);
    }

    private Shell shell(SignedIn present) {
        return new Shell(
                workspace(present),
                Places.ALL,
                new ShellActions(this::signOut, this::otherLanguage, this::otherTheme, this::otherEnvironment));
    }

    private void show(Shell made, String place) {
        closeShell();
        shell = made;
        stage.getScene().setRoot(made.root());
        made.go(place);
    }

    private void signOut() {
        var present = signedIn;
        livemode = true;
        leave("");
        if (present != null) {
            tasks.run(
                    () -> {
                        try (var api = present.api()) {
                            api.signOut();
                        }
                        return true;
                    },
                    _ -> {},
                    _ -> {}); // on an unreachable service the session expires
        }
    }

    private void expired() {
        var stays = shell != null
                ? shell.outlivesSession(this::toSignIn)
                : enrolment != null && enrolment.outlivesSession(this::toSignIn);
        if (!stays) {
            toSignIn();
        }
    }

    private void toSignIn() {
        var open = shell;
        var present = signedIn;
        if (open != null && present != null) {
            store.put("place", open.currentPlace());
            shell = null;
            open.rest();
            resting = new Resting(open, present);
        }
        leave(texts.get("sign-in.expired"));
    }

    /** @param message why the operator must sign in again; empty if they asked for it */
    private void leave(String message) {
        closeShell();
        signedIn = null;
        enrolment = null;
        var model = signIn();
        model.form().tell(message);
        stage.getScene().setRoot(new SignInView(texts, model).root());
    }

    private void otherLanguage() {
        texts = new Texts(texts.language().other());
        store.put("language", texts.language().name());
        closeShell();
        showShell(store.get("place", ""));
    }

    private void otherEnvironment() {
        livemode = !livemode;
        closeShell();
        showShell(store.get("place", ""));
    }

    private void otherTheme() {
        scheme.set(scheme.get() == ColorScheme.DARK ? ColorScheme.LIGHT : ColorScheme.DARK);
        store.put("theme", scheme.get().name());
    }

    private void closeShell() {
        var open = shell;
        if (open != null) {
            store.put("place", open.currentPlace());
            open.close();
            shell = null;
        }
    }

    @Override
    public void close() {
        closeShell();
        if (resting != null) {
            resting.shell().close();
            resting = null;
        }
    }
}
