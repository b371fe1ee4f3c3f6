package io.tical.console.operator;

import io.tical.common.admin.OperatorAccount;
import io.tical.console.part.Facts;
import io.tical.console.work.Workspace;
import java.util.List;
import javafx.scene.Node;

/** An operator. */
record OperatorSheet(Workspace workspace) {
    List<Node> sections(OperatorAccount operator) {
        var texts = workspace.texts();
        return List.of(new Facts(workspace.formats(), operator.username())
                .status("queue.column.status", operator.status())
                .text("operators.role", texts.word("role", operator.role()))
                .text("operators.may", texts.get("operators.may." + operator.role()))
                .text(
                        "operators.second-factor",
                        texts.get("operators.second-factor." + (operator.secondFactor() ? "yes" : "no")))
                .text(
                        "operators.role-requires",
                        texts.get("operators.role-requires." + (operator.secondFactorRequired() ? "yes" : "no")))
                .id("operators.id", operator.id())
                .time("operators.created", operator.createdAt())
                .time("operators.disabled", operator.disabledAt()));
    }
}
