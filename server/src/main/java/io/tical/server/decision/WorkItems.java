package io.tical.server.decision;

import io.tical.common.Word;
import io.tical.server.input.Query;
import io.tical.server.key.Keyed;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** The objects of one type that operators find, lease and decide on. {@link WorkItemRoutes} makes the operations of it. */
public interface WorkItems<T extends Keyed> {
    /**
     * A type of objects.
     *
     * @param tree the path of its list, such as {@code /admin/v1/organization-accounts}
     * @param object its name in codes and in the audit log, such as {@code organization_account}
     * @param permission who may take the leases of its objects
     */
    record Kind(String tree, String object, Permission permission) {
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
    record Selected<T>(String filter, Function<Page, List<T>> rows) {}

    /**
     * Whether operators can decide on an object now.
     *
     * @param status its state, in messages
     * @param decidable whether any decision on it is possible
     */
    record Standing(Word status, boolean decidable) {}

    Kind kind();

    /** The names of the parameters that {@link #select} reads. */
    List<String> filters();

    /** Reads the filters of a list. */
    Selected<T> select(Query query);

    /** @throws Problem.NotFound with the code of the type */
    T get(UUID id);

    Standing standing(T item);

    /** An object in a list, as JSON. */
    Object row(T item, String organizationName, LeaseView lease);

    /** One object, as JSON. */
    default Object detail(T item, String organizationName, LeaseView lease) {
        return row(item, organizationName, lease);
    }

    /**
     * Takes the lease of an object for an operator.
     *
     * @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has it
     */
    default Lease takeLease(Leases leases, TransactionKey key, StaffDecision by) {
        return leases.take(key, kind().name(), by.operator());
    }
}
