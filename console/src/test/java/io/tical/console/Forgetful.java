package io.tical.console;

import io.tical.console.work.ConsoleStore;

/** Remembers nothing. */
public final class Forgetful implements ConsoleStore {
    @Override
    public String get(String name, String otherwise) {
        return otherwise;
    }

    @Override
    public void put(String name, String value) {}
}
