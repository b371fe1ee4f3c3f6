package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;

/** Which part of a statement a message has. */
record CamtPage(int number, boolean last) {
    static final CamtPage ONLY = new CamtPage(1, true);

    /** Reads the current element. */
    static CamtPage read(XmlCursor cursor) throws BankFileException, IOException {
        var place = cursor.place();
        var leaves = cursor.codes();
        var number = leaves.first("PgNb");
        var last = leaves.first("LastPgInd");
        if (number == null || !number.matches("[0-9]{1,5}") || Integer.parseInt(number) == 0) {
            throw new BankFileException(Fault.FIELD_INVALID, place, "PgNb", number == null ? "" : number);
        }
        return new CamtPage(Integer.parseInt(number), last == null || last.equals("true") || last.equals("1"));
    }
}
