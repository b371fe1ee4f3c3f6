package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.javafx.tk.TKClipboard;
import com.sun.net.httpserver.HttpExchange;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.admin.BankStatements.Candidate;
import io.tical.common.admin.BankStatements.Fault;
import io.tical.common.admin.BankStatements.Preview;
import io.tical.common.admin.DecisionTerms;
import io.tical.console.text.Language;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.bank.CamtText;
import io.tical.server.staff.Operator;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import javafx.application.ColorScheme;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.scene.Node;
import javafx.scene.input.DataFormat;
import javafx.scene.input.DragEvent;
import javafx.scene.input.Dragboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.TransferMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files are dropped, their layout is chosen, and long names and lines stay readable. */
class BankFileWaysTest {
    private static TestService service;
    private static OperatorClient operator;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    /** What is dragged, as the desktop passes it. */
    private static Dragboard dragged(List<File> files) {
        var clipboard = (TKClipboard) Proxy.newProxyInstance(
                BankFileWaysTest.class.getClassLoader(),
                new Class<?>[] {TKClipboard.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "hasContent" -> DataFormat.FILES.equals(arguments[0]);
                    case "getContent" -> DataFormat.FILES.equals(arguments[0]) ? files : null;
                    case "getTransferModes" -> Set.of(TransferMode.ANY);
                    default -> null;
                });
        try {
            var made = Dragboard.class.getDeclaredConstructor(TKClipboard.class);
            made.setAccessible(true);
            return made.newInstance(clipboard);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void drag(Node onto, EventType<DragEvent> type, Dragboard board) {
        Event.fireEvent(onto, new DragEvent(type, board, 0, 0, 0, 0, TransferMode.COPY, null, onto, null));
    }

    @Test
    void severalFilesAreDroppedAnywhereOnTheScreen() throws Exception {
        var files = List.of(
                Files.writeString(folder.resolve("first.txt"), "%PDF-1.7 of the first")
                        .toFile(),
                Files.writeString(folder.resolve("second.txt"), "%PDF-1.7 of the second")
                        .toFile(),
                Files.createFile(folder.resolve("empty.txt")).toFile());
        var board = new AtomicReference<Dragboard>();
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "bank-statements", Map.of())) {
            console.await(() -> console.exists("#upload") && console.isIdle());
            console.interact(() -> {
                board.set(dragged(files));
                drag(console.table(), DragEvent.DRAG_OVER, board.get());
            });
            assertThat(console.hasState("#upload", "dropping")).isTrue();
            console.interact(() -> drag(console.table(), DragEvent.DRAG_DROPPED, board.get()));
            assertThat(console.hasState("#upload", "dropping")).isFalse();
            console.await(
                    () -> console.cells("bank-statements.column.name").containsAll(List.of("first.txt", "second.txt")));
            console.await(() -> console.shows("empty.txt: this file is empty."));
        }
        var support = service.operator(Operator.Role.SUPPORT);
        try (var console = OpenConsole.as(support, service.tical().ports().admin(), "bank-statements", Map.of())) {
            console.await(() -> console.isIdle() && !console.rows().isEmpty());
            var before = console.rows().size();
            console.interact(() -> drag(console.table(), DragEvent.DRAG_OVER, board.get()));
            assertThat(console.hasState("#upload", "dropping"))
                    .as("who may only read drops nothing")
                    .isFalse();
            assertThat(console.rows()).hasSize(before);
        }
    }

    /** Shows this in place of what the service answers under a path. */
    private record Shown(String end, Object data) implements ServiceProxy.Change {
        @Override
        public InputStream body(HttpExchange exchange, InputStream answered) throws IOException {
            if (!exchange.getRequestURI().getPath().endsWith(end)) {
                return answered;
            }
            var answer = (ObjectNode) Json.mapper().readTree(answered.readAllBytes());
            answer.set("data", Json.mapper().valueToTree(data));
            return new ByteArrayInputStream(Json.bytes(answer));
        }
    }

    private static List<Screens.Look> looks() {
        return Screens.WRITTEN
                ? Screens.looks()
                : List.of(
                        new Screens.Look(Language.ENGLISH, ColorScheme.LIGHT, 1000, 780),
                        new Screens.Look(Language.THAI, ColorScheme.DARK, 1000, 700));
    }

    @ParameterizedTest
    @MethodSource("looks")
    void theLayoutOfAFileThatSeveralProfilesKnowIsChosen(Screens.Look look) throws Exception {
        var name = look.name("KBANK_statement_0123456789_20261101-20261127_corrected-final-version", "layout") + ".csv";
        var ambiguous = new Preview(
                false,
                0,
                List.of(),
                List.of(new Fault(
                        "BANK_FILE_PROFILE_AMBIGUOUS",
                        0,
                        0,
                        "Several layouts fit.",
                        List.of("scb-history, scb-history-with-sign"))));
        var file = Files.writeString(folder.resolve(name), "%PDF-1.7 " + name);
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), new Shown("/preview", ambiguous));
                var console = OpenConsole.as(operator, proxy.port(), "bank-statements", look.remembered())) {
            console.await(console::isIdle);
            console.readFrom(List.of(file));
            console.push(KeyCode.N);
            console.await(() -> console.canPress("#decision-bank-statements-choose-profile") && console.shows(name));
            console.picture(look.name("long-name", "bank-statements"));
            var id = sent(console, name);
            console.await(() -> console.isIdle() && console.selected().id().equals(id));
            console.push(KeyCode.P);
            console.await(() -> console.exists("#input-profile .toggle-button"));
            console.await(console::isIdle);
            console.push(KeyCode.DIGIT2);
            console.await(() -> console.exists("#input-profile .toggle-button:selected"));
            console.picture(look.name("layout", "bank-statements"));
            console.await(() -> console.canPress("#confirm"));
            console.push(KeyCode.ENTER);
            console.await(() -> operator.get("/admin/v1/bank-statements/" + id)
                    .word("profile")
                    .equals("scb-history-with-sign"));
        }
    }

    /** The id of the file with this name, which the console may show before it has been sent. */
    private static UUID sent(OpenConsole console, String name) {
        console.await(() -> found(name).isPresent());
        return found(name).orElseThrow();
    }

    private static Optional<UUID> found(String name) {
        return operator.get("/admin/v1/bank-statements?limit=100")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("name").asText().equals(name))
                .map(one -> UUID.fromString(one.get("id").asText()))
                .findFirst();
    }

    private static List<Candidate> many() {
        return IntStream.rangeClosed(1, 14)
                .mapToObj(number -> new Candidate(
                        Ids.next(),
                        UUID.randomUUID(),
                        "pending",
                        "order-2026-11-27-number-" + number,
                        77_000 + number,
                        77_000 + number,
                        "THB",
                        "บริษัท สยามการค้าระหว่างประเทศและขนส่งสินค้าทางทะเล จำกัด (มหาชน) สาขาที่ " + number,
                        1_795_000_000L + number,
                        Map.of(
                                "match",
                                new DecisionTerms("THB", 77_000L, 0, null, List.of("note"), List.of(), List.of()))))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("looks")
    void everyLineOfManyCandidatesIsWhole(Screens.Look look) throws Exception {
        var name = look.name("many", "bank-entries");
        var number = operator.get("/admin/v1/collection-accounts")
                .expect(200)
                .data()
                .get(0)
                .get("account_no")
                .asText();
        var amount = 1_000 + Math.floorMod(name.hashCode(), 9_000_00);
        var file = operator.upload(
                        "/admin/v1/bank-statements?name=many.xml",
                        new CamtText(number, name, LocalDate.now(ZoneId.of("Asia/Bangkok")))
                                .entry(amount, name)
                                .text())
                .expect(201)
                .word("id");
        operator.post("/admin/v1/bank-statements/" + file + "/import", "{\"version\":1}")
                .expect(200);
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), new Shown("/candidates", many()));
                var console = OpenConsole.as(operator, proxy.port(), "bank-entries", look.remembered())) {
            console.await(() -> console.canPress("#decision-bank-entries-match"));
            console.push(KeyCode.M);
            console.await(() -> console.exists("#input-payin .toggle-button"));
            console.picture(name);
            console.interact(() -> console.robot().lookup("#input-payin .toggle-button .text").queryAll().stream()
                    .map(Node.class::cast)
                    .forEach(word -> {
                        var button = word;
                        while (!button.getStyleClass().contains("toggle-button")) {
                            button = button.getParent();
                        }
                        assertThat(button.localToScene(button.getBoundsInLocal())
                                        .contains(word.localToScene(word.getBoundsInLocal())))
                                .as(button.getAccessibleText())
                                .isTrue();
                    }));
            console.push(KeyCode.DIGIT9);
            assertThat(console.typed("#input-note"))
                    .as("a shortcut types nothing")
                    .isEmpty();
            console.picture(look.name("many-chosen", "bank-entries"));
        }
    }
}
