package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Source;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the reversals of each statement of a file are to be read. By the standard, the direction of a reversal is its own; some
 * banks write the direction of the entry that it undoes. The balances show which it is, so the file is read for them first.
 */
final class CamtReversals {
    private static final byte[] INDICATOR = "RvslInd".getBytes(StandardCharsets.US_ASCII);

    /** What the direction of a reversal is. */
    enum Reading {
        /** There are no reversals. */
        NONE,
        /** Its own. */
        OWN,
        /** That of the entry that it undoes: only so the balances fit. */
        OF_ORIGINAL,
        /** Its own, as the standard says; the balances do not show it. */
        UNPROVED
    }

    private CamtReversals() {}

    /** For each statement of the file, in its order; empty if the file has no reversals. */
    static List<Reading> of(Source source, Context context) throws BankFileException, IOException {
        try (var bytes = source.open()) {
            if (!mentions(bytes)) {
                return List.of();
            }
        }
        var readings = new ArrayList<Reading>();
        try (var bytes = source.open()) {
            var cursor =
                    XmlCursor.open(XmlEncoding.open(bytes), context.limits().textMax());
            CamtFile.read(cursor, new Notices(), header -> readings.add(new Scan(header.page()).of(cursor)));
        }
        return readings;
    }

    /** Whether the bytes have the name of the indicator, in whatever encoding, of which UTF-16 has zeros between. */
    private static boolean mentions(InputStream bytes) throws IOException {
        var buffer = new byte[8_192];
        var matched = 0;
        for (var count = bytes.read(buffer); count >= 0; count = bytes.read(buffer)) {
            for (var i = 0; i < count; i++) {
                if (buffer[i] == INDICATOR[matched]) {
                    matched++;
                    if (matched == INDICATOR.length) {
                        return true;
                    }
                } else if (buffer[i] != 0) {
                    matched = buffer[i] == INDICATOR[0] ? 1 : 0;
                }
            }
        }
        return false;
    }

    /** Adds the entries of one statement both ways. */
    private static final class Scan {
        private final CamtBalances balances = new CamtBalances();
        private final Notices unused = new Notices();
        private BigDecimal sum = BigDecimal.ZERO;
        private BigDecimal reversed = BigDecimal.ZERO;
        private boolean any;
        private boolean later;

        Scan(CamtPage page) {
            this.later = page.number() > 1;
        }

        Reading of(XmlCursor cursor) throws BankFileException, IOException {
            cursor.children(name -> {
                switch (name) {
                    case "StmtPgntn", "RptPgntn" ->
                        later = CamtPage.read(cursor).number() > 1;
                    case "Bal" -> balances.read(cursor);
                    case "Ntry" -> entry(cursor);
                    default -> {}
                }
            });
            return any ? reading() : Reading.NONE;
        }

        private void entry(XmlCursor cursor) throws BankFileException, IOException {
            var entry = new Entry();
            cursor.children(name -> {
                switch (name) {
                    case "Amt" -> entry.amount = XmlAmount.read(cursor);
                    case "CdtDbtInd" -> entry.credit = XmlAmount.credit(cursor);
                    case "RvslInd" -> entry.reversal = XmlAmount.flag(cursor);
                    case "Sts" -> entry.status = CamtStatus.read(cursor, unused);
                    default -> {}
                }
            });
            any |= entry.reversal;
            if (entry.amount != null && entry.status == Status.BOOKED) {
                var value = entry.amount.amount().value();
                var signed = entry.credit ? value : value.negate();
                sum = sum.add(signed);
                reversed = entry.reversal ? reversed.add(signed) : reversed;
            }
        }

        private Reading reading() {
            var opening = balances.opening(later);
            var closing = balances.closing();
            if (opening == null || closing == null) {
                return Reading.UNPROVED;
            }
            var rest =
                    closing.amount().value().subtract(opening.amount().value()).subtract(sum);
            var own = rest.signum() == 0;
            var ofOriginal = rest.add(reversed).add(reversed).signum() == 0;
            return own == ofOriginal ? Reading.UNPROVED : own ? Reading.OWN : Reading.OF_ORIGINAL;
        }
    }

    private static final class Entry {
        @Nullable
        private XmlAmount amount;

        @Nullable
        private Status status;

        private boolean credit;
        private boolean reversal;
    }
}
