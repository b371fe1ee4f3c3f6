package io.tical.console.work;

/** What the console remembers of a computer between two starts: the service's address, the window, the language. No secrets. */
public interface ConsoleStore {
    /** A remembered text; {@code otherwise} if there is none. */
    String get(String name, String otherwise);

    void put(String name, String value);
}
