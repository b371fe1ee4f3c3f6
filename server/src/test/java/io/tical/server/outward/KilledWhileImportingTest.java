package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real process is killed while it takes in a large file of a bank: while it stores the bytes, while it writes the entries, and when all but
 * the last row is written. A lock of the database holds it there.
 */
@Order(1)
class KilledWhileImportingTest extends KilledServices {
    private static final int ENTRIES = 30_000;

    @TempDir
    private Path inbox;

    private static String large(String account) {
        var day = LocalDate.now(ZoneId.of("Asia/Bangkok"));
        var written = day.format(DateTimeFormatter.ofPattern("yyMMdd", Locale.ROOT));
        var text = new StringBuilder(
                String.format(Locale.ROOT, ":20:LARGE\n:25:%s\n:28C:00001/001\n:60F:C%sTHB0,\n", account, written));
        for (int number = 1; number <= ENTRIES; number++) {
            text.append(String.format(
                    Locale.ROOT,
                    ":61:%s%sC1,%02dNTRFNONREF//LARGE%06d\n:86:a payment of somebody\n",
                    written,
                    written.substring(2),
                    number % 100,
                    number));
        }
        var sum = 0L;
        for (int number = 1; number <= ENTRIES; number++) {
            sum += 100 + number % 100;
        }
        return text.append(String.format(Locale.ROOT, ":62F:C%sTHB%d,%02d\n-\n", written, sum / 100, sum % 100))
                .toString();
    }

    private boolean isHeld(String table) throws Exception {
        return rows(
                        database,
                        "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = '" + table + "'::regclass")
                > 0;
    }

    @ParameterizedTest
    @ValueSource(strings = {"bank_file_part", "bank_sighting", "bank_statement"})
    void aFileOfAKilledProcessIsImportedOnceByTheNext(String table) throws Exception {
        more.put("TICAL_BANK_INBOX", inbox.toString());
        try (var service = service(database)) {
            assertThat(service.credential("organization_id")).isNotEmpty();
            try (var held = TestDatabase.owner(database);
                    var statement = held.createStatement()) {
                held.setAutoCommit(false);
                statement.execute("LOCK TABLE " + table + " IN SHARE ROW EXCLUSIVE MODE");
                Files.writeString(inbox.resolve(".large.txt"), large(account()));
                Files.move(inbox.resolve(".large.txt"), inbox.resolve("large.txt"));
                await().atMost(SOON).until(() -> isHeld(table));
                service.kill();
                held.rollback();
            }
        }
        await().atMost(SOON).until(() -> !isHeld(table));
        assertThat(committed("bank_entry")).isZero();
        assertThat(committed("bank_sighting")).isZero();
        assertThat(committed("bank_statement")).isZero();
        assertThat(committed("bank_file WHERE status <> 'waiting'")).isZero();
        assertThat(inbox.resolve("large.txt")).exists();
        try (var service = service(database)) {
            assertThat(service.process().isAlive()).isTrue();
            await().atMost(SOON).until(() -> Files.exists(inbox.resolve("done/large.txt")));
        }
        assertThat(committed("bank_entry")).isEqualTo(ENTRIES);
        assertThat(committed("bank_statement")).isOne();
        assertThat(committed("bank_file WHERE status = 'imported'")).isOne();
        assertThat(committed("bank_file")).isOne();
        requireCleanAudit(database);
    }

    private String account() throws Exception {
        try (var connection = TestDatabase.owner(database);
                var statement = connection.createStatement();
                var found =
                        statement.executeQuery("SELECT account_no FROM collection_account WHERE currency = 'THB'")) {
            found.next();
            return found.getString(1);
        }
    }
}
