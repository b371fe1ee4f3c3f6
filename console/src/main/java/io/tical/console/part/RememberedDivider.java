package io.tical.console.part;

import io.tical.console.work.ConsoleStore;
import javafx.scene.control.SplitPane;
import javafx.scene.input.MouseEvent;

/** Where the operator put the divider of two panes, also after the next start. */
public final class RememberedDivider {
    private static final double STEPS = 10_000;

    private final SplitPane panes;
    private final ConsoleStore store;
    private final String name;
    private final double initially;
    private double pressed;

    /** @param initially the part of the first pane, until the operator moves the divider */
    public RememberedDivider(SplitPane panes, ConsoleStore store, String name, double initially) {
        this.panes = panes;
        this.store = store;
        this.name = name;
        this.initially = initially;
        place();
        // A divider also moves with the window; only what the mouse did is an arrangement.
        panes.addEventFilter(MouseEvent.MOUSE_PRESSED, _ -> pressed = position());
        panes.addEventFilter(MouseEvent.MOUSE_RELEASED, _ -> {
            if (position() != pressed) {
                store.put(name, String.valueOf(Math.round(position() * STEPS) / STEPS));
            }
        });
    }

    /** Restores the remembered position. */
    public void place() {
        var remembered = store.get(name, "");
        panes.setDividerPositions(remembered.matches("0\\.[0-9]{1,4}") ? Double.parseDouble(remembered) : initially);
    }

    /** From 0 to 1. With a single pane, the last known position. */
    private double position() {
        var positions = panes.getDividerPositions();
        return positions.length == 0 ? pressed : positions[0];
    }

    /** Restores the initial position. */
    public void reset() {
        store.put(name, "");
        place();
    }
}
