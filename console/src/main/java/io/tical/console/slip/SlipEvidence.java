package io.tical.console.slip;

import io.tical.common.admin.Slips;
import io.tical.console.api.ApiProblem;
import io.tical.console.part.PreparedViews;
import io.tical.console.part.RememberedDivider;
import io.tical.console.part.Scrolling;
import io.tical.console.queue.Evidence;
import io.tical.console.shell.Command;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The picture of a slip, and beside it what was expected and what was found. */
final class SlipEvidence implements Evidence<Slips.Detail> {
    /** The fraction of the width that the picture has beside the facts. */
    private static final double PICTURE_PART = 0.46;

    /** Room for a large amount or an account number in one line. */
    private static final double FACTS_WIDTH_MIN = 272;

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
    private final PreparedViews<Slips.Detail, SlipFacts> prepared;
    private List<ToggleButton> comparisons = List.of();
    private @Nullable UUID shown;

    SlipEvidence(Workspace workspace, Pictures pictures) {
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.pictures = pictures;
        this.prepared = new PreparedViews<>(slip -> new SlipFacts(workspace, slip, this::compare));
        this.picture = new PicturePane(texts);
        this.earlier = new PicturePane(texts);
        this.pictureArea = new SplitPane(picture);
        facts.getStyleClass().add("evidence");
        factsArea = new ScrollPane(facts);
        factsArea.setFitToWidth(true);
        factsArea.setMinWidth(FACTS_WIDTH_MIN);
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
    public void top() {
        factsArea.setVvalue(0);
    }

    @Override
    public void clear() {
        shown = null;
        picture.say("");
        hideEarlier();
        comparisons = List.of();
        facts.getChildren().clear();
    }

    @Override
    public List<Command> commands() {
        var commands = new ArrayList<>(List.of(
                Command.of("PLUS", "slips.picture.larger", picture::larger),
                Command.of("MINUS", "slips.picture.smaller", picture::smaller),
                // The same keys as keyboards really send them: with and without Shift, and of the number pad.
                Command.also("EQUALS", "slips.picture.larger", picture::larger),
                Command.also("Shift+EQUALS", "slips.picture.larger", picture::larger),
                Command.also("Shift+PLUS", "slips.picture.larger", picture::larger),
                Command.also("ADD", "slips.picture.larger", picture::larger),
                Command.also("SUBTRACT", "slips.picture.smaller", picture::smaller),
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
    public void prepare(Slips.Detail slip) {
        prepared.prepare(slip);
    }

    @Override
    public void show(Slips.Detail slip) {
        var id = slip.row().id();
        if (!id.equals(shown)) {
            shown = id;
            hideEarlier();
            picture.say(texts.get("common.loading"));
            load(id, picture);
        }
        var known = prepared.take(slip);
        facts.getChildren().setAll(known.sections());
        comparisons = known.comparisons();
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

    private void compare(Optional<UUID> other) {
        other.ifPresentOrElse(
                slip -> {
                    earlier.say(texts.get("common.loading"));
                    pictureArea.getItems().setAll(picture, earlier);
                    load(slip, earlier);
                },
                this::hideEarlier);
    }

    private void hideEarlier() {
        pictureArea.getItems().setAll(picture);
    }
}
