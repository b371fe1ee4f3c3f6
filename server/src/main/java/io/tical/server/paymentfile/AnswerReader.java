package io.tical.server.paymentfile;

import io.tical.server.bankfile.BankFileException;
import io.tical.server.bankfile.PaymentResult;
import io.tical.server.bankfile.PaymentResultLayout;
import io.tical.server.bankfile.PaymentResultReader;
import io.tical.server.bankfile.PaymentStatus;
import io.tical.server.bankfile.PaymentStatusReader;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.paymentfile.OutgoingPayment.Outcome;
import io.tical.server.paymentfile.OutgoingPayment.Said;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PayoutOutcome.FailureCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a bank says became of the payments of a file. Whoever may send a result can forge it, so everything that it repeats of the file and
 * of the payments must be theirs.
 */
final class AnswerReader {
    private final OutgoingFile file;
    private final Map<String, OutgoingPayment> payments;
    private final Map<Integer, Said> said = new LinkedHashMap<>();

    private AnswerReader(OutgoingFile file, Collection<OutgoingPayment> payments) {
        this.file = file;
        this.payments = payments.stream()
                .filter(one -> one.status() != OutgoingPayment.Status.REMOVED)
                .collect(Collectors.toMap(OutgoingPayment::reference, Function.identity()));
    }

    /**
     * What the bank says, by the numbers of the payments.
     *
     * @param payments of the file
     * @throws Problem.Conflict {@code PAYMENT_RESULT_UNREADABLE} if it is no result in a known form, {@code PAYMENT_RESULT_OF_OTHER} if it is of
     *     another file, or says something else of a payment than the file
     */
    static Map<Integer, Said> read(
            OutgoingFile file, Collection<OutgoingPayment> payments, byte[] bytes, Context context) {
        var reader = new AnswerReader(file, payments);
        reading(() -> {
            if (isXml(bytes)) {
                reader.statuses(bytes, context);
            } else {
                reader.results(bytes, context);
            }
        });
        return reader.said;
    }

    /**
     * The name of the file of which a result says that it is. Nothing else of it was read.
     *
     * @throws Problem.Conflict {@code PAYMENT_RESULT_UNREADABLE}, {@code PAYMENT_RESULT_OF_OTHER} if it names several files
     */
    static String fileName(byte[] bytes, Context context) {
        var names = new TreeSet<String>();
        reading(() -> {
            if (isXml(bytes)) {
                new PaymentStatusReader()
                        .read(() -> new ByteArrayInputStream(bytes), context, _ -> {})
                        .forEach(report -> names.add(report.messageId()));
            } else {
                names(bytes, context, names);
            }
        });
        if (names.size() > 1) {
            throw new Problem.Conflict(
                    "PAYMENT_RESULT_OF_OTHER",
                    "This is the result of several files, " + String.join(", ", names)
                            + ". Ask the bank for one of each file.");
        }
        return names.isEmpty() ? "" : names.first();
    }

    private static void names(byte[] bytes, Context context, Set<String> names) throws BankFileException, IOException {
        new PaymentResultReader(PaymentResultLayout.all())
                .read(() -> new ByteArrayInputStream(bytes), context.limits(), new PaymentResultReader.Sink() {
                    @Override
                    public void begin(PaymentResultLayout layout, @Nullable String fileId) {
                        if (fileId != null) {
                            names.add(fileId);
                        }
                    }

                    @Override
                    public void result(PaymentResult result) {
                        names.add(FileForm.fileOf(result.reference()));
                    }
                });
    }

    @FunctionalInterface
    private interface Reading {
        void run() throws BankFileException, IOException;
    }

    private static void reading(Reading reading) {
        try {
            reading.run();
        } catch (BankFileException e) {
            throw new Problem.Conflict(
                    "PAYMENT_RESULT_UNREADABLE",
                    "This is no result of a bank in a known form (pain.002, or the results of KTB and KBank): line "
                            + e.place().line() + ", column " + e.place().column() + ": " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isXml(byte[] bytes) {
        for (var one : bytes) {
            if (one == '<') {
                return true;
            }
            if (one > ' ') {
                return false;
            }
        }
        return false;
    }

    private void statuses(byte[] bytes, Context context) throws BankFileException, IOException {
        var statuses = new ArrayList<PaymentStatus>();
        var reports = new PaymentStatusReader().read(() -> new ByteArrayInputStream(bytes), context, statuses::add);
        for (var report : reports) {
            requireOf(report.messageId());
        }
        for (var status : statuses) {
            requireOf(status.messageId());
            var part = status.paymentId();
            if (part != null) {
                requireOf(part);
            }
            if (status.level() == PaymentStatus.Level.PAYMENT) {
                var reference = status.endToEndId() == null ? status.instructionId() : status.endToEndId();
                var payment = payment(reference);
                requireSame(payment, status.amount(), null, status.currency());
                said.put(payment.number(), said(status));
            } else if (status.outcome() == PaymentStatus.Outcome.FAILED
                    || status.outcome() == PaymentStatus.Outcome.OPERATOR) {
                // It is one of everything below it.
                payments.values().forEach(payment -> said.put(payment.number(), said(status)));
            }
        }
    }

    private static Said said(PaymentStatus status) {
        var outcome = outcome(status.outcome());
        var reasons = status.reasons().stream()
                .flatMap(reason -> Stream.concat(Stream.ofNullable(reason.code()), reason.texts().stream()))
                .collect(Collectors.joining(" "));
        return new Said(
                outcome,
                status.code(),
                outcome == Outcome.FAILED ? FailureCode.valueOf(status.failure().name()) : null,
                words(reasons),
                status.bankReference());
    }

    private static Outcome outcome(PaymentStatus.Outcome outcome) {
        return switch (outcome) {
            case IN_PROCESS -> Outcome.IN_PROCESS;
            case SUCCEEDED -> Outcome.SUCCEEDED;
            case FAILED -> Outcome.FAILED;
            case OPERATOR -> Outcome.OPERATOR;
        };
    }

    private static @Nullable String words(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    private void results(byte[] bytes, Context context) throws BankFileException, IOException {
        new PaymentResultReader(PaymentResultLayout.all())
                .read(() -> new ByteArrayInputStream(bytes), context.limits(), new PaymentResultReader.Sink() {
                    @Override
                    public void begin(PaymentResultLayout layout, @Nullable String fileId) {
                        if (fileId != null) {
                            requireOf(fileId);
                        }
                    }

                    @Override
                    public void result(PaymentResult result) {
                        var payment = payment(result.reference());
                        requireSame(payment, result.amount(), result.account(), null);
                        said.put(payment.number(), said(result));
                    }
                });
    }

    private static Said said(PaymentResult result) {
        var outcome = switch (result.outcome()) {
            case IN_PROCESS -> Outcome.IN_PROCESS;
            case SUCCEEDED -> Outcome.SUCCEEDED;
            case FAILED -> Outcome.FAILED;
            case OPERATOR -> Outcome.OPERATOR;
        };
        return new Said(
                outcome,
                result.code(),
                outcome == Outcome.FAILED ? FailureCode.COULD_NOT_PROCESS : null,
                words(result.text()),
                result.bankReference());
    }

    private void requireOf(String name) {
        if (!name.equals(file.terms().name())) {
            throw other("This is the result of the file " + name + ", and not of "
                    + file.terms().name() + ".");
        }
    }

    private OutgoingPayment payment(@Nullable String reference) {
        var payment = reference == null ? null : payments.get(reference);
        if (payment == null) {
            throw other("The file has no payment " + reference + ", of which this is the result.");
        }
        return payment;
    }

    private void requireSame(
            OutgoingPayment payment, @Nullable Long amount, @Nullable String account, @Nullable String currency) {
        if (amount != null && amount != payment.amount()) {
            throw other("The payment " + payment.reference() + " has another amount in the file.");
        }
        if (currency != null && !currency.equals(file.terms().currency())) {
            throw other("The payment " + payment.reference() + " has another currency in the file.");
        }
        // Files between banks have shortened account numbers.
        if (account != null && !endsAlike(payment.payee().accountNo(), account)) {
            throw other("The payment " + payment.reference() + " goes to another account in the file.");
        }
    }

    private static boolean endsAlike(String one, String other) {
        var length = Math.min(Math.min(one.length(), other.length()), 10);
        return one.substring(one.length() - length).equals(other.substring(other.length() - length));
    }

    private static Problem.Conflict other(String why) {
        return new Problem.Conflict("PAYMENT_RESULT_OF_OTHER", why + " Send the result of this file.");
    }
}
