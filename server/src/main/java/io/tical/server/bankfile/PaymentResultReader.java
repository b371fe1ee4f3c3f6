package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.PaymentResult.Outcome;
import io.tical.server.bankfile.PaymentResultLayout.Part;
import io.tical.server.bankfile.StatementReader.Limits;
import io.tical.server.bankfile.StatementReader.Source;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a bank's file of results. Its count and total must be those of its payments, whatever became of them. */
public final class PaymentResultReader {
    private static final Pattern SATANG = Pattern.compile("[0-9]{1,19}");
    private static final Pattern BAHT = Pattern.compile("[0-9]{1,17}\\.[0-9]{2}");
    private static final int LINE_MAX = 1_000;
    private static final int SHOWN_MAX = 80;

    private final List<PaymentResultLayout> layouts;

    public PaymentResultReader(List<PaymentResultLayout> layouts) {
        this.layouts = List.copyOf(layouts);
    }

    /** Takes what a file says, in its order. */
    public interface Sink {
        /** @param fileId of the payments, if the file repeats it */
        void begin(PaymentResultLayout layout, @Nullable String fileId) throws BankFileException;

        void result(PaymentResult result) throws BankFileException;
    }

    /** @throws BankFileException if the file is not in one of the layouts, as a whole; what was passed to the sink before does not count */
    public void read(Source source, Limits limits, Sink sink) throws BankFileException, IOException {
        try (var characters = TextEncoding.WINDOWS_874.open(source)) {
            var first = line(characters);
            var place = new Place(1, 0);
            var head = first.orElseThrow(() -> new BankFileException(Fault.EMPTY, Place.FILE));
            var layout = layouts.stream()
                    .filter(known -> known.isOf(head))
                    .findFirst()
                    .orElseThrow(() -> new BankFileException(Fault.NOT_A_STATEMENT, place));
            var file = layout.head().file();
            sink.begin(layout, file == null ? null : file.of(head));
            var count = 0L;
            var total = 0L;
            var number = 1;
            for (var line = line(characters); line.isPresent(); line = line(characters)) {
                number++;
                if (line.get().isBlank()) {
                    continue;
                }
                if (count >= limits.entriesMax()) {
                    throw new BankFileException(
                            Fault.TOO_MANY_ENTRIES, new Place(number, 0), Integer.toString(limits.entriesMax()));
                }
                var result = result(layout, line.get(), new Place(number, 0));
                count++;
                total = sum(total, result);
                sink.result(result);
            }
            same("count", number(layout.head().count(), head, false, place), count, place);
            same("total", number(layout.head().total(), head, layout.head().point(), place), total, place);
        }
    }

    private static long sum(long total, PaymentResult result) throws BankFileException {
        try {
            return Math.addExact(total, result.amount());
        } catch (ArithmeticException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, result.place(), Long.toString(result.amount()));
        }
    }

    private static void same(String name, long said, long given, Place place) throws BankFileException {
        if (said != given) {
            throw new BankFileException(Fault.TOTALS, place, Long.toString(said), name, Long.toString(given));
        }
    }

    private static Optional<String> line(Characters characters) throws BankFileException, IOException {
        var line = new StringBuilder();
        var c = characters.next();
        if (c < 0) {
            return Optional.empty();
        }
        for (; c >= 0 && c != '\n'; c = characters.next()) {
            if (line.length() >= LINE_MAX) {
                throw new BankFileException(
                        Fault.FIELD_TOO_LONG, characters.place(), "A line", Integer.toString(LINE_MAX));
            }
            if (c < ' ') {
                throw new BankFileException(
                        Fault.FIELD_INVALID,
                        characters.place(),
                        "A character",
                        String.format(Locale.ROOT, "U+%04X", c));
            }
            line.append((char) c);
        }
        return Optional.of(line.toString());
    }

    private static PaymentResult result(PaymentResultLayout layout, String line, Place place) throws BankFileException {
        var payment = layout.payment();
        if (line.length() != payment.length() || !line.startsWith(payment.begins())) {
            throw new BankFileException(
                    Fault.ROW, place, line.length() > SHOWN_MAX ? line.substring(0, SHOWN_MAX) : line);
        }
        var reference = payment.reference().of(line);
        var code = payment.code().of(line);
        if (reference.isEmpty() || code.isEmpty()) {
            throw new BankFileException(
                    Fault.FIELD_MISSING, place, reference.isEmpty() ? "The reference" : "The status");
        }
        return new PaymentResult(
                place,
                reference,
                number(payment.amount(), line, payment.point(), place),
                account(payment.account().of(line)),
                text(payment.bank(), line),
                code,
                outcome(layout, code),
                text(payment.text(), line),
                text(payment.bankReference(), line));
    }

    private static Outcome outcome(PaymentResultLayout layout, String code) {
        if (layout.succeeded().contains(code)) {
            return Outcome.SUCCEEDED;
        }
        if (layout.failed().contains(code)) {
            return Outcome.FAILED;
        }
        return layout.inProcess().contains(code) ? Outcome.IN_PROCESS : Outcome.OPERATOR;
    }

    /** An account of at least ten digits, without the zeros before it. */
    private static @Nullable String account(String written) {
        var from = 0;
        while (written.length() - from > 10 && written.charAt(from) == '0') {
            from++;
        }
        return written.isEmpty() ? null : written.substring(from);
    }

    private static @Nullable String text(@Nullable Part part, String line) {
        var text = part == null ? "" : part.of(line);
        return text.isEmpty() ? null : text;
    }

    /** A count, or an amount in satang. */
    private static long number(Part part, String line, boolean point, Place place) throws BankFileException {
        var text = part.of(line);
        if (!(point ? BAHT : SATANG).matcher(text).matches()) {
            throw new BankFileException(Fault.AMOUNT, new Place(place.line(), part.from()), text);
        }
        try {
            return Long.parseLong(text.replace(".", ""));
        } catch (NumberFormatException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, new Place(place.line(), part.from()), text);
        }
    }
}
