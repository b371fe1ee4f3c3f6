package io.tical.server.bank;

import io.tical.server.collection.CollectionAccounts;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.util.List;
import java.util.function.Predicate;

/**
 * {@code /admin/v1/bank-accounts} and {@code /admin/v1/bank-overview}: what statements say of the collection accounts, and of the money of payins.
 */
record AccountStateRoutes(AccountStates states, BankOverviews overviews) {
    private static final String TREE = "/admin/v1/bank-accounts";
    private static final Predicate<Staff> READ = staff -> staff.may(Permission.READ);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.<Staff>get(
                                "/admin/v1/bank-overview",
                                READ,
                                call -> Answer.ok(overviews.of(BankFileRoutes.livemode(call.query()))))
                        .taking("livemode"),
                SessionEndpoint.<Staff>get(
                                TREE, READ, call -> Answer.ok(states.list(BankFileRoutes.livemode(call.query()))))
                        .taking("livemode"),
                SessionEndpoint.<Staff>get(
                                TREE + "/{id}",
                                READ,
                                call -> Answer.ok(states.get(
                                        call.id(CollectionAccounts.RESOURCE), BankFileRoutes.livemode(call.query()))))
                        .taking("livemode"));
    }
}
