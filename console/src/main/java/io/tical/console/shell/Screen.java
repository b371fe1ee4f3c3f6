package io.tical.console.shell;

import java.util.List;
import java.util.UUID;
import javafx.scene.Parent;
import org.jspecify.annotations.Nullable;

/** A screen of the console. It is made when it is first shown, and kept. */
public interface Screen {
    Parent root();

    /** It became visible: reads what it shows again. */
    void shown();

    /** Gives the focus to what the keys work on. */
    default void focus() {
        root().requestFocus();
    }

    /** Another screen is visible now. */
    default void hidden() {}

    /** Reads what it shows again. */
    void refresh();

    /** The keys that work while it is visible. */
    default List<Command> commands() {
        return List.of();
    }

    /** An object has changed, as an event of the service says. */
    default void changed(String type, UUID id, @Nullable Integer version) {}

    /** Objects of this type have changed, as an event of the service says: each that is shown may be another one now. */
    default void listChanged(String type) {}

    /** Shows the items of a queue, as the overview counts them. */
    default void showQueue(String queue) {}

    /** Shows one object, such as one that was searched for. */
    default void open(UUID id) {}
}
