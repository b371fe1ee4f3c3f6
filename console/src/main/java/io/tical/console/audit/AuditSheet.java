package io.tical.console.audit;

import io.tical.common.admin.AuditEntry;
import io.tical.console.part.Facts;
import io.tical.console.part.LoggedChanges;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.List;
import javafx.scene.Node;

/** A line of the audit log with the values before and after. */
record AuditSheet(Workspace workspace) {
    private static final String OPERATOR = "operator";

    /** What was done to all deliveries that matched. */
    private static final String MANY = "redeliver_all";

    /** The type of the place of an object: the log has another name for a customer's account. */
    private static String place(String objectType) {
        return objectType.equals("customer") ? "customer_account" : objectType;
    }

    private Texts texts() {
        return workspace.texts();
    }

    List<Node> sections(AuditEntry entry) {
        var facts = new Facts(workspace.formats(), texts().words("action", entry.action()))
                .text("audit.actor", entry.actor() + " · " + texts().word("audit.actor-type", entry.actorType()))
                .text("audit.asked-by", entry.askedBy())
                .time("audit.at", entry.at())
                .text("queue.note", entry.note())
                .text("audit.object-type", texts().word("object", entry.objectType()));
        var objectId = entry.objectId();
        if (entry.action().equals(MANY)) {
            facts.id("audit.run", objectId); // it is of the whole run
        } else if (entry.objectType().equals(OPERATOR) && !workspace.operator().may("operators")) {
            facts.id("audit.object", objectId);
        } else {
            facts.link("audit.object", place(entry.objectType()), objectId);
        }
        facts.link("audit.organization", "organization", entry.organizationId());
        var livemode = entry.livemode();
        if (livemode != null) {
            facts.text("audit.environment", texts().get(livemode ? "common.live" : "common.test"));
        }
        facts.copyable("audit.source", entry.source()).copyable("audit.request-id", entry.requestId());
        return LoggedChanges.isEmpty(entry.before(), entry.after())
                ? List.of(facts)
                : List.of(facts, new LoggedChanges(workspace.formats(), entry.before(), entry.after()));
    }
}
