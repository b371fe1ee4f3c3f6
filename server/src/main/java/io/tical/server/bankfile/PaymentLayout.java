package io.tical.server.bankfile;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tical.common.Json;
import io.tical.common.Word;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a file of payments that a Thai bank takes: records of fixed width in windows-874, or of fields between separators. Banks
 * do not publish these layouts, so an operator confirms one with the bank before using it.
 *
 * @param name unique
 * @param bank number of the bank that takes the file
 * @param lineEnd after every record
 * @param separator between fields; null if fields have fixed places
 * @param payees at which banks payees may be
 * @param references whether the file carries our references; without, no two payments may have the same account and amount
 * @param settings what the operator may set, with its value if he does not; empty if he must
 * @param head records before the payments
 * @param payment records of each payment
 * @param foot records after the payments
 */
public record PaymentLayout(
        String name,
        String bank,
        String lineEnd,
        @Nullable String separator,
        Payees payees,
        boolean references,
        Map<String, String> settings,
        List<RecordOf> head,
        List<RecordOf> payment,
        List<RecordOf> foot) {
    private static final List<String> SHIPPED = List.of(
            "bay-cashlink-128",
            "bbl-icash-smart",
            "kbank-other-banks-mcl",
            "ktb-direct-credit-128",
            "ktb-ipay-standard",
            "scb-bcm-mcl");

    /** At which banks payees may be. */
    public enum Payees implements Word {
        SAME_BANK,
        OTHER_BANKS
    }

    /** @param length in characters, or the number of fields between separators */
    public record RecordOf(int length, List<Field> fields) {
        public RecordOf {
            fields = List.copyOf(requireNonNullElse(fields, List.of()));
        }
    }

    /**
     * A part of a record.
     *
     * @param at position from 1, of the first character or among the fields
     * @param length at most; 0 of a field between separators that has no limit
     * @param text with values in braces, such as {@code {amount:2}}
     * @param zeros whether it is filled with zeros on the left, in place of blanks on the right
     * @param cut whether a text that is too long is cut, and unknown characters replaced; of names
     */
    public record Field(int at, int length, String text, boolean zeros, boolean cut) {}

    public PaymentLayout {
        lineEnd = requireNonNullElse(lineEnd, "\r\n");
        settings = Map.copyOf(requireNonNullElse(settings, Map.of()));
        head = List.copyOf(requireNonNullElse(head, List.of()));
        payment = List.copyOf(requireNonNullElse(payment, List.of()));
        foot = List.copyOf(requireNonNullElse(foot, List.of()));
        for (var kinds : List.of(head, payment, foot)) {
            for (var kind : kinds) {
                check(kind, separator == null);
            }
        }
    }

    private static void check(RecordOf kind, boolean fixed) {
        var next = 1;
        for (var field : kind.fields()) {
            var end = fixed ? field.at() + field.length() - 1 : field.at();
            if (field.at() < next || end < field.at() || end > kind.length()) {
                throw new IllegalArgumentException("a field does not fit its record at " + field.at());
            }
            next = end + 1;
        }
    }

    /** The layouts that come with Tical. */
    public static List<PaymentLayout> shipped() {
        return SHIPPED.stream().map(PaymentLayout::shipped).toList();
    }

    private static PaymentLayout shipped(String file) {
        var name = "payments/" + file + ".json";
        try (var in = Objects.requireNonNull(PaymentLayout.class.getResourceAsStream(name), name)) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IllegalArgumentException if it is no layout; the message says why */
    public static PaymentLayout parse(String json) {
        try {
            return Json.mapper().readValue(json, PaymentLayout.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    boolean separated() {
        return separator != null;
    }
}
