package io.tical.server.kept;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.KeptTables;
import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.webhook.CallbackSink;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keeps a home of this release, on which later ones must start:
 * {@code ./mvnw -pl server -am test -Dtest=KeepReleaseTest -Dsurefire.failIfNoSpecifiedTests=false -Dtical.keep=1.0.0}.
 */
@EnabledIfSystemProperty(
        named = "tical.keep",
        matches = "\\d+\\.\\d+\\.\\d+",
        disabledReason = "a home is kept when a release is made")
class KeepReleaseTest {
    /** Tables without rows in a kept home. */
    private static final Set<String> EMPTY = Set.of(
            // At the end of a day; a service that starts on the home makes those of the days since.
            "daily_statement",
            // Made when people close a day, which must have ended.
            "bank_day_part",
            "bank_day_seal",
            // After a restored backup.
            "outward_case",
            // Bound to the host name of a browser.
            "dashboard_passkey");

    @TempDir
    private Path home;

    @Test
    void aHomeWithRowsOfEveryTableIsKept() throws Exception {
        var database = TestDatabase.settings();
        KeptFacts facts;
        try (var sink = new CallbackSink()) {
            KeptWork work;
            try (var working = TestService.in(home, database, KeptWork.SETTINGS, TestService.Work.RUNNING)) {
                work = new KeptWork(working, sink);
                work.finish();
                working.requireCleanAudit();
            }
            try (var resting = TestService.in(home, database, KeptWork.SETTINGS, TestService.Work.OFF)) {
                facts = work.leave(resting);
            }
        }
        var kept = KeptHome.of(home, database, facts);
        var without = new TreeSet<>(KeptTables.tables(database));
        without.removeAll(kept.tables().keySet());
        assertThat(without).isEqualTo(new TreeSet<>(EMPTY));
        kept.write(KeptHome.FOLDER.resolve(System.getProperty("tical.keep") + ".zip"));
    }
}
