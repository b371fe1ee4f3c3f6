package io.tical.server.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The decisions of <i>Lost</i> in a terminal: cases that are closed, logs that are gone, and their approval by a second operator. The rules are
 * the service's, as for the console.
 *
 * @param yes whether to do it without asking
 */
record FenceDesk(OperatorConnection service, Terminal terminal, PrintWriter out, boolean yes) {
    private static final String CASES = "/admin/v1/lost/";
    private static final String LOGS = "/admin/v1/fence/logs/";
    private static final String APPROVALS = "/admin/v1/approvals/";

    /** @param note what was done about them */
    int close(List<UUID> cases, String note) {
        return each(cases, id -> {
            var lost = service.get(CASES + id);
            out.println("Case " + id + ": " + text(lost, "kind") + ", " + amount(lost) + " of the "
                    + text(lost, "subject") + " " + text(lost, "transaction_id") + ", reference "
                    + text(lost, "reference") + ", of " + merchant(lost)
                    + (lost.path("livemode").asBoolean() ? "" : ", test"));
            out.println("  Closing it books nothing. A new order with this reference is then sent as any other.");
            if (agreed("Close it?")) {
                asked(service.post(
                        CASES + id + "/close",
                        Map.of("version", lost.path("version").asLong(), "note", note)));
            }
        });
    }

    /** @param note why they are gone */
    int gone(List<UUID> logs, String note) {
        return each(logs, id -> {
            out.println("Log " + id);
            out.println(
                    "  If it is gone, nothing is compared with it any more: what only this log knew may be sent again."
                            + " Read the bank's statements from the time of the backup on before.");
            if (agreed("Say that it is gone?")) {
                asked(service.post(LOGS + id + "/gone", Map.of("note", note)));
            }
        });
    }

    int approve(List<UUID> approvals, String note) {
        return each(approvals, id -> {
            show(id);
            if (agreed("Approve it, and carry it out now?")) {
                out.println("  " + text(service.post(APPROVALS + id + "/approve", noted(note)), "status"));
            }
        });
    }

    int refuse(List<UUID> approvals, String note) {
        return each(approvals, id -> {
            show(id);
            if (agreed("Refuse it?")) {
                out.println("  " + text(service.post(APPROVALS + id + "/refuse", noted(note)), "status"));
            }
        });
    }

    private void show(UUID approval) {
        var one = service.get(APPROVALS + approval);
        out.println("Approval " + approval + ", asked for by " + text(one, "maker") + ": " + text(one, "action")
                + (one.path("subject").isTextual() ? " of " + text(one, "subject") : ""));
        out.println("  Because: " + text(one, "note"));
    }

    private void asked(JsonNode approval) {
        out.println("  Waits for a second operator: ./tical fence approve " + text(approval, "approval_id"));
    }

    private boolean agreed(String question) {
        if (yes || terminal.line("  " + question + " (yes or no)").equalsIgnoreCase("yes")) {
            return true;
        }
        out.println("  Nothing was changed.");
        return false;
    }

    private static Map<String, ?> noted(String note) {
        return note.isEmpty() ? Map.of() : Map.of("note", note);
    }

    /** A decision on one object. */
    private interface Decided {
        void on(UUID id);
    }

    /** Goes on with the others if one is refused. Returns the exit status: 1 if any was. */
    private int each(List<UUID> ids, Decided decided) {
        var status = 0;
        for (var id : ids) {
            try {
                decided.on(id);
            } catch (OperatorConnection.Refused refused) {
                out.println("  Refused: " + refused.getMessage());
                status = 1;
            }
            out.flush();
        }
        return status;
    }

    private static String merchant(JsonNode lost) {
        return lost.path("organization_name").isTextual()
                ? text(lost, "organization_name")
                : text(lost, "organization_id");
    }

    private static String amount(JsonNode lost) {
        return lost.path("amount").asText() + " " + text(lost, "currency") + " (minor units)";
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asText("");
    }
}
