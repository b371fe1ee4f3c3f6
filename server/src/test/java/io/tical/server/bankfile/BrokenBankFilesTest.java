package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.Recorder.Statement;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is cut or damaged is read validly or refused; never is there another exception. */
class BrokenBankFilesTest {
    private static final int DAMAGED_FILES = 1_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kbank-previous-day-cp874.csv",
                "kbank-kbiz-statement.csv",
                "kbank-kbiz-recent.csv",
                "kbank-kcyber-tis620.csv",
                "scb-history-cp874.csv",
                "scb-history-utf8.csv",
                "bbl-activity.csv",
                "ktb-statement-utf8.csv",
                "ktb-statement-html.xls",
                "bay-bizonline.csv",
                "mt940-structured.sta",
                "mt940-swift-blocks.txt",
                "mt942-intraday.txt"
            })
    void aCutOrDamagedFileIsRefusedOrReadValidly(String name) throws Exception {
        var file = BankFileSamplesTest.sample(name);
        var whole = read(file).orElseThrow();
        for (int length = 0; length < file.length; length++) {
            var cut = read(Arrays.copyOf(file, length)).orElse(List.of());
            for (int at = 0; at < cut.size(); at++) {
                if (cut.get(at).head().last() && whole.get(at).foot().proof() == Proof.PROVED) {
                    assertThat(cut.get(at).entries())
                            .as("%s cut at %d", name, length)
                            .hasSameSizeAs(whole.get(at).entries());
                }
            }
        }
        var random = new Random(name.hashCode());
        for (int round = 0; round < DAMAGED_FILES; round++) {
            var damaged = file.clone();
            for (int bytes = random.nextInt(3); bytes >= 0; bytes--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            read(damaged);
        }
    }

    /** Empty if the file is refused. */
    private static Optional<List<Statement>> read(byte[] file) throws IOException {
        try {
            var statements = Recorder.read(StatementFormatsTest.FORMATS, file);
            statements.forEach(BrokenBankFilesTest::fits);
            return Optional.of(statements);
        } catch (BankFileException e) {
            return Optional.empty();
        }
    }

    private static void fits(Statement statement) {
        var opening = statement.foot().opening();
        var closing = statement.foot().closing();
        if (opening != null && closing != null) {
            var booked = statement.entries().stream()
                    .filter(entry -> entry.status() == Status.BOOKED)
                    .mapToLong(BankEntry::amount)
                    .sum();
            assertThat(opening.amount() + booked).isEqualTo(closing.amount());
        }
    }
}
