package io.tical.console.shell;

import javafx.scene.input.KeyCombination;

/**
 * What a key does.
 *
 * @param keys such as {@code A} or {@code Shortcut+K}
 * @param key of its name in the map of keys
 */
public record Command(KeyCombination keys, String key, Runnable action) {
    public static Command of(String keys, String key, Runnable action) {
        return new Command(KeyCombination.valueOf(keys), key, action);
    }
}
