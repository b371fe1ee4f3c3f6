package io.tical.server.bankfile;

/**
 * A place in a file.
 *
 * @param line from 1; 0 if the whole file is meant
 * @param column from 1; 0 if the whole line is meant
 */
public record Place(int line, int column) {
    public static final Place FILE = new Place(0, 0);
}
