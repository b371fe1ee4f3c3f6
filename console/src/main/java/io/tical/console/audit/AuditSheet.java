package io.tical.console.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.admin.AuditEntry;
import io.tical.console.part.Facts;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.TreeSet;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

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
        return isEmpty(entry.before()) && isEmpty(entry.after()) ? List.of(facts) : List.of(facts, changes(entry));
    }

    private static boolean isEmpty(@Nullable JsonNode values) {
        return values == null || values.isNull() || values.isEmpty();
    }

    private VBox changes(AuditEntry entry) {
        var grid = new GridPane();
        grid.getStyleClass().add("facts");
        for (var percent : new double[] {28, 36, 36}) {
            var column = new ColumnConstraints();
            column.setPercentWidth(percent);
            grid.getColumnConstraints().add(column);
        }
        grid.addRow(0, quiet(""), quiet(texts().get("audit.before")), quiet(texts().get("audit.after")));
        var shown = AuditValues.of(workspace, entry);
        var names = new TreeSet<String>();
        addNames(names, entry.before());
        addNames(names, entry.after());
        for (var name : names) {
            if (isSame(entry, name)) {
                continue;
            }
            grid.addRow(
                    grid.getRowCount(),
                    quiet(shown.name(name)),
                    new Wrapped(shown.value(entry.before(), name)),
                    new Wrapped(shown.value(entry.after(), name)));
        }
        var heading = new Label(texts().get("audit.changes"));
        heading.getStyleClass().add("section-title");
        var section = new VBox(8, heading, grid);
        section.getStyleClass().add("section");
        return section;
    }

    /** A value that did not change is not shown. */
    private static boolean isSame(AuditEntry entry, String name) {
        var before = entry.before();
        var after = entry.after();
        return before != null
                && after != null
                && before.has(name)
                && before.get(name).equals(after.get(name));
    }

    private static void addNames(TreeSet<String> names, @Nullable JsonNode values) {
        if (values != null) {
            values.fieldNames().forEachRemaining(names::add);
        }
    }

    private static Label quiet(String text) {
        var label = new Wrapped(text);
        label.getStyleClass().add("quiet");
        return label;
    }
}
