package io.tical.server.ledger;

import io.tical.db.Row;
import io.tical.db.Session;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The money that a package's rows account for. The package states the expected transfers of each row; {@link Audit} compares them with the
 * ledger.
 *
 * <p>An audit reads rows as they are stored, not through the package's own stores, so that it finds errors there too.
 */
public interface MoneyAudit {
    /** The tables it covers; the report counts their rows. */
    default List<String> tables() {
        return List.of();
    }

    /**
     * Statements that return rows of the package that contradict each other; each returned row is a finding. The columns are
     * {@code organization_id}, {@code livemode}, {@code place} (which row), {@code in_table}, {@code expected} and {@code found},
     * the last three texts.
     */
    default List<String> contradictions() {
        return List.of();
    }

    /** Statements like {@link #contradictions} that return rows which somebody deleted, and which the journal does not have. */
    default List<String> missing() {
        return List.of();
    }

    /** Statements like {@link #contradictions} that sum over many rows. An audit since noted heads does not run them. */
    default List<String> sums() {
        return List.of();
    }

    /**
     * Definitions of a {@code WITH} that hide the tables of {@link #contradictions} and {@link #missing}: each contains only the rows that prove some objects.
     * The table {@code touched} has their {@code organization_id}, {@code livemode} and {@code id}.
     */
    default String ofTouched() {
        return "";
    }

    /**
     * Further proofs. An audit since noted heads does not run them. Called before the snapshot of the database is taken, so that what is
     * outside it can be looked at first.
     */
    default List<Proof> proofs() {
        return List.of();
    }

    /** @param work reads a snapshot of the database, and passes on its findings */
    record Proof(String name, BiConsumer<Session, Consumer<Finding>> work) {}

    /** The rows that transfers refer to; null if transfers refer to none. */
    default @Nullable Posted posted() {
        return null;
    }

    /**
     * A table whose rows transfers refer to. Its key is organization, environment and {@code <table>_id}; its postings begin with
     * {@code <TABLE>_}, and each is in the row's currency.
     *
     * @param select a SELECT without WHERE that reads the table as {@code p}, with its key, {@code status} and {@code currency}
     * @param expected returns the expected transfers of a row; throws {@link Finding.Found} if the row contradicts itself
     */
    record Posted(String table, String select, Function<Row, Expected> expected) {}

    /** The expected transfers of one row, in minor units. */
    sealed interface Expected {
        /** No transfer at all. */
        Expected NOTHING = new ByPosting(Map.of());

        /** Credits less debits of each account; 0 for all others. */
        record ByAccount(Map<Account, Long> sums) implements Expected {}

        /** The sum of each posting; no other transfer. */
        record ByPosting(Map<PostingType, Long> sums) implements Expected {}
    }
}
