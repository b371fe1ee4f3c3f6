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
 * What a package says about the money of its own rows. The package states it; {@link Audit} compares it with the transfers.
 *
 * <p>An audit reads rows as they are stored, not through the package's own stores, so that an error there does not hide itself.
 */
public interface MoneyAudit {
    /** The tables it covers; the report counts their rows. */
    List<String> tables();

    /**
     * Statements whose every row is a finding: two rows of the package that contradict each other. The columns are
     * {@code organization_id}, {@code livemode}, {@code place} (which row), {@code in_table}, {@code expected} and {@code found},
     * the last three texts.
     */
    List<String> contradictions();

    /** Statements like {@link #contradictions}, whose sums are over so many rows that an audit since noted heads leaves them out. */
    default List<String> sums() {
        return List.of();
    }

    /**
     * Definitions of a {@code WITH} that hide the tables that {@link #contradictions} reads: each has only what is needed to prove the rows of
     * some objects. The table {@code touched} has their {@code organization_id}, {@code livemode} and {@code id}.
     */
    String ofTouched();

    /** Further proofs, which an audit since noted heads leaves out. */
    default List<Proof> proofs() {
        return List.of();
    }

    /** @param work reads on a snapshot of the database, and hands out its findings */
    record Proof(String name, BiConsumer<Session, Consumer<Finding>> work) {}

    /** The rows that transfers refer to; null where transfers refer to none. */
    @Nullable
    Posted posted();

    /**
     * A table whose rows transfers refer to. Its key is organization, environment and {@code <table>_id}; its postings begin with
     * {@code <TABLE>_}, and each is in the row's currency.
     *
     * @param select a SELECT without WHERE that reads the table as {@code p}, with its key, {@code status} and {@code currency}
     * @param expected what the transfers of a row must come to; throws {@link Finding.Found} if the row contradicts itself
     */
    record Posted(String table, String select, Function<Row, Expected> expected) {}

    /** What the transfers of one row must come to, in minor units. */
    sealed interface Expected {
        /** No transfer at all. */
        Expected NOTHING = new ByPosting(Map.of());

        /** Credits less debits of each account; 0 in all others. */
        record ByAccount(Map<Account, Long> sums) implements Expected {}

        /** The sum of each posting; no other transfer. */
        record ByPosting(Map<Posting, Long> sums) implements Expected {}
    }
}
