package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Status;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a statement says that its entries add up to. Some banks count entries that are not booked, so either way of counting
 * fits; and it is a warning at most, because the balances are the proof.
 */
final class CamtSummary {
    private final Tally booked = new Tally();
    private final Tally all = new Tally();
    private Place place = Place.FILE;

    @Nullable
    private Said total;

    @Nullable
    private Said credits;

    @Nullable
    private Said debits;

    private record Said(@Nullable String count, @Nullable BigDecimal sum) {
        boolean fits(int entries, long amount, int scale) {
            return (count == null || new BigDecimal(count).compareTo(BigDecimal.valueOf(entries)) == 0)
                    && (sum == null || sum.compareTo(BigDecimal.valueOf(amount, scale)) == 0);
        }

        String text() {
            return (count == null ? "?" : count) + " (" + (sum == null ? "?" : sum.toPlainString()) + ")";
        }
    }

    private static final class Tally {
        private int credits;
        private int debits;
        private long in;
        private long out;

        void add(BankEntry entry) {
            if (entry.amount() >= 0) {
                credits++;
                in += entry.amount();
            } else {
                debits++;
                out -= entry.amount();
            }
        }
    }

    /** Reads the current element. */
    void read(XmlCursor cursor) throws BankFileException, IOException {
        place = cursor.place();
        cursor.children(name -> {
            switch (name) {
                case "TtlNtries" -> total = said(cursor);
                case "TtlCdtNtries" -> credits = said(cursor);
                case "TtlDbtNtries" -> debits = said(cursor);
                default -> {}
            }
        });
    }

    private static Said said(XmlCursor cursor) throws BankFileException, IOException {
        var at = cursor.place();
        var leaves = cursor.codes();
        var count = leaves.first("NbOfNtries");
        var sum = leaves.first("Sum");
        return new Said(
                count == null ? null : DecimalAmount.unsigned(count, at).value().toPlainString(),
                sum == null ? null : DecimalAmount.unsigned(sum, at).value());
    }

    void add(BankEntry entry) {
        all.add(entry);
        if (entry.status() == Status.BOOKED) {
            booked.add(entry);
        }
    }

    /** Whether it says anything. */
    boolean isPresent() {
        return total != null || credits != null || debits != null;
    }

    boolean fits(int scale) {
        return fits(booked, scale) || fits(all, scale);
    }

    private boolean fits(Tally tally, int scale) {
        return (total == null || total.fits(tally.credits + tally.debits, tally.in + tally.out, scale))
                && (credits == null || credits.fits(tally.credits, tally.in, scale))
                && (debits == null || debits.fits(tally.debits, tally.out, scale));
    }

    void notice(Notices notices, int scale) {
        notices.add(
                Notice.Kind.SUMMARY_DIFFERS,
                place,
                texts(total, credits, debits),
                texts(
                        said(booked.credits + booked.debits, booked.in + booked.out, scale),
                        said(booked.credits, booked.in, scale),
                        said(booked.debits, booked.out, scale)));
    }

    private static Said said(int count, long amount, int scale) {
        return new Said(String.valueOf(count), BigDecimal.valueOf(amount, scale));
    }

    private static String texts(@Nullable Said total, @Nullable Said credits, @Nullable Said debits) {
        return (total == null ? "?" : total.text()) + " entries, " + (credits == null ? "?" : credits.text()) + " in, "
                + (debits == null ? "?" : debits.text()) + " out";
    }
}
