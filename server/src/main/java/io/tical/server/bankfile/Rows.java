package io.tical.server.bankfile;

import java.io.IOException;
import java.util.Optional;

/** The rows of a table in a file, from the first. */
interface Rows extends AutoCloseable {
    int CELLS_MAX = 256;

    /** The next row, with at least one cell; empty at the end. */
    Optional<Row> next() throws BankFileException, IOException;

    @Override
    void close() throws IOException;
}
