package io.tical.console.queue;

import io.tical.common.BankCode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What an operator enters with a decision. */
public sealed interface Input {
    /** Names it; the field of the request for those with one. */
    String name();

    /** The key of its label. */
    String key();

    /** The fields of the request that it may fill. */
    default Set<String> fields() {
        return Set.of(name());
    }

    /** @param lengthMax characters; a long text has several lines */
    record Text(String name, String key, boolean required, int lengthMax, String initial) implements Input {
        public Text(String name, String key, boolean required, int lengthMax) {
            this(name, key, required, lengthMax, "");
        }
    }

    /**
     * A text that is asked for where another input has one of some values.
     *
     * @param label its name, which is no key
     * @param lengthMax characters
     * @param initial the value that applies without one; empty if one is required
     * @param present what it is now
     */
    record Setting(
            String name,
            String label,
            int lengthMax,
            String initial,
            String present,
            String chooser,
            Set<Object> values)
            implements Input {
        /** It has no key, because the service names it. */
        @Override
        public String key() {
            return name;
        }

        boolean isOf(Map<String, Object> given) {
            return values.contains(given.getOrDefault(chooser, ""));
        }
    }

    /** An input that is asked for where another one has one of some values. */
    record Where(Input input, String chooser, Set<Object> values) implements Input {
        @Override
        public String name() {
            return input.name();
        }

        @Override
        public String key() {
            return input.key();
        }

        @Override
        public Set<String> fields() {
            return input.fields();
        }

        boolean isOf(Map<String, Object> given) {
            return values.contains(given.getOrDefault(chooser, ""));
        }
    }

    /** A new password. Required. */
    record Secret(String name, String key, int lengthMin) implements Input {}

    /** A whole number. Required. */
    record Number(String name, String key, long min, long max, long initial) implements Input {}

    /** A positive decimal, sent as text so that it stays exact. Required. */
    record Decimal(String name, String key, String initial) implements Input {
        private static final Pattern FORM = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,12})?");

        static boolean isValid(@Nullable Object value) {
            return value instanceof String text && FORM.matcher(text).matches() && !text.matches("[0.]*");
        }
    }

    /** A percentage from 0 to 100 with one decimal, such as {@code 2.5}, sent in thousandths. Required. */
    record Percent(String name, String key) implements Input {
        private static final int THOUSANDTHS = 1_000;

        /** Thousandths as a percentage: {@code 2.5} for 25. */
        public static String of(long thousandths) {
            return BigDecimal.valueOf(thousandths, 1).stripTrailingZeros().toPlainString();
        }

        /** The thousandths of what was typed; the text itself if it is no such percentage. */
        static Object thousandths(String text) {
            return text.matches("[0-9]{1,3}([.][0-9])?")
                    ? new BigDecimal(text).movePointRight(1).longValueExact()
                    : text;
        }

        static boolean isValid(@Nullable Object value) {
            return value instanceof Long thousandths && thousandths <= THOUSANDTHS;
        }
    }

    /**
     * Yes or no.
     *
     * @param required whether nothing can be confirmed without a yes
     */
    record Flag(String name, String key, boolean initial, boolean required) implements Input {
        public Flag(String name, String key, boolean initial) {
            this(name, key, initial, false);
        }
    }

    /**
     * An amount that may be 0.
     *
     * @param currency the name of the input that chooses it, or its code
     * @param required otherwise an empty one is null
     * @param initial minor units; null for an empty field
     */
    record Sum(
            String name,
            String key,
            String currency,
            boolean required,
            @Nullable Long initial) implements Input {}

    /** Ranges of amounts, such as {@code 100.00-200.00, 500.00-500.00}; none if it is empty. */
    record Ranges(String name, String key, String currency) implements Input {}

    /** @param initial minor units; null for an empty field */
    record Amount(
            String name,
            String key,
            String currency,
            @Nullable Long initial) implements Input {}

    /**
     * The bank or wallet that sent a transfer, as {@link BankCode#ofTransfer}, or {@code OTHER}.
     *
     * @param initial empty if it is not known
     */
    record SendingBank(String name, String key, String initial) implements Input {
        /** A bank that has no code. */
        private static final String OTHER = "OTHER";

        static boolean isValid(Object value) {
            return BankCode.ofTransfer(value.toString()).isPresent() || OTHER.equals(value);
        }
    }

    /** One of some values, chosen by a digit key. Required. {@code words} is the kind of {@link io.tical.console.text.Texts#word}. */
    record Choice(
            String name,
            String key,
            String words,
            List<String> values,
            @Nullable String initial) implements Input {
        public Choice(String name, String key, String words, List<String> values) {
            this(name, key, words, values, null);
        }
    }

    /**
     * One of some objects, chosen by a digit key. Required.
     *
     * @param options at most nine have keys
     */
    record Pick(String name, String key, List<Option> options) implements Input {
        @Override
        public Set<String> fields() {
            return options.stream()
                    .flatMap(option -> option.fields().keySet().stream())
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    /** @param fields the fields of the request that it fills */
    record Option(String label, Map<String, Object> fields) {}

    /** The reference of a transfer, or the text of the QR code of its slip, as a scanner types it. Required. */
    record Transfer(String name, String key) implements Input {
        private static final String REFERENCE = "reference";
        private static final String SLIP = "slip_qr_string";

        /** The code of a slip begins with its length and the version of its form. */
        private static final Pattern CODE = Pattern.compile("00[0-9]{2}0006000001.+");

        @Override
        public Set<String> fields() {
            return Set.of(REFERENCE, SLIP);
        }

        /** The field that a text is for. */
        static String field(String text) {
            return CODE.matcher(text).matches() ? SLIP : REFERENCE;
        }
    }

    /** Proof that a transfer was made. */
    static Input transfer() {
        return new Transfer("transfer", "queue.transfer");
    }

    /** A note that the service requires. */
    static Input why() {
        return new Text("note", "queue.why", true, 500);
    }

    /** A note for colleagues and the audit log. */
    static Input note() {
        return new Text("note", "queue.note", false, 500);
    }
}
