package io.tical.server.bankfile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a bank's file of results: records of fixed width in windows-874.
 *
 * @param name unique
 * @param bank number of the bank that makes the file
 * @param head what the first record is
 * @param payment what the record of a payment is
 * @param succeeded codes of payments that were made
 * @param failed codes of payments that were not made
 * @param inProcess codes of payments that are not decided; every other code is for a person
 */
public record PaymentResultLayout(
        String name,
        String bank,
        Head head,
        Payment payment,
        List<String> succeeded,
        List<String> failed,
        List<String> inProcess) {
    public static final PaymentResultLayout KTB_IPAY = new PaymentResultLayout(
            "KTB iPay result",
            "006",
            new Head("101", 498, null, new Part(13, 19), new Part(20, 38), false),
            new Payment(
                    "102",
                    498,
                    new Part(353, 370),
                    new Part(58, 74),
                    false,
                    new Part(17, 27),
                    new Part(10, 12),
                    new Part(399, 400),
                    null,
                    null),
            List.of("00"),
            List.of(),
            List.of("09"));

    public static final PaymentResultLayout KBANK = new PaymentResultLayout(
            "KBank payment result",
            "004",
            new Head("H", 162, new Part(18, 33), new Part(65, 82), new Part(44, 61), true),
            new Payment(
                    "D",
                    476,
                    new Part(133, 148),
                    new Part(100, 112),
                    true,
                    new Part(116, 125),
                    null,
                    new Part(149, 150),
                    new Part(222, 476),
                    new Part(186, 201)),
            List.of("9"),
            List.of("10"),
            List.of());

    public PaymentResultLayout {
        succeeded = List.copyOf(succeeded);
        failed = List.copyOf(failed);
        inProcess = List.copyOf(inProcess);
    }

    /** The layouts that are known. */
    public static List<PaymentResultLayout> all() {
        return List.of(KTB_IPAY, KBANK);
    }

    /** Whether a file with this first line has this layout. */
    boolean isOf(String line) {
        return line.length() == head.length() && line.startsWith(head.begins());
    }

    /** Characters of a record, from 1, both included. */
    record Part(int from, int to) {
        String of(String line) {
            return line.substring(from - 1, to).strip();
        }
    }

    /**
     * @param begins its first characters
     * @param file the id of the file of payments, if it is repeated
     * @param point whether sums have a decimal point, in place of satang
     */
    record Head(String begins, int length, @Nullable Part file, Part count, Part total, boolean point) {}

    /** @param point whether amounts have a decimal point, in place of satang */
    record Payment(
            String begins,
            int length,
            Part reference,
            Part amount,
            boolean point,
            Part account,
            @Nullable Part bank,
            Part code,
            @Nullable Part text,
            @Nullable Part bankReference) {}
}
