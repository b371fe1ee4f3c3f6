package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JournalChainsTest {
    private record Consent(UUID payin, String request) {}

    private static final UUID ORGANIZATION = UUID.randomUUID();
    private static final BulkWrite<Consent> CONSENTS = BulkWrite.<Consent>of("disclosure")
            .key("organization_id", "uuid", one -> ORGANIZATION)
            .key("livemode", "boolean", one -> false)
            .key("payin_id", "uuid", Consent::payin)
            .key("text_version", "text", one -> "1")
            .key("address", "text", one -> "127.0.0.1")
            .column("request_id", "text", Consent::request)
            .column("accepted_at", "timestamptz", one -> Instant.EPOCH)
            .authenticated()
            .journaled();

    private Database database;

    /** A row of the journal. */
    private record Line(UUID chain, long number, List<RowChange> changes) {}

    @BeforeEach
    void open() throws SQLException {
        var settings = TestDatabase.settings();
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("GRANT UPDATE ON disclosure TO PUBLIC");
        }
        database = Databases.open(settings);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private List<Line> journal() {
        return database.run(session -> session.sql("SELECT * FROM journal ORDER BY created_at")
                .list(row ->
                        new Line(row.uuid("chain"), row.number("number"), RowChange.decode(row.bytes("changes")))));
    }

    private static Consent consent() {
        return new Consent(UUID.randomUUID(), "first");
    }

    private void insert(Consent consent) {
        database.transaction(
                session -> CONSENTS.insert(session, List.of(consent)).run());
    }

    private static void lock(Session session) {
        var proof = CONSENTS.proof(session);
        session.sql("SELECT * FROM disclosure FOR UPDATE").list(row -> {
            proof.requireUnaltered(row);
            return row;
        });
    }

    @Test
    void transactionsThatFollowEachOtherShareAChain() {
        insert(consent());
        insert(consent());
        assertThat(journal()).extracting(Line::number).containsExactly(1L, 2L);
        assertThat(journal())
                .extracting(Line::chain)
                .containsOnly(journal().getFirst().chain());
    }

    /** Who may insert rows would otherwise stop the service. */
    @Test
    void aRowThatSomebodyInsertsBehindAChainIsShownAndStopsNothing() {
        insert(consent());
        var chain = journal().getFirst().chain();
        database.run(session -> session.sql(
                        "INSERT INTO journal SELECT chain, 2, previous, changes, mac, clock_timestamp() FROM journal")
                .run());
        insert(consent());
        insert(consent());
        assertThat(journal()).extracting(Line::number).containsExactly(1L, 2L, 1L, 2L);
        assertThat(journal().getLast().chain()).isNotEqualTo(chain);
        assertThat(database.alteredRows())
                .containsExactly("In journal, chain " + chain
                        + ", number 2: the row was not written by the service. Run ./tical audit.");
    }

    @Test
    void aChangeSaysWhatTheRowWasBefore() {
        var first = consent();
        insert(first);
        database.transaction(session -> {
            lock(session);
            CONSENTS.update(session, List.of(new Consent(first.payin(), "second")))
                    .run();
            return CONSENTS.update(session, List.of(new Consent(first.payin(), "third")))
                    .run();
        });
        var inserted = journal().get(0).changes().getFirst();
        var updated = journal().get(1).changes();
        assertThat(inserted.before()).isNull();
        assertThat(updated).extracting(RowChange::row).containsOnly(inserted.row());
        assertThat(updated.get(0).before()).isEqualTo(inserted.after());
        assertThat(updated.get(1).before())
                .isEqualTo(updated.get(0).after())
                .isNotEqualTo(updated.get(1).after());
    }

    @Test
    void aTransactionThatFailsLeavesNoGap() {
        insert(consent());
        assertThatThrownBy(() -> database.transaction(session -> {
                    CONSENTS.insert(session, List.of(consent())).run();
                    throw new IllegalArgumentException("a decision");
                }))
                .hasMessage("a decision");
        var twice = consent();
        insert(twice);
        assertThatThrownBy(() -> insert(twice)).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> database.transaction(session -> {
                    CONSENTS.insert(session, List.of(twice)).runLater();
                    return session;
                }))
                .isInstanceOf(RuntimeException.class);
        insert(consent());
        assertThat(journal()).extracting(Line::number).containsExactly(1L, 2L, 3L);
        assertThat(journal())
                .extracting(Line::chain)
                .containsOnly(journal().getFirst().chain());
    }

    @Test
    void nothingIsAppendedToAChainWhoseLastRowMayNotBeThere() {
        insert(consent());
        assertThatThrownBy(() -> database.transaction(session -> {
                    CONSENTS.insert(session, List.of(consent())).runLater();
                    session.sql("SELECT pg_terminate_backend(pg_backend_pid())").list(row -> row);
                    return session;
                }))
                .isInstanceOf(DatabaseUnavailable.class);
        insert(consent());
        assertThat(journal()).hasSize(2);
    }

    @Test
    void anExistingRowIsNotJournaled() {
        var consent = consent();
        insert(consent);
        var other = consent();
        assertThat(database.<List<Consent>>transaction(
                        session -> CONSENTS.insertIfAbsent(session, List.of(consent, other))))
                .containsExactly(other);
        assertThat(journal().get(1).changes()).hasSize(1);
        assertThat(database.<Boolean>transaction(session -> CONSENTS.insertIfAbsent(session, other)))
                .isFalse();
        assertThat(journal()).hasSize(2);
    }

    @Test
    void aRowIsUpdatedOnlyWhenItWasLockedAndProved() {
        var consent = consent();
        insert(consent);
        assertThatThrownBy(() -> database.transaction(
                        session -> CONSENTS.update(session, List.of(consent)).run()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("locked and proved");
        assertThatThrownBy(() -> database.run(
                        session -> CONSENTS.insert(session, List.of(consent())).run()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("in a transaction");
        assertThat(journal()).hasSize(1);
    }

    @Test
    void endsAreNotedOnceAfterEachChange() {
        insert(consent());
        insert(consent());
        database.noteJournal();
        database.noteJournal();
        var chain = journal().getFirst().chain();
        assertThat(journal()).hasSize(3);
        assertThat(journal().getLast().changes())
                .singleElement()
                .satisfies(change -> assertThat(change.row().place()).isEqualTo(new Journal.Place(chain, 2)));
        insert(consent());
        database.noteJournal();
        assertThat(journal().getLast().changes())
                .singleElement()
                .satisfies(change -> assertThat(change.row().place()).isEqualTo(new Journal.Place(chain, 4)));
    }
}
