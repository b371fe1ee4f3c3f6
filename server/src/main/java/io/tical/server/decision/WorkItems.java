package io.tical.server.decision;

import io.tical.common.Word;
import io.tical.server.input.Query;
import io.tical.server.key.Keyed;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one type that operators find, lease and decide on. {@link WorkItemRoutes} makes the operations of it, and adds to the JSON of
 * an object what all have: its organization, and its lease.
 *
 * @param filters the names of the parameters that {@code select} reads
 * @param select reads the filters of a list
 * @param get returns an object; throws {@link Problem.NotFound} with the code of the type
 * @param row an object in a list, as JSON
 * @param detail one object, as JSON
 * @param leasing takes the lease of an object
 */
public record WorkItems<T extends Keyed>(
        Kind kind,
        List<String> filters,
        Function<Query, Selected<T>> select,
        Function<UUID, T> get,
        Function<T, Standing> standing,
        Function<T, Object> row,
        Function<T, Object> detail,
        Leasing leasing) {
    /**
     * A type of objects.
     *
     * @param tree the path of its list, such as {@code /admin/v1/organization-accounts}
     * @param object its name in codes and in the audit log, such as {@code organization_account}
     * @param permission who may take the leases of its objects
     */
    public record Kind(String tree, String object, Permission permission) {
        /** Its name in messages. */
        String name() {
            return object.replace('_', ' ');
        }

        /** The path of an operation on one object. */
        public String path(String operation) {
            return tree + "/{id}/" + operation;
        }
    }

    /**
     * The objects that a request selects.
     *
     * @param filter a text of all conditions, which differs for different conditions
     * @param rows reads one row more than the page's limit, when there are that many
     */
    public record Selected<T>(String filter, Function<Page, List<T>> rows) {}

    /**
     * Whether operators can decide on an object now.
     *
     * @param status its state, in messages
     * @param decidable whether any decision on it is possible
     */
    public record Standing(Word status, boolean decidable) {}

    /** Takes the lease of an object for an operator. */
    @FunctionalInterface
    public interface Leasing {
        /** @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has it */
        Lease take(Leases leases, TransactionKey key, StaffDecision by);
    }

    /** Objects whose JSON is the same in lists. */
    public WorkItems(
            Kind kind,
            List<String> filters,
            Function<Query, Selected<T>> select,
            Function<UUID, T> get,
            Function<T, Standing> standing,
            Function<T, Object> row) {
        this(
                kind,
                filters,
                select,
                get,
                standing,
                row,
                row,
                (leases, key, by) -> leases.take(key, kind.name(), by.operator()));
    }

    public WorkItems<T> detailed(Function<T, Object> other) {
        return new WorkItems<>(kind, filters, select, get, standing, row, other, leasing);
    }

    public WorkItems<T> leased(Leasing other) {
        return new WorkItems<>(kind, filters, select, get, standing, row, detail, other);
    }

    /**
     * Transactions, on which operators make the decisions that their rules accept.
     *
     * @param view one as JSON, to which its version is added
     * @param more adds the further fields that operators see of one transaction
     */
    public static <A extends Aggregate<A>> WorkItems<A> ofTransactions(
            Kind kind,
            List<String> filters,
            Function<Query, Selected<A>> select,
            Function<UUID, A> get,
            Function<A, Word> status,
            Function<A, Possible<?>> possible,
            Function<A, Map<String, @Nullable Object>> view,
            BiConsumer<A, Map<String, @Nullable Object>> more) {
        Function<A, Map<String, @Nullable Object>> row = item -> {
            var shown = view.apply(item);
            shown.put("version", item.version());
            return shown;
        };
        return new WorkItems<A>(
                        kind,
                        filters,
                        select,
                        get,
                        item -> new Standing(
                                status.apply(item),
                                !possible.apply(item).decisions().isEmpty()),
                        row::apply)
                .detailed(item -> {
                    var shown = row.apply(item);
                    var decisions = possible.apply(item);
                    shown.put("decisions", decisions.decisions());
                    shown.put("decision_terms", decisions.terms());
                    more.accept(item, shown);
                    return shown;
                });
    }
}
