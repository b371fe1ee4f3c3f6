package io.tical.server.rail;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.PayoutOutcome.FailureCode;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.AuditLog;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * The failure of an attempt that was delivered. Whether its money came back is for staff to find out, so nothing is changed: administrators
 * are told, and the timeline for operators shows it.
 *
 * @param objectType such as {@code payout}
 * @param name of the attempt, in a text for people
 */
record LateFailure(TransactionKey key, String objectType, String name, Reported reported) {
    private static final String FAIL_LATE = "fail_late";

    /**
     * What is written down.
     *
     * @param amount minor units
     */
    record Reported(UUID attempt, String rail, FailureCode code, long amount, String currency) {}

    static LateFailure of(Disbursement<?> object, Attempt attempt, PayoutOutcome.Failed failed) {
        return new LateFailure(
                object.key(),
                object.subject().word(),
                object.name(attempt),
                new Reported(attempt.id(), attempt.rail(), failed.code(), attempt.amount(), object.payableCurrency()));
    }

    /**
     * Tells administrators, once for each attempt. The object is locked.
     *
     * @return whether they were not told before
     */
    boolean tell(Session session, Instant now) {
        if (AuditLog.contains(session, key.id(), FAIL_LATE, reported.attempt())) {
            return false;
        }
        var act = new Act(key.organizationId(), key.livemode(), FAIL_LATE, objectType, key.id(), null, reported, null);
        var why = String.format(
                Locale.ROOT,
                "The rail %s reports that %s of the %s failed (%s), which was delivered. Nothing was changed. Ask the bank whether"
                        + " the money came back, and give it to the merchant when it did.",
                reported.rail(),
                name,
                objectType,
                reported.code().word());
        AuditEntry.insertLater(
                session,
                Actor.SERVICE,
                act.ofControl(objectType + " " + key.id()).noting(why),
                now);
        return true;
    }
}
