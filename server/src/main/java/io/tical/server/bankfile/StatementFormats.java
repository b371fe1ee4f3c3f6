package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;

/** All formats. */
public record StatementFormats() implements StatementReader {
    public static StatementFormats shipped() {
        return new StatementFormats();
    }

    @Override
    public void read(Source source, Context context, Sink sink) throws BankFileException {
        throw new BankFileException(Fault.NOT_A_STATEMENT, Place.FILE);
    }
}
