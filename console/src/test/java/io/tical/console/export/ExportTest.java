package io.tical.console.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.common.admin.Listed;
import io.tical.common.admin.OperatorSession;
import io.tical.console.Forgetful;
import io.tical.console.OpenConsole;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.text.Formats;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.console.work.Tasks;
import io.tical.console.work.Workspace;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/** Operators export what a list shows. */
class ExportTest {
    private static TestService service;
    private static OperatorClient finance;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        finance = service.operator(Operator.Role.FINANCE);
        var merchant = service.merchant();
        for (int i = 1; i <= 3; i++) {
            merchant.payin("export-" + i, 10_000 * i).expect(201);
        }
        merchant.payin("other", 50_000).expect(201);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static OpenConsole console(Map<String, String> remembered) throws Exception {
        return OpenConsole.as(finance, service.tical().ports().admin(), "payins", remembered)
                .showTest();
    }

    @Test
    void theRowsThatTheSearchFindsAreWritten() throws Exception {
        try (var console = console(Map.of())) {
            console.type("#search", "export-");
            console.await(() -> console.shows("export-1") && !console.shows("other"));
            console.push(KeyCode.CONTROL, KeyCode.E);
            assertThat(console.text("#export-progress")).isEmpty(); // the choice of the file was cancelled

            console.saveTo(folder);
            console.push(KeyCode.CONTROL, KeyCode.E);
            console.await(() -> console.shows("Exported 3 rows to payins-all-search-test-2"));
            console.picture("exported-light");
        }
        Path file;
        try (var files = Files.list(folder)) {
            file = files.findFirst().orElseThrow();
        }
        assertThat(file.getFileName().toString()).matches("payins-all-search-test-[0-9]{8}-[0-9]{4}\\.csv");
        var lines = Files.readAllLines(file);
        assertThat(lines).hasSize(4);
        assertThat(lines.getFirst())
                .startsWith("\ufeffid,Data,Merchant,Merchant ID,")
                .contains(",Amount,To transfer,Paid,Fee,Net,Currency,Bank reference,", ",Created,Ended,");
        assertThat(lines.get(1))
                .contains(",Test,", ",export-3,", ",300.00,", ",THB,")
                .containsPattern(",[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}");
        assertThat(lines.get(3)).contains(",export-1,").contains(",100.00,");
    }

    @Test
    void aFolderThatIsNotThereIsToldWithWhatToDo() throws Exception {
        try (var console = console(Map.of("language", "THAI", "theme", "DARK"))) {
            console.await(() -> console.shows("export-1"));
            console.saveTo(folder.resolve("gone"));
            console.click("#export");
            console.await(() -> console.shows("ไม่มีโฟลเดอร์"));
            console.picture("export-failed-thai-dark");
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void anExportThatIsCancelledInTheMiddleLeavesNoFile() throws Exception {
        var cancelled = new CountDownLatch(1);
        Function<String, Page<Payment>> pages = cursor -> {
            awaited(cancelled);
            return new Page<>(List.of(new Payment(Ids.next())), "next");
        };
        var robot = new FxRobot();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var texts = new Texts(Language.ENGLISH);
            var workspace = workspace(new Tasks(threads, Platform::runLater), texts);
            var stage = FxToolkit.registerPrimaryStage();
            var bar = FxToolkit.setupFixture(() -> {
                var made = new ExportBar(workspace);
                stage.setScene(new Scene(made, 400, 100));
                stage.show();
                return made;
            });
            robot.interact(() -> bar.choose("payments", new CsvTable<>(texts, List.of(), pages)));
            var cancel = OpenConsole.read(() -> robot.lookup("#export-cancel").queryButton());
            assertThat(cancel.isVisible()).isTrue();
            robot.interact(cancel::fire);
            cancelled.countDown();
            WaitForAsyncUtils.waitFor(20, TimeUnit.SECONDS, () -> !cancel.isVisible());
            assertThat(OpenConsole.read(() ->
                            robot.lookup("#export-progress").queryLabeled().getText()))
                    .isEqualTo("The export was cancelled. No file was written.");
            assertThat(folder).isEmptyDirectory();
            robot.interact(stage::hide);
        }
    }

    private record Payment(UUID id) implements Listed {}

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Workspace workspace(Tasks tasks, Texts texts) {
        var address = URI.create("http://127.0.0.1:" + service.tical().ports().admin());
        return new Workspace(
                new AdminApi(address, Clock.systemUTC()),
                new OperatorSession(Ids.next(), null, "finance", "finance", Set.of(), "password", false, 0, ""),
                tasks,
                texts,
                new Formats(texts, Map.of(), ZoneOffset.UTC),
                Clock.systemUTC(),
                new Forgetful(),
                (_, name) -> folder.resolve(name),
                true);
    }

    @Test
    void aFullDiskAndOtherProblemsAreToldWithWhatToDo() {
        var texts = new Texts(Language.ENGLISH);
        var file = folder.resolve("payins.csv");
        assertThat(ExportBar.why(texts, file, new IOException("No space left on device")))
                .isEqualTo("The disk is full. Free some space, or save the file to another disk.");
        assertThat(ExportBar.why(
                        texts, file, new FileSystemException(file.toString(), null, "No space left on device")))
                .startsWith("The disk is full.");
        assertThat(ExportBar.why(texts, file, new IOException("Input/output error")))
                .contains(file.toString())
                .endsWith("Choose another file.");
    }
}
