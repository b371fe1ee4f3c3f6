package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.Json;
import io.tical.server.TestService;
import io.tical.server.key.WalletKey;
import io.tical.server.module.Platform;
import io.tical.server.module.Resources;
import io.tical.server.rail.HeadsReceiver;
import io.tical.server.rail.UpstreamServer;
import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A running service notes heads where somebody who has the database cannot change them. */
class HeadNotingTest {
    private static final List<String> TABLES = List.of("wallet", "transfer", "seal", "journal");

    private static final Duration WITHIN = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final TestLedger ledger = TestLedger.open();
    private final WalletKey wallet = TestLedger.wallet("THB");
    private final WalletKey other = TestLedger.wallet("USD");
    private final UpstreamServer receiver = new UpstreamServer().answering(204, "");
    private final Resources resources = new Resources();

    @BeforeEach
    void seal() {
        ledger.topUp(wallet, 1_000);
        ledger.topUp(other, 5);
        ledger.seal();
        ledger.topUp(wallet, 20);
        ledger.seal();
    }

    @AfterEach
    void close() {
        resources.close();
        receiver.close();
        ledger.close();
    }

    private HeadNoting noting(Path directory, String url) {
        return noting(ledger, directory, url);
    }

    private HeadNoting noting(TestLedger ledger, Path directory, String url) {
        var secrets = Secrets.load("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", folder);
        var platform = Platform.of(ledger.database(), secrets, TestLedger.CLOCK, resources);
        return HeadNoting.of(
                platform,
                HeadsReceiver::new,
                new HeadNoting.Options(directory.toString(), url, "of both", Duration.ofMinutes(10)));
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private Finding findingAgainst(Path file) throws IOException {
        return new Audit(ledger.database(), List.of(), MoneyAudits.ALL)
                .run(Head.read(file))
                .finding();
    }

    @Test
    void aFileHasTheHeadsOfAnAudit() throws Exception {
        noting(folder, "").runOnce();
        assertThat(files()).hasSize(1);
        var file = files().getFirst();
        assertThat(file.getFileName().toString())
                .matches("heads-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ-[0-9a-f]{8}\\.txt");
        assertThat(Files.readString(file)).startsWith("# Noted by Tical ").contains("\n# Heads at 2");
        assertThat(Head.read(file))
                .containsExactlyInAnyOrderElementsOf(ledger.audit().heads());
        assertThat(findingAgainst(file)).isNull();
    }

    @Test
    void anotherFileIsWrittenOnlyWhenSomethingChanged() throws Exception {
        var noting = noting(folder, "");
        noting.runOnce();
        noting.runOnce();
        assertThat(files()).hasSize(1);
        ledger.topUp(other, 1);
        ledger.seal();
        noting.runOnce();
        assertThat(files()).hasSize(2);
        for (var file : files()) {
            assertThat(findingAgainst(file)).isNull();
        }
    }

    @Test
    void nothingIsNotedOfAnEmptyDatabase() throws Exception {
        try (var empty = TestLedger.open()) {
            noting(empty, folder, "").runOnce();
            assertThat(files()).isEmpty();
        }
    }

    /** Everything is reverted to what it was, so nothing contradicts; only the file tells. */
    @Test
    void anEarlierFileShowsThatTheNewestRowsWereDeleted() throws Exception {
        TABLES.forEach(table -> ledger.asOwner("CREATE TABLE kept_" + table + " AS TABLE " + table));
        ledger.topUp(wallet, 7);
        ledger.seal();
        noting(folder, "").runOnce();
        for (var table : TABLES) {
            ledger.asOwnerQuery("TRUNCATE " + table + "; INSERT INTO " + table + " TABLE kept_" + table);
        }
        assertThat(ledger.audit().finding()).isNull();
        assertThat(findingAgainst(files().getFirst()).sentence())
                .startsWith("In seal, organization " + wallet.organizationId())
                .contains("to transfer 3: expected the hash ", "found no seal that ends there");
    }

    /** The last transfer is not sealed yet. */
    @Test
    void anAuditGoesOnFromAFile() throws Exception {
        ledger.topUp(wallet, 7);
        noting(folder, "").runOnce();
        var noted = Head.read(files().getFirst());
        assertThat(noted).extracting(Head::chain).contains("transfer " + wallet.organizationId() + " test THB");
        ledger.topUp(wallet, 8);
        ledger.seal();
        var audit = new Audit(ledger.database(), List.of(), MoneyAudits.ALL);
        assertThat(audit.since(noted, List.of()).findings()).isEmpty();
        ledger.asOwner("UPDATE transfer SET amount = 9 WHERE amount = 8");
        assertThat(audit.since(noted, List.of()).finding().sentence()).contains("seq 4 amount");
    }

    @Test
    void anAlteredRowIsNoHeadAndAllOthersAre() throws Exception {
        ledger.asOwner("UPDATE seal SET hash = sha256(hash) WHERE from_seq = 2");
        ledger.asOwner(
                "UPDATE journal SET changes = changes || changes WHERE number = (SELECT max(number) FROM journal)");
        noting(folder, "").runOnce();
        assertThat(Head.read(files().getFirst()))
                .extracting(Head::chain)
                .containsExactly(
                        other.organizationId() + " test USD", "transfer " + wallet.organizationId() + " test THB");
        assertThat(ledger.database().alteredRows())
                .anyMatch(row -> row.startsWith("In seal, ") && row.contains(": hash was not written by the service"))
                .anyMatch(row -> row.startsWith("In journal, ") && row.contains(": changes was not written"));
    }

    @Test
    void theHeadsOfManyChainsAreRead() {
        for (int shop = 0; shop < 2 * ChainEnds.ROWS_MAX; shop++) {
            ledger.topUp(TestLedger.wallet("THB"), 1);
        }
        ledger.seal();
        assertThat(new ChainEnds(ledger.database()).read())
                .hasSizeGreaterThan(2 * ChainEnds.ROWS_MAX)
                .containsExactlyInAnyOrderElementsOf(ledger.audit().heads());
    }

    @Test
    void aFolderThatIsMissingIsShownUntilItIsThere() throws Exception {
        var share = folder.resolve("share");
        var noting = noting(share, "");
        noting.runOnce();
        assertThat(noting.failures())
                .containsExactly("Heads are not noted in TICAL_HEADS_DIRECTORY: NoSuchFileException " + share
                        + ": there is no such folder; create or mount it.");
        Files.createDirectory(share);
        noting.runOnce();
        assertThat(noting.failures()).isEmpty();
        try (var files = Files.list(share)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFolderThatCannotBeWrittenIsShown() {
        var noting = noting(Path.of("/proc"), "");
        noting.runOnce();
        assertThat(noting.failures())
                .singleElement()
                .asString()
                .startsWith("Heads are not noted in TICAL_HEADS_DIRECTORY: ");
    }

    @Test
    void headsArePostedWithASignature() {
        noting(Path.of(""), receiver.url() + "/heads").runOnce();
        var post = receiver.last();
        assertThat(post.method()).isEqualTo("POST");
        assertThat(post.target()).isEqualTo("/heads");
        assertThat(post.headers())
                .containsEntry("Content-Type", "text/plain; charset=utf-8")
                .containsEntry(
                        "X-Signature",
                        Hashes.signature("of both", post.headers().get("X-Timestamp"), post.body()));
        assertThat(post.text().lines().flatMap(line -> Head.ofLine(line).stream()))
                .containsExactlyInAnyOrderElementsOf(ledger.audit().heads());
    }

    @Test
    void aReceiverThatFailsIsShownAndGetsTheHeadsLater() throws Exception {
        var noting = noting(folder, receiver.url());
        for (var status : List.of(500, 302, 404)) {
            receiver.answering(status, "");
            noting.runOnce();
            assertThat(noting.failures())
                    .containsExactly("Heads are not noted in TICAL_HEADS_URL: the receiver of heads returned status "
                            + status + ".");
        }
        assertThat(files()).hasSize(1);
        receiver.answering(200, "thanks");
        noting.runOnce();
        assertThat(noting.failures()).isEmpty();
        assertThat(receiver.asked()).hasSize(4);
        noting.runOnce();
        assertThat(receiver.asked()).hasSize(4);
    }

    @Test
    void aReceiverThatIsDownIsShown() {
        var noting = noting(Path.of(""), "http://127.0.0.1:1");
        noting.runOnce();
        assertThat(noting.failures()).singleElement().asString().contains("TICAL_HEADS_URL", "cannot be reached");
    }

    @Test
    void aRunningServiceNotesHeadsByItsSettings() throws Exception {
        var missing = folder.resolve("share").toString();
        try (var service = TestService.start(Map.of())) {
            service.merchant().funded("THB", 100);
            await().atMost(WITHIN).until(() -> service.count("SELECT count(*) FROM seal") > 0);
            try (var node = service.node(
                            Map.of("TICAL_HEADS_DIRECTORY", folder.toString(), "TICAL_HEADS_URL", receiver.url()),
                            TestService.Work.RUNNING);
                    var failing = service.node(
                            Map.of("TICAL_HEADS_DIRECTORY", missing, "TICAL_HEADS_MINUTES", "1"),
                            TestService.Work.RUNNING)) {
                await().atMost(WITHIN)
                        .until(() -> !files().isEmpty() && !receiver.asked().isEmpty());
                assertThat(service.audit().run(Head.read(files().getFirst())).finding())
                        .isNull();
                await().atMost(WITHIN).until(() -> health(failing).contains("TICAL_HEADS_DIRECTORY"));
                assertThat(health(node)).doesNotContain("TICAL_HEADS_DIRECTORY");
            }
        }
    }

    private static String health(TestService service) throws IOException {
        var health = URI.create("http://127.0.0.1:" + service.tical().ports().admin() + "/observe/health");
        try (var answer = health.toURL().openStream()) {
            return Json.mapper().readTree(answer.readAllBytes()).toString();
        }
    }
}
