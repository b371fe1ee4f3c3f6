package io.tical.server.bankfile;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What an entry or a payment says about its amounts besides the booked one. */
final class CamtAmountDetails {
    @Nullable
    private XmlAmount transferred;

    @Nullable
    private XmlAmount instructed;

    /** Reads the current element. */
    void read(XmlCursor cursor) throws BankFileException, IOException {
        cursor.children(name -> {
            if (name.equals("TxAmt") || name.equals("InstdAmt")) {
                cursor.children(child -> {
                    if (child.equals("Amt")) {
                        var amount = XmlAmount.read(cursor);
                        transferred = name.equals("TxAmt") ? amount : transferred;
                        instructed = name.equals("InstdAmt") ? amount : instructed;
                    }
                });
            }
        });
    }

    /** The amount of the payment. */
    @Nullable
    XmlAmount transferred() {
        return transferred;
    }

    /** The amount that was ordered. */
    @Nullable
    XmlAmount instructed() {
        return instructed;
    }
}
