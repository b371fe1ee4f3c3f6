package io.tical.console.shell;

import javafx.scene.input.KeyCodeCombination;
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
        return new Command(combination(keys), key, action, true);
    }

    /** A further key of the same effect. */
    public static Command also(String keys, String key, Runnable action) {
        return new Command(combination(keys), key, action, false);
    }

    /** A name that JavaFX does not know is taken for a character that no keyboard has, so that the key would do nothing. */
    private static KeyCombination combination(String keys) {
        if (KeyCombination.valueOf(keys) instanceof KeyCodeCombination known) {
            return known;
        }
        throw new IllegalArgumentException("there is no key " + keys);
    }
}
