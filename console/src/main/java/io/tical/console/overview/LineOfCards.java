package io.tical.console.overview;

import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.TilePane;

/** Cards of the same size, which share the width. Those that lead somewhere are buttons. */
final class LineOfCards extends TilePane {
    private static final double GAP = 16;

    private final double widthMin;

    LineOfCards(double widthMin) {
        super(GAP, GAP);
        this.widthMin = widthMin;
        widthProperty().subscribe(width -> fill(width.doubleValue()));
        setTileAlignment(Pos.TOP_LEFT);
    }

    private void fill(double width) {
        var columns = Math.max(1, Math.floor((width + GAP) / (widthMin + GAP)));
        setPrefTileWidth(Math.floor((width - (columns - 1) * GAP) / columns));
    }

    /** Those that lead somewhere, in their order. */
    List<Node> ways() {
        return getChildren().stream().filter(Button.class::isInstance).toList();
    }

    /** The card with the focus, also while the window has none. */
    Optional<Node> chosen() {
        return Optional.ofNullable(getScene() == null ? null : getScene().getFocusOwner())
                .filter(getChildren()::contains);
    }

    /** Shows these instead. The card with the same id stays chosen. */
    void showAll(List<? extends Node> cards) {
        var chosen = chosen().map(Node::getId);
        getChildren().setAll(cards);
        chosen.ifPresent(id ->
                getChildren().stream().filter(card -> id.equals(card.getId())).forEach(Node::requestFocus));
    }
}
