package io.tical.server.paypage;

import io.tical.db.Session;
import io.tical.server.crypto.Deposits;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.Payins;
import io.tical.server.slip.Slips;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Reads the states of many payments, with one statement for each kind of object. */
record PaymentStates(Payins payins, Slips slips, Disclosures disclosures, Deposits deposits) {
    Map<TransactionKey, PaymentEvents.State> of(Session session, Collection<TransactionKey> keys) {
        var uploaded = slips.versions(session, keys);
        var accepted = disclosures.accepted(session, keys);
        var transferred = deposits.changed(session, keys);
        var states = new HashMap<TransactionKey, PaymentEvents.State>();
        payins.stages(session, keys)
                .forEach((key, stage) -> states.put(
                        key,
                        new PaymentEvents.State(
                                stage.version(),
                                // A payin has slips or transfers, never both.
                                uploaded.getOrDefault(key, 0L)
                                        + transferred
                                                .getOrDefault(key, Instant.EPOCH)
                                                .toEpochMilli(),
                                accepted.contains(key),
                                !Screen.follows(stage.status()))));
        return states;
    }
}
