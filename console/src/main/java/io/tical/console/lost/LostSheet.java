package io.tical.console.lost;

import io.tical.common.admin.LostCases.Row;
import io.tical.console.part.Facts;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Heading;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/** A case: what left, what happens by itself, and what people do. */
record LostSheet(Workspace workspace) {
    List<Node> sections(Row lost) {
        var formats = workspace.formats();
        var texts = workspace.texts();
        var heading =
                new Heading(formats, lost, formats.money(lost.amount(), lost.currency()), lost.organizationName());
        if (!lost.hasOrganization()) {
            heading.alarm(texts.get("lost.organization.missing"));
        }
        if (lost.status().equals("open")) {
            heading.say(texts.get("lost.sentence." + lost.kind()));
        }
        var sections = new ArrayList<Node>();
        sections.add(heading);
        var facts = new Facts(formats, texts.get("lost.what." + lost.kind()))
                .copyable("lost.reference", lost.reference())
                .money("lost.amount", lost.amount(), lost.currency())
                .time("lost.sent-at", lost.sentAt())
                .text("lost.rail", lost.rail() == null ? null : texts.word("rail", lost.rail()))
                .text("lost.step", lost.step() == null ? null : lost.step().toString())
                .text("lost.event", lost.event())
                .text("lost.subject", texts.word("object", lost.subject()))
                .id("lost.transaction", lost.transactionId())
                .id("lost.id", lost.id())
                .time("lost.found-at", lost.foundAt())
                .id("lost.log", lost.logId());
        sections.add(facts);
        if (lost.status().equals("open")) {
            sections.add(steps("lost.itself", List.of(texts.get("lost.itself." + lost.kind()))));
            sections.add(steps("lost.do", toDo(lost)));
        } else {
            sections.add(new Facts(formats, texts.get("lost.ended"))
                    .status("lost.status", lost.status())
                    .link("lost.adopted-by", lost.subject(), lost.adoptedBy())
                    .time("lost.closed-at", lost.closedAt())
                    .text("queue.note", lost.note()));
        }
        return sections;
    }

    private List<String> toDo(Row lost) {
        var texts = workspace.texts();
        var reference = lost.reference();
        var first = switch (lost.kind()) {
            case "sent" ->
                List.of(
                        texts.get("lost.do.bank"),
                        reference == null ? texts.get("lost.do.merchant") : texts.get("lost.do.reference", reference));
            case "reported" -> List.of(texts.get("lost.do.bank"), texts.get("lost.do.reported"));
            default -> List.of(texts.get("lost.do.told"));
        };
        return Stream.concat(first.stream(), Stream.of(texts.get("lost.do.close")))
                .toList();
    }

    private Node steps(String titleKey, List<String> sentences) {
        var title = new Label(workspace.texts().get(titleKey));
        title.getStyleClass().add("section-title");
        var section = new VBox(6, title);
        section.getStyleClass().add("section");
        for (var sentence : sentences) {
            section.getChildren().add(new Wrapped(sentence));
        }
        return section;
    }
}
