package io.tical.server.paymentfile;

import static java.util.stream.Collectors.groupingBy;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.collection.TestAccounts;
import io.tical.server.currency.Currencies;
import io.tical.server.key.TransactionKey;
import io.tical.server.paymentfile.OutgoingFile.Progress;
import io.tical.server.paymentfile.OutgoingFile.Terms;
import io.tical.server.paymentfile.OutgoingPayment.Payee;
import io.tical.server.paymentfile.OutgoingPayment.Warning;
import io.tical.server.payout.Payouts;
import io.tical.server.problem.Problem;
import io.tical.server.rail.FiledLegs;
import io.tical.server.rail.TransferOrder;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what was handed to staff into new files.
 *
 * @param legs of payouts and of settlements
 * @param busy of these objects those that a person works on, or whose decision waits
 * @param known what is known of the accounts of these payouts
 */
record FileDrafts(
        Database database,
        CollectionAccounts accounts,
        Currencies currencies,
        List<FiledLegs<?>> legs,
        Function<Collection<TransactionKey>, Set<TransactionKey>> busy,
        BiFunction<Session, Collection<TransactionKey>, Payouts.KnownAccounts> known,
        Clock clock) {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyMMdd", Locale.ROOT);
    private static final String LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int RANDOM_LETTERS = 4;
    private static final int RANDOM_LETTERS_OF_TEST = 7;
    private static final int WAITING_MAX = 10_000;

    /** What a file would contain that is made now, and what waits and would not come into it. */
    record Outlook(Amounts payments, Map<String, Amounts> leftOut, LocalDate executionDay) {}

    /** Ends a transaction that must leave nothing. */
    private static final class Tried extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Outlook outlook;

        Tried(Outlook outlook) {
            super("a trial leaves nothing", null, false, false);
            this.outlook = outlook;
        }
    }

    /** @throws Problem.Conflict {@code PAYING_ACCOUNT_INACTIVE} */
    Outlook outlook(UUID accountId, boolean livemode) {
        var waiting = waiting(accountId, livemode);
        try {
            return database.transaction(session -> {
                var draft = draft(session, accountId, livemode, null, waiting);
                var taken = draft.gathering().taken().values().stream()
                        .map(order -> new Amounts(1, order.amount()))
                        .reduce(Amounts.NONE, Amounts::plus);
                throw new Tried(new Outlook(
                        taken, draft.gathering().leftOut(), draft.form().executionDay()));
            });
        } catch (Tried tried) {
            return tried.outlook;
        }
    }

    private record Draft(FileForm form, PayingAccount paying, Gathering gathering) {}

    /** The objects with payments that nobody works on, for a file from an account. */
    private Map<EventType.Subject, List<TransactionKey>> waiting(UUID accountId, boolean livemode) {
        var account = accounts.get(accountId);
        var found = database.run(session -> {
            var paying = PayingAccounts.active(session, account, false);
            // The oldest may be too large for the limits of the account, and those after them not.
            var rowsMax = account.terms().limits().paymentMax() == null ? paying.paymentsMax() : WAITING_MAX;
            var keys = new HashMap<EventType.Subject, List<TransactionKey>>();
            for (var one : legs) {
                keys.put(one.subject(), one.waiting(session, livemode, account.currency(), rowsMax + 1));
            }
            return keys;
        });
        found.replaceAll((_, keys) -> {
            var taken = busy.apply(keys);
            return keys.stream().filter(key -> !taken.contains(key)).toList();
        });
        return found;
    }

    private Draft draft(
            Session session,
            UUID accountId,
            boolean livemode,
            @Nullable LocalDate day,
            Map<EventType.Subject, List<TransactionKey>> waiting) {
        var account = accounts.get(session, accountId);
        var paying = PayingAccounts.active(session, account, true);
        var now = clock.instant();
        var form = FileForm.of(
                livemode,
                paying,
                account,
                currencies,
                livemode
                        ? name(now.atZone(paying.zone()).toLocalDate())
                        : random(TestAccounts.MARK, RANDOM_LETTERS_OF_TEST),
                day == null ? paying.executionDay(now) : day,
                now);
        var room = DayOut.of(session, account, livemode, form.executionDay());
        var gathering = new Gathering(form, paying.paymentsMax(), room);
        take(session, waiting, gathering);
        return new Draft(form, paying, gathering);
    }

    /** Locks what waits, chooses the oldest of it that fit, and takes these. */
    private void take(Session session, Map<EventType.Subject, List<TransactionKey>> waiting, Gathering gathering) {
        var orders = new ArrayList<TransferOrder>();
        for (var one : legs) {
            one.take(session, waiting.getOrDefault(one.subject(), List.of()), order -> {
                orders.add(order);
                return false;
            });
        }
        // The ids contain the time at which they were made.
        orders.sort(Comparator.comparing(TransferOrder::transactionId).thenComparing(TransferOrder::leg));
        var chosen = orders.stream().filter(gathering::take).collect(groupingBy(TransferOrder::subject));
        for (var one : legs) {
            var own = chosen.getOrDefault(one.subject(), List.of());
            var attempts = own.stream().map(TransferOrder::attemptId).collect(Collectors.toSet());
            one.take(
                    session,
                    own.stream().map(FileDrafts::key).distinct().toList(),
                    order -> attempts.contains(order.attemptId()));
        }
    }

    /** Not a number in a sequence: a database that was restored would give it again. */
    private static String name(LocalDate day) {
        return random("T" + DAY.format(day), RANDOM_LETTERS);
    }

    /** Letters after a beginning. Names of test files have as many characters as others. */
    private static String random(String beginning, int letters) {
        var random = Ids.next().getLeastSignificantBits();
        var name = new StringBuilder(beginning);
        for (int i = 0; i < letters; i++) {
            name.append(LETTERS.charAt((int) (random >>> (5 * i) & 31)));
        }
        return name.toString();
    }

    /**
     * Gathers what waits into a new file.
     *
     * @param livemode whether of live payments; those of test go to the simulator
     * @param day on which the bank pays; null for the next possible one
     * @throws Problem.Conflict {@code PAYING_ACCOUNT_INACTIVE}; {@code PAYMENT_FILE_EMPTY} if nothing that waits can come into it
     */
    OutgoingFile create(UUID id, UUID accountId, boolean livemode, @Nullable LocalDate day, StaffDecision by) {
        var waiting = waiting(accountId, livemode);
        return database.transaction(session -> {
            var draft = draft(session, accountId, livemode, day, waiting);
            var form = draft.form();
            OutgoingFiles.requireDay(form.executionDay(), form.today());
            var payments = payments(session, id, draft);
            if (payments.isEmpty()) {
                throw new Problem.Conflict(
                        "PAYMENT_FILE_EMPTY",
                        draft.gathering().isLimited()
                                ? "The limits of this account leave no room for the payments that wait. Choose another day or"
                                        + " account, or change its limits."
                                : "No payment waits that a file from this account can have. Payments that a colleague works on"
                                        + " are left out.");
            }
            var file = new OutgoingFile(
                    id,
                    livemode,
                    new Terms(
                            accountId,
                            form.name(),
                            draft.paying().format(),
                            form.settings(),
                            form.zone(),
                            form.account().currency(),
                            form.executionDay(),
                            by.operator(),
                            form.createdAt()),
                    payments.size(),
                    payments.stream().mapToLong(OutgoingPayment::amount).reduce(0, Math::addExact),
                    Progress.DRAFT,
                    1,
                    form.createdAt());
            OutgoingFileStore.insert(session, file);
            OutgoingPaymentStore.insert(session, payments);
            AuditEntry.insertLater(
                    session,
                    by.actor(),
                    new Act(
                            null,
                            livemode,
                            "create",
                            OutgoingFile.RESOURCE,
                            id,
                            null,
                            OutgoingFiles.Logged.of(file),
                            by.note()),
                    file.updatedAt());
            return file;
        });
    }

    private List<OutgoingPayment> payments(Session session, UUID id, Draft draft) {
        var orders = draft.gathering().taken();
        var destinations = orders.values().stream().collect(groupingBy(FileDrafts::destination, Collectors.counting()));
        var payouts = orders.values().stream()
                .filter(order -> order.subject() == EventType.Subject.PAYOUT)
                .map(FileDrafts::key)
                .collect(Collectors.toSet());
        var accounts = known.apply(session, payouts);
        var payments = new ArrayList<OutgoingPayment>();
        for (var entry : orders.entrySet()) {
            var order = entry.getValue();
            var warnings = new ArrayList<Warning>();
            if (payouts.contains(key(order)) && !accounts.paid().contains(key(order))) {
                warnings.add(Warning.NEW_DESTINATION);
            }
            if (payouts.contains(key(order)) && !accounts.verified().contains(key(order))) {
                warnings.add(Warning.NAME_NOT_VERIFIED);
            }
            if (destinations.getOrDefault(destination(order), 0L) > 1) {
                warnings.add(Warning.SAME_DESTINATION);
            }
            if (draft.gathering().renamed(entry.getKey())) {
                warnings.add(Warning.NAME_CHANGED);
            }
            payments.add(new OutgoingPayment(
                    id,
                    payments.size() + 1,
                    order.subject(),
                    key(order),
                    order.attemptId(),
                    order.amount(),
                    new Payee(order.bankCode(), order.accountNo(), order.holderName()),
                    entry.getKey(),
                    List.copyOf(warnings),
                    OutgoingPayment.Status.OPEN,
                    null,
                    null,
                    draft.form().createdAt()));
        }
        return payments;
    }

    private static TransactionKey key(TransferOrder order) {
        return new TransactionKey(order.organizationId(), order.livemode(), order.transactionId());
    }

    private static String destination(TransferOrder order) {
        return order.bankCode() + "/" + order.accountNo();
    }
}
