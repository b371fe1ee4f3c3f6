package io.tical.console.slip;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.admin.Slips;
import io.tical.console.api.ApiProblem;
import io.tical.console.part.Chips;
import io.tical.console.part.Copyable;
import io.tical.console.part.Facts;
import io.tical.console.part.RememberedDivider;
import io.tical.console.part.Scrolling;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Evidence;
import io.tical.console.shell.Command;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The picture of a slip, and beside it what was expected and what was found. */
final class SlipEvidence implements Evidence<Slips.Detail> {
    /** Of the width, that the picture has beside the facts. */
    private static final double PICTURE_PART = 0.46;

    /** Results of a comparison, the worst one first. */
    private static final List<String> RESULTS = List.of("mismatch", "unknown", "match");

    private final Workspace workspace;
    private final Texts texts;
    private final Pictures pictures;
    private final PicturePane picture;
    private final PicturePane earlier;
    private final SplitPane pictureArea;
    private final VBox facts = new VBox(16);
    private final ScrollPane factsArea;
    private final SplitPane node;
    private final RememberedDivider divider;
    private final List<ToggleButton> comparisons = new ArrayList<>();
    private @Nullable UUID shown;

    SlipEvidence(Workspace workspace, Pictures pictures) {
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.pictures = pictures;
        this.picture = new PicturePane(texts);
        this.earlier = new PicturePane(texts);
        this.pictureArea = new SplitPane(picture);
        facts.getStyleClass().add("evidence");
        factsArea = new ScrollPane(facts);
        factsArea.setFitToWidth(true);
        factsArea.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        node = new SplitPane(pictureArea, factsArea);
        divider = new RememberedDivider(node, workspace.store(), "layout.slips.picture", PICTURE_PART);
    }

    @Override
    public void resetLayout() {
        divider.reset();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void scroll(int pages) {
        Scrolling.by(factsArea, pages);
    }

    @Override
    public void clear() {
        shown = null;
        picture.say("");
        hideEarlier();
        comparisons.clear();
        facts.getChildren().clear();
    }

    @Override
    public List<Command> commands() {
        var commands = new ArrayList<>(List.of(
                Command.of("PLUS", "slips.picture.larger", picture::larger),
                Command.of("MINUS", "slips.picture.smaller", picture::smaller),
                Command.of("W", "slips.picture.fit", picture::whole),
                Command.of("T", "slips.picture.rotate", picture::rotate),
                Command.of("C", "slips.picture.contrast", picture::contrast),
                Command.of("F", "slips.picture.only", this::pictureOnly)));
        if (!comparisons.isEmpty()) {
            commands.add(Command.of("E", "slips.earlier.compare", comparisons.getFirst()::fire));
        }
        return commands;
    }

    /** Gives the picture all the room, or takes it back. */
    private void pictureOnly() {
        if (node.getItems().size() == 1) {
            node.getItems().add(factsArea);
            divider.place();
        } else {
            node.getItems().remove(factsArea);
        }
    }

    @Override
    public void show(Slips.Detail slip) {
        var id = slip.row().id();
        if (!id.equals(shown)) {
            shown = id;
            hideEarlier();
            factsArea.setVvalue(0);
            picture.say(texts.get("common.loading"));
            load(id, picture);
        }
        comparisons.clear();
        facts.getChildren().setAll(heading(slip), checks(slip));
        if (!slip.earlierUses().isEmpty()) {
            facts.getChildren().add(earlierUses(slip));
        }
        facts.getChildren().add(transfer(slip));
        Optional.ofNullable(slip.decision())
                .ifPresent(decided -> facts.getChildren().add(decided(slip, decided)));
    }

    private void load(UUID id, PicturePane pane) {
        workspace
                .tasks()
                .run(
                        () -> pictures.read(id),
                        image -> {
                            if (pane == earlier || id.equals(shown)) {
                                pane.show(image);
                            }
                        },
                        (ApiProblem problem) -> pane.say(texts.get("slips.picture.none"), problem));
    }

    private Node heading(Slips.Detail slip) {
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

    /** Expected against found, with the difference marked where it is. */
    private Node checks(Slips.Detail slip) {
        var grid = new GridPane(12, 12);
        grid.getColumnConstraints().addAll(new ColumnConstraints(16), growing());
        for (var check : worstFirst(slip.checklist())) {
            grid.addRow(grid.getRowCount(), mark(check.result()), compared(check, slip));
        }
        grid.getChildren().forEach(node -> GridPane.setValignment(node, VPos.TOP));
        var heading = new Label(texts.get("slips.checks"));
        heading.getStyleClass().add("section-title");
        var section = new VBox(8, heading, grid);
        section.getStyleClass().add("section");
        return section;
    }

    /** What differs is in view also where the room is small. */
    private static List<Slips.Check> worstFirst(List<Slips.Check> checks) {
        return checks.stream()
                .sorted(Comparator.comparing(check -> RESULTS.indexOf(check.result())))
                .toList();
    }

    /** One value where both are alike, otherwise both of them. */
    private Node compared(Slips.Check check, Slips.Detail slip) {
        var found = wrapped(value(check.check(), check.found(), slip));
        var name = new Label(texts.word("slips.check", check.check()));
        if (check.result().equals("match")) {
            name.setMinWidth(84);
            HBox.setHgrow(found, Priority.ALWAYS);
            return new HBox(8, name, found);
        }
        if (check.result().equals("mismatch")) {
            found.getStyleClass().add("mismatch");
        }
        var both = new GridPane(8, 2);
        both.getColumnConstraints().addAll(new ColumnConstraints(84), growing());
        both.addRow(0, quiet("slips.expected"), wrapped(value(check.check(), check.expected(), slip)));
        both.addRow(1, quiet("slips.found"), found);
        both.getChildren().forEach(node -> GridPane.setValignment(node, VPos.TOP));
        var said = new Label(texts.word("status", check.result()));
        said.getStyleClass().addAll("small", "mark-" + check.result());
        var heading = new HBox(8, name, said);
        heading.setAlignment(Pos.BASELINE_LEFT);
        return new VBox(2, heading, both);
    }

    private static Label wrapped(String text) {
        var label = new Wrapped(text);
        return label;
    }

    private static ColumnConstraints growing() {
        var constraints = new ColumnConstraints();
        constraints.setHgrow(Priority.ALWAYS);
        constraints.setMinWidth(0);
        return constraints;
    }

    private Label quiet(String key) {
        var label = new Label(texts.get(key));
        label.getStyleClass().addAll("quiet", "small");
        return label;
    }

    private Label mark(String result) {
        var icon = new FontIcon(
                switch (result) {
                    case "match" -> Feather.CHECK;
                    case "mismatch" -> Feather.X;
                    default -> Feather.HELP_CIRCLE;
                });
        var mark = new Label(null, icon);
        mark.getStyleClass().add("mark-" + result);
        mark.setAccessibleText(texts.word("status", result));
        return mark;
    }

    private String value(String check, @Nullable JsonNode value, Slips.Detail slip) {
        if (value == null || value.isNull()) {
            return "—";
        }
        return switch (check) {
            case "amount" ->
                value.isNumber()
                        ? workspace.formats().money(value.asLong(), slip.row().currency())
                        : value.asText();
            case "time" -> value.isNumber() ? workspace.formats().time(value.asLong()) : value.asText();
            case "payin", "payout" -> texts.word("status", value.asText());
            case "genuine" -> genuine(value.asText());
            case "picture" -> texts.get(value.asText().equals("new") ? "slips.value.new" : "slips.value.alike");
            case "reference" -> reference(value.asText());
            default -> value.asText();
        };
    }

    /** The outcome, and why as the verifier says it. */
    private String genuine(String value) {
        var end = value.indexOf(':');
        return end < 0
                ? texts.word("slips.upstream", value)
                : texts.word("slips.upstream", value.substring(0, end)) + value.substring(end);
    }

    private String reference(String value) {
        return value.equals("unused")
                ? texts.get("slips.value.unused")
                : value.replace(" paid another payin", ", " + texts.get("slips.value.paid-another"))
                        .replace(" was recorded for this payin by staff", ", " + texts.get("slips.value.recorded"));
    }

    private Node earlierUses(Slips.Detail slip) {
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
            var compare = new ToggleButton(texts.get("slips.earlier.compare"));
            if (comparisons.isEmpty()) {
                compare.setText(compare.getText() + "  E");
            }
            comparisons.add(compare);
            compare.setOnAction(_ -> {
                if (compare.isSelected()) {
                    compare(slipId);
                } else {
                    hideEarlier();
                }
            });
            marks.getChildren().add(compare);
        }
        line.getChildren().add(marks);
        return line;
    }

    private void compare(UUID slipId) {
        earlier.say(texts.get("common.loading"));
        pictureArea.getItems().setAll(picture, earlier);
        load(slipId, earlier);
    }

    private void hideEarlier() {
        pictureArea.getItems().setAll(picture);
    }

    private Node transfer(Slips.Detail slip) {
        var section = new Facts(workspace.formats(), texts.get("slips.transfer"));
        var receiver = slip.expected().receiver();
        section.copyable("slips.receiver", receiver.accountNo() == null ? receiver.proxy() : receiver.accountNo())
                .text("slips.receiver.bank", receiver.bankCode())
                .text("slips.receiver.name", String.join(", ", receiver.names()));
        Optional.ofNullable(slip.qr())
                .ifPresent(qr -> section.copyable("slips.reference", qr.reference())
                        .text("slips.sending-bank", qr.sendingBank()));
        var upstream = slip.upstream();
        if (upstream != null) {
            section.text(
                    "slips.upstream",
                    texts.word("slips.upstream", upstream.outcome())
                            + (upstream.reason() == null ? "" : ": " + upstream.reason()));
            section.text("slips.upstream.verifier", upstream.verifier());
            section.time("slips.upstream.asked", upstream.askedAt());
            var found = upstream.facts();
            if (found != null) {
                section.money("slips.upstream.amount", found.amount(), found.currency())
                        .time("slips.upstream.time", found.transferredAt())
                        .text("slips.sender", String.join(", ", found.sender().names()));
            }
        }
        section.text("slips.payer", slip.payin().customerName())
                .time("slips.payin.created", slip.payin().createdAt())
                .time("slips.uploaded", slip.row().uploadedAt())
                .add("slips.payin", Copyable.id(texts, slip.row().payinId()));
        return section;
    }

    private Node decided(Slips.Detail slip, Slips.Decided decided) {
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
