package io.tical.console.slip;

import io.tical.common.admin.Slips;
import io.tical.console.part.Chips;
import io.tical.console.part.Copyable;
import io.tical.console.part.Facts;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** What is known of a slip, as sections below each other. */
final class SlipFacts {
    private final Workspace workspace;
    private final Texts texts;
    private final Slips.Detail slip;
    private final Consumer<Optional<UUID>> compare;
    private final List<ToggleButton> comparisons = new ArrayList<>();
    private final List<Node> sections;

    /** @param compare shows the picture of an earlier slip beside this one, or hides it */
    SlipFacts(Workspace workspace, Slips.Detail slip, Consumer<Optional<UUID>> compare) {
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.slip = slip;
        this.compare = compare;
        this.sections = made();
    }

    List<Node> sections() {
        return sections;
    }

    private List<Node> made() {
        var sections = new ArrayList<Node>(List.of(heading(), new SlipChecks(workspace, slip).section()));
        if (!slip.earlierUses().isEmpty()) {
            sections.add(earlierUses());
        }
        sections.add(transfer());
        sections.add(payin());
        Optional.ofNullable(slip.decision()).ifPresent(decided -> sections.add(decided(decided)));
        return sections;
    }

    /** The buttons that compare the picture with earlier ones. */
    List<ToggleButton> comparisons() {
        return comparisons;
    }

    private Node heading() {
        var row = slip.row();
        var amount = new Label(workspace.formats().money(row.amount(), row.currency()));
        amount.getStyleClass().add("amount");
        var whose = new Wrapped(row.organizationName() + " · " + row.orderRef());
        var chips = new FlowPane(
                8,
                4,
                Chips.environment(texts, row.livemode()),
                Chips.status(texts, slip.payin().status()));
        if (slip.late()) {
            chips.getChildren().add(Chips.warning(texts.get("slips.late")));
        }
        if (slip.number() > 1) {
            chips.getChildren().add(Chips.warning(texts.get("slips.number", slip.number())));
        }
        return new VBox(4, amount, whose, chips);
    }

    private Node earlierUses() {
        var heading = new Label(texts.get("slips.earlier"));
        heading.getStyleClass().add("section-title");
        var section = new VBox(8, heading);
        section.getStyleClass().addAll("section", "warned");
        for (var use : slip.earlierUses()) {
            section.getChildren().add(earlierUse(use));
        }
        return section;
    }

    private Node earlierUse(Slips.EarlierUse use) {
        var what = new Wrapped(texts.get(
                "slips.earlier." + use.kind(),
                use.organizationName(),
                use.orderRef(),
                workspace.formats().time(use.uploadedAt())));
        var line = new VBox(4, what);
        var marks = new HBox(8);
        marks.setAlignment(Pos.CENTER_LEFT);
        if (use.paid()) {
            marks.getChildren().add(Chips.warning(texts.get("slips.earlier.paid")));
        }
        var slipId = use.slipId();
        if (slipId != null) {
            var button = new ToggleButton(texts.get("slips.earlier.compare"));
            if (comparisons.isEmpty()) {
                button.setText(button.getText() + "  E");
            }
            comparisons.add(button);
            button.setOnAction(_ -> compare.accept(Optional.of(slipId).filter(_ -> button.isSelected())));
            marks.getChildren().add(button);
        }
        line.getChildren().add(marks);
        return line;
    }

    /** What was found of the transfer, and nothing that was only expected. */
    private Node transfer() {
        var section = new Facts(workspace.formats(), texts.get("slips.transfer"));
        var upstream = slip.upstream();
        var found = upstream == null ? null : upstream.facts();
        var code = slip.qr();
        if (found == null && code == null) {
            section.text("slips.found", texts.get("slips.transfer.unread"));
        }
        if (found != null) {
            receiver(section, "slips.receiver", found.receiver());
            section.money("slips.upstream.amount", found.amount(), found.currency())
                    .time("slips.upstream.time", found.transferredAt())
                    .text("slips.sender", String.join(", ", found.sender().names()));
        }
        if (code != null) {
            section.copyable("slips.reference", code.reference()).text("slips.sending-bank", code.sendingBank());
        } else if (found != null) {
            section.copyable("slips.reference", found.reference())
                    .text("slips.sending-bank", found.sender().bankCode());
        }
        if (upstream != null) {
            section.text(
                            "slips.upstream",
                            texts.word("slips.upstream", upstream.outcome())
                                    + (upstream.reason() == null ? "" : ": " + upstream.reason()))
                    .text("slips.upstream.verifier", upstream.verifier())
                    .time("slips.upstream.asked", upstream.askedAt());
        }
        return section;
    }

    private static void receiver(Facts section, String key, Slips.Party receiver) {
        section.number(key, receiver.accountNo() == null ? receiver.proxy() : receiver.accountNo())
                .text("slips.receiver.bank", receiver.bankCode())
                .text("slips.receiver.name", String.join(", ", receiver.names()));
    }

    /** What the transfer was expected for. */
    private Node payin() {
        var section = new Facts(workspace.formats(), texts.get("slips.asked"));
        receiver(section, "slips.asked.receiver", slip.expected().receiver());
        return section.money(
                        "slips.asked.amount",
                        slip.expected().amount(),
                        slip.expected().currency())
                .text("slips.payer", slip.payin().customerName())
                .time("slips.payin.created", slip.payin().createdAt())
                .time("slips.uploaded", slip.row().uploadedAt())
                .add("slips.payin", Copyable.id(texts, slip.row().payinId()));
    }

    private Node decided(Slips.Decided decided) {
        return new Facts(workspace.formats(), texts.get("slips.decided"))
                .status("slips.decision", slip.row().status())
                .money("slips.paid", decided.paidAmount(), slip.row().currency())
                .text("slips.reason", decided.reason() == null ? null : texts.word("slips.reason", decided.reason()))
                .text("queue.note", decided.note())
                .text(
                        "slips.decided-by",
                        decided.decidedBy() == null ? texts.get("slips.by-service") : decided.decidedBy())
                .time("slips.decided-at", decided.decidedAt());
    }
}
