package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Audit;
import io.tical.server.ledger.Head;
import io.tical.server.ledger.MoneyAudits;
import io.tical.server.ledger.TestLedger;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintedAuditTest {
    private TestLedger ledger;
    private WalletKey wallet;

    @BeforeEach
    void open() {
        ledger = TestLedger.open();
        wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 1_000);
        ledger.seal();
        ledger.topUp(wallet, 20);
        ledger.topUp(wallet, 3);
        ledger.seal();
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void printsAlignedColumnsAndExitsWithTheOutcome() {
        var clean = run();
        assertThat(clean.exitCode()).isZero();
        assertThat(clean.text())
                .contains("Everything adds up.")
                .containsPattern("\ntransfer +3\n")
                .contains("sandbox");
        ledger.asOwner("UPDATE wallet SET held = held + 1");
        var wrong = run();
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.text())
                .contains("WRONG: 1 row is not as the service wrote it.")
                .contains("In wallet, organization " + wallet.organizationId())
                .contains(" held: expected what the service wrote");
    }

    @Test
    void notedHeadsAreStillInTheirChains(@TempDir Path folder) throws Exception {
        var printed = run(audit -> audit.heads(List.of()));
        assertThat(printed.exitCode()).isZero();
        assertThat(printed.text().lines()).hasSize(3);
        var file = Files.writeString(folder.resolve("heads"), printed.text());
        var noted = Head.read(file);
        assertThat(noted).isEqualTo(ledger.audit().heads());
        assertThat(run(audit -> audit.run(noted)).text())
                .contains("Noted heads that were compared: 2", "Everything adds up.");
        // The end of the chain is deleted, consistently: only who noted the head sees it.
        ledger.asOwner("DELETE FROM seal WHERE from_seq = 2");
        ledger.asOwner("DELETE FROM journal WHERE number > 2");
        assertThat(run().exitCode()).isZero();
        var wrong = run(audit -> audit.run(noted));
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.text())
                .contains(
                        "WRONG: 2 rows are not as",
                        "In seal, ",
                        "to transfer 3: expected the hash ",
                        "found no seal that ends there");
        var ofJournal = noted.subList(1, 2);
        assertThat(run(audit -> audit.run(ofJournal)).text())
                .contains("WRONG: 1 row is", "In journal, chain ", ": expected the hash ", "found no such row");
        assertThat(run(audit -> audit.heads(noted)).text())
                .startsWith("# WRONG: 2 rows are ")
                .contains("\n# In seal, ");
    }

    @Test
    void anotherHashThanTheNotedOneIsFound() {
        var head = ledger.audit().heads().getFirst();
        var other = new Head(head.chain(), head.number(), "0".repeat(64));
        assertThat(run(audit -> audit.run(List.of(other))).text()).contains("found " + head.hash());
        var nobody = new Head(UUID.randomUUID() + " test THB", 1, head.hash());
        assertThat(run(audit -> audit.run(List.of(nobody))).text()).contains("found no seal that ends there");
        var chain = new Head("journal " + UUID.randomUUID(), 1, head.hash());
        assertThat(run(audit -> audit.run(List.of(chain))).text()).contains("In journal, chain ", "found no such row");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# only a comment\n",
                "everything is fine\n",
                "00000000-0000-0000-0000-000000000000 test THB 1 00\n"
            })
    void aFileWithoutHeadsIsRefused(String text, @TempDir Path folder) throws Exception {
        var file = Files.writeString(folder.resolve("heads"), text);
        assertThatThrownBy(() -> Head.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("./tical audit --heads");
    }

    @Test
    void auditsGoOnFromEachOther(@TempDir Path folder) throws Exception {
        ledger.topUp(wallet, 4);
        var first = printed(folder, "first", run(audit -> audit.heads(List.of())));
        assertThat(first.heads()).extracting(Head::chain).anyMatch(chain -> chain.startsWith("transfer "));
        ledger.topUp(wallet, 5);
        ledger.seal();
        var second = printed(folder, "second", run(first, audit -> audit.heads(List.of())));
        assertThat(second.heads()).containsExactlyElementsOf(ledger.audit().heads());
        ledger.topUp(wallet, 6);
        var clean = run(second, audit -> audit.run(first.heads()));
        assertThat(clean.text())
                .contains(
                        "Noted heads that were compared: 5",
                        "Everything since the heads of " + second.file()
                                + " adds up. Rows that have not changed since then were not read.");
        assertThat(clean.exitCode()).isZero();
        ledger.asOwner("UPDATE transfer SET amount = 7 WHERE seq = 6");
        var wrong = run(second, audit -> audit.run(List.of()));
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.text()).contains("WRONG: 1 row is ", " seq 6 amount: ");
    }

    private static PrintedAudit.Since printed(Path folder, String name, Printed heads) throws IOException {
        assertThat(heads.exitCode()).as(heads.text()).isZero();
        var file = Files.writeString(folder.resolve(name), heads.text());
        return new PrintedAudit.Since(file, Head.read(file));
    }

    private record Printed(int exitCode, String text) {}

    private Printed run() {
        return run(audit -> audit.run(List.of()));
    }

    private Printed run(ToIntFunction<PrintedAudit> call) {
        return run(null, call);
    }

    private Printed run(PrintedAudit.@Nullable Since since, ToIntFunction<PrintedAudit> call) {
        var bytes = new ByteArrayOutputStream();
        var code = call.applyAsInt(new PrintedAudit(
                new Audit(ledger.database(), List.of(), MoneyAudits.ALL),
                since,
                new PrintStream(bytes, true, StandardCharsets.UTF_8),
                System.err));
        return new Printed(code, bytes.toString(StandardCharsets.UTF_8));
    }
}
