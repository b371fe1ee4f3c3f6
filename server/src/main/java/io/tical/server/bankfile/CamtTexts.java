package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the bank wrote about a payment, in its parts. */
final class CamtTexts {
    /** Of the limit of one field. */
    private static final int PARTS_MAX = 10;

    private final int max;
    private final List<String> texts = new ArrayList<>();
    private int length;

    CamtTexts(int textMax) {
        this.max = PARTS_MAX * textMax;
    }

    void add(Place place, @Nullable String text) throws BankFileException {
        if (text != null) {
            length += text.length();
            if (length > max) {
                throw new BankFileException(Fault.FIELD_TOO_LONG, place, "The text", String.valueOf(max));
            }
            texts.add(text);
        }
    }

    /** Reads what a payment is for, the current element: texts and references of the payee. */
    void remittance(XmlCursor cursor) throws BankFileException, IOException {
        cursor.children(name -> {
            var place = cursor.place();
            if (name.equals("Ustrd")) {
                add(place, cursor.text());
            } else if (name.equals("Strd")) {
                var leaves = cursor.leaves();
                add(place, leaves.reference("CdtrRefInf/Ref"));
                add(place, leaves.reference("RfrdDocInf/Nb"));
                add(place, leaves.first("AddtlRmtInf"));
            }
        });
    }

    List<String> list() {
        return List.copyOf(texts);
    }
}
