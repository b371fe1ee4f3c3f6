package io.tical.server.decision;

import io.tical.server.decision.StaffAction.Request;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.StaffDecision;

/** Recognizes repeated requests. */
record Repeats(AuditLog log, IdempotencyRecords idempotency) {
    /**
     * Whether this request took effect before. Without a version, its record says so. With a version, that is older than the object's, because
     * the decision raised it, and the audit log has the request id. The log alone is not enough: the id may be that of another decision on the
     * object. Then that one names an old version too, and its effect refuses it.
     */
    boolean tookEffect(Request request, StaffDecision by) {
        var record = request.record();
        if (record != null) {
            return idempotency.isRecorded(record.apply(by));
        }
        var version = by.version();
        return version != null && version < request.version() && log.hasDecision(request.object(), by.actor());
    }
}
