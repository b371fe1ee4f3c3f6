package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Status;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Whether an entry is booked. */
final class CamtStatus {
    private CamtStatus() {}

    /** Reads the current element: a code, in later versions in an element of its own, or a word of the bank. */
    static @Nullable Status read(XmlCursor cursor, Notices notices) throws BankFileException, IOException {
        var place = cursor.place();
        var leaves = cursor.codes();
        var said = leaves.first("", "Cd", "Prtry");
        if (said == null) {
            return null;
        }
        return switch (said) {
            case "BOOK" -> Status.BOOKED;
            case "PDNG", "FUTR" -> Status.PENDING;
            case "INFO" -> Status.INFORMATION;
            default -> {
                notices.add(Notice.Kind.STATUS_UNKNOWN, place, said);
                yield Status.INFORMATION;
            }
        };
    }
}
