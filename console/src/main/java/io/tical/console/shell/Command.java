package io.tical.console.shell;

import javafx.scene.input.KeyCombination;

/**
 * What a key does.
 *
 * @param keys such as {@code A} or {@code Shortcut+K}
 * @param key of its name in the map of keys
 * @param listed whether that map has it: not for further keys of the same effect
 */
public record Command(KeyCombination keys, String key, Runnable action, boolean listed) {
    public static Command of(String keys, String key, Runnable action) {
        return new Command(KeyCombination.valueOf(keys), key, action, true);
    }

    /** A further key of the same effect. */
    public static Command also(String keys, String key, Runnable action) {
        return new Command(KeyCombination.valueOf(keys), key, action, false);
    }
}
