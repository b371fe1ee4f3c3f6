package io.tical.server.bank;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bankfile.OwnProfile;
import io.tical.server.bankfile.StatementFormats;
import io.tical.server.bankfile.StatementReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The reader of all formats, with the layouts that operators made.
 *
 * @param shipped without them
 */
record StatementReaders(Database database, StatementFormats shipped) {
    /** A change may be read by others later than at its time. */
    private static final Duration UNCERTAIN = Duration.ofMinutes(1);

    StatementReader now() {
        return shipped.with(() -> database.run(StatementReaders::own));
    }

    StatementReader now(Session session) {
        return shipped.with(() -> own(session));
    }

    private static List<OwnProfile> own(Session session) {
        return BankProfileStore.active(session).stream().map(BankProfile::read).toList();
    }

    /** Whether a file that was read then may be read in another way now. */
    boolean changedSince(Instant at) {
        return database.run(session -> BankProfileStore.changedSince(session, at.minus(UNCERTAIN)));
    }
}
