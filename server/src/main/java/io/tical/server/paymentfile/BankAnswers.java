package io.tical.server.paymentfile;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Limits;
import io.tical.server.currency.Currencies;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.key.TransactionKey;
import io.tical.server.paymentfile.OutgoingPayment.Outcome;
import io.tical.server.paymentfile.OutgoingPayment.Said;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What banks say became of files. Nothing of it counts until somebody applies it. */
record BankAnswers(Database database, Currencies currencies, Clock clock) {
    private static final int NAME_MAX = 200;

    static TransactionKey key(BankAnswer answer) {
        return TransactionKey.ofService(answer.livemode(), answer.id());
    }

    /**
     * What a result does now.
     *
     * @param fileName of the file of which it is
     * @param parts the payments by what the bank says of them
     * @param conflicts payments whose outcome is known, and of which it says something else
     */
    record Effect(String fileName, Map<String, Amounts> parts, List<OutgoingPayment> changed, int conflicts) {
        /** The payments whose outcome it decides. */
        Amounts decided() {
            return changed.stream()
                    .filter(one -> one.said() != null
                            && (one.said().outcome() == Outcome.SUCCEEDED
                                    || one.said().outcome() == Outcome.FAILED))
                    .map(one -> new Amounts(1, one.amount()))
                    .reduce(Amounts.NONE, Amounts::plus);
        }
    }

    /**
     * Receives a result.
     *
     * @throws Problem.Conflict what {@link AnswerReader#read} refuses; {@code PAYMENT_RESULT_KNOWN};
     *     {@code PAYMENT_FILE_STATUS_TRANSITION_INVALID} if the bank cannot have the file
     */
    BankAnswer receive(UUID fileId, String name, String receivedBy, byte[] bytes) {
        return database.transaction(session -> {
            var file = OutgoingFiles.found(session, fileId, true);
            requireAtBank(file);
            AnswerReader.read(
                    file,
                    OutgoingPaymentStore.ofFile(session, fileId),
                    bytes,
                    context(file.terms().zone()));
            var now = clock.instant();
            var text = name.replaceAll("\\p{Cntrl}", " ").strip();
            var answer = new BankAnswer(
                    Ids.next(),
                    fileId,
                    file.livemode(),
                    text.isEmpty() ? "result" : text.substring(0, Math.min(NAME_MAX, text.length())),
                    Bytes.hash(bytes),
                    BankAnswer.Status.WAITING,
                    receivedBy,
                    1,
                    now,
                    now);
            BankAnswerStore.insert(session, answer);
            OutgoingFileStore.store(session, answer.id(), Bytes.packed(bytes));
            return answer;
        });
    }

    /**
     * The file of which a result says that it is.
     *
     * @throws Problem.Conflict {@code PAYMENT_RESULT_UNREADABLE}; {@code PAYMENT_RESULT_OF_OTHER} if no file of this environment has that name
     */
    OutgoingFile fileOf(boolean livemode, byte[] bytes) {
        var name = AnswerReader.fileName(bytes, context(ZoneOffset.UTC));
        var file = database.run(session -> OutgoingFileStore.named(session, name))
                .orElseThrow(() -> new Problem.Conflict(
                        "PAYMENT_RESULT_OF_OTHER",
                        "This is the result of the payment file " + name
                                + ", which does not exist here. Nobody made it with this service."));
        if (file.livemode() != livemode) {
            throw new Problem.Conflict(
                    "PAYMENT_RESULT_OF_OTHER",
                    "This is the result of the payment file " + name + " of " + (file.livemode() ? "live" : "test")
                            + " money. Results of " + (livemode ? "live" : "test") + " money are taken here.");
        }
        return file;
    }

    private static void requireAtBank(OutgoingFile file) {
        if (file.status() != OutgoingFile.Status.HANDED_OUT && file.status() != OutgoingFile.Status.CLOSED) {
            throw new Problem.Conflict(
                    "PAYMENT_FILE_STATUS_TRANSITION_INVALID",
                    "The payment file " + file.terms().name() + " is "
                            + file.status().word() + ". The bank has no such file, so it can have no result.");
        }
    }

    private Context context(ZoneId zone) {
        return new Context(
                code -> currencies
                        .find(code)
                        .map(currency -> OptionalInt.of(currency.scale()))
                        .orElseGet(OptionalInt::empty),
                clock.instant().atZone(zone).toLocalDate(),
                Limits.DEFAULT,
                null);
    }

    /** @throws Problem.NotFound {@code PAYMENT_RESULT_NOT_FOUND} */
    BankAnswer get(UUID id) {
        return database.run(session -> found(session, id, false));
    }

    private static BankAnswer found(Session session, UUID id, boolean lock) {
        return BankAnswerStore.find(session, id, lock).orElseThrow(() -> Problem.NotFound.of(BankAnswer.RESOURCE));
    }

    List<BankAnswer> ofFile(UUID file) {
        return database.run(session -> BankAnswerStore.ofFile(session, file));
    }

    /** The bytes of a result, as they came. */
    byte[] bytes(BankAnswer answer) {
        return database.run(session -> bytes(session, answer));
    }

    private static byte[] bytes(Session session, BankAnswer answer) {
        var content = OutgoingFileStore.content(session, answer.id()).orElse(new byte[0]);
        return Bytes.unpacked(content, answer.hash());
    }

    Effect effect(BankAnswer answer) {
        return database.run(session -> {
            var file = OutgoingFiles.found(session, answer.fileId(), false);
            return effect(session, answer, file, OutgoingPaymentStore.shown(session, file.id(), null));
        });
    }

    private Effect effect(Session session, BankAnswer answer, OutgoingFile file, List<OutgoingPayment> payments) {
        var now = clock.instant();
        var said = AnswerReader.read(
                file, payments, bytes(session, answer), context(file.terms().zone()));
        var parts = new TreeMap<String, Amounts>();
        var changed = new ArrayList<OutgoingPayment>();
        var conflicts = 0;
        for (var payment : payments) {
            var word = said.get(payment.number());
            if (word != null) {
                parts.merge(word.outcome().word(), new Amounts(1, payment.amount()), Amounts::plus);
                if (contradicts(payment, word)) {
                    conflicts++;
                } else if (payment.status().isUndecided()
                        && !word.equals(payment.said())
                        && !isEarlier(payment, word)) {
                    changed.add(payment.said(word, now));
                }
            }
        }
        return new Effect(file.terms().name(), parts, changed, conflicts);
    }

    /** Whether the outcome of a payment is known, and the bank says another one. */
    private static boolean contradicts(OutgoingPayment payment, Said word) {
        var delivered = payment.status() == OutgoingPayment.Status.DELIVERED
                || payment.entryId() != null
                || isSaid(payment, Outcome.SUCCEEDED);
        return (word.outcome() == Outcome.FAILED && delivered)
                || (word.outcome() == Outcome.SUCCEEDED
                        && (payment.status() == OutgoingPayment.Status.FAILED || isSaid(payment, Outcome.FAILED)));
    }

    /** Whether the bank said more before. */
    private static boolean isEarlier(OutgoingPayment payment, Said word) {
        return word.outcome() == Outcome.IN_PROCESS && payment.said() != null && !isSaid(payment, Outcome.IN_PROCESS);
    }

    private static boolean isSaid(OutgoingPayment payment, Outcome outcome) {
        var said = payment.said();
        return said != null && said.outcome() == outcome;
    }

    /** The payments that a result decides, by which a second person may be needed; null if it decides none. */
    @Nullable
    Stake stake(BankAnswer answer) {
        var decided = effect(answer).decided();
        var currency = database.run(session ->
                OutgoingFiles.found(session, answer.fileId(), false).terms().currency());
        return decided.payments() == 0 ? null : new Stake(decided.amount(), currency);
    }

    /** @throws Problem.Conflict {@code PAYMENT_RESULT_STATUS_TRANSITION_INVALID} */
    static void requireWaiting(BankAnswer answer) {
        if (answer.status() != BankAnswer.Status.WAITING) {
            throw new Problem.Conflict(
                    "PAYMENT_RESULT_STATUS_TRANSITION_INVALID",
                    "This result is " + answer.status().word() + ". Load it again; only one that waits allows this.");
        }
    }

    /** Believes a result. Payments whose outcome is known stay as they are. */
    BankAnswer apply(UUID id, StaffDecision by) {
        return change(id, by, "apply", BankAnswer.Status.APPLIED, (session, answer) -> {
            var file = OutgoingFiles.found(session, answer.fileId(), true);
            requireAtBank(file);
            var effect = effect(session, answer, file, OutgoingPaymentStore.ofFile(session, file.id()));
            OutgoingPaymentStore.update(session, effect.changed());
            var decided = effect.changed().stream()
                    .filter(one -> !isSaid(one, Outcome.IN_PROCESS))
                    .map(OutgoingPayment::number)
                    .toList();
            OutgoingPaymentStore.due(session, file.id(), decided, clock.instant());
        });
    }

    BankAnswer discard(UUID id, StaffDecision by) {
        return change(id, by, "discard", BankAnswer.Status.DISCARDED, (session, answer) -> {});
    }

    @FunctionalInterface
    private interface Change {
        void make(Session session, BankAnswer answer);
    }

    private BankAnswer change(UUID id, StaffDecision by, String action, BankAnswer.Status to, Change change) {
        return database.transaction(session -> {
            var before = found(session, id, true);
            requireWaiting(before);
            var seen = by.version();
            if (seen != null && seen != before.version()) {
                throw Problem.Conflict.changed(BankAnswer.RESOURCE);
            }
            change.make(session, before);
            var after = before.as(to, clock.instant());
            BankAnswerStore.update(session, after);
            AuditEntry.insertLater(
                    session,
                    by.actor(),
                    Act.change(
                            null,
                            after.livemode(),
                            action,
                            BankAnswer.RESOURCE,
                            id,
                            new Logged(before.name(), before.status()),
                            new Logged(after.name(), after.status())),
                    after.updatedAt());
            return after;
        });
    }

    private record Logged(String name, BankAnswer.Status status) {}
}
