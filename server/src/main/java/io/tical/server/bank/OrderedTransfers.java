package io.tical.server.bank;

import static java.util.stream.Collectors.groupingBy;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bank.AccountEntry.MatchType;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.bankfile.BankEntry;
import io.tical.server.collection.AccountZones;
import io.tical.server.key.TransactionKey;
import io.tical.server.paymentfile.Debits;
import io.tical.server.rail.BankTransfer;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.SentTransfers;
import io.tical.server.rail.SentTransfers.Sent;
import io.tical.server.rail.TransferName;
import io.tical.server.transaction.EventType;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the transfers that debits are and that no payment file made: payouts and settlements that staff or a rail sent, and money that staff
 * paid back. They are found by a reference that the bank repeats; those of staff otherwise by amount, days and the visible digits of the
 * payee's account, where one transfer and one debit alone fit. A transfer whose outcome nobody has reported is found by its amount only if
 * the bank shows the payee's account, because the debit then delivers it.
 *
 * @param zones in which the banks book
 */
record OrderedTransfers(Database database, List<SentTransfers<?>> sent, AccountZones zones, Clock clock) {
    /** Staff report a transfer when they made it; a bank books it on its next working day. */
    private static final int BOOKED_LATER_DAYS = 4;

    private static final int ORDERED_EARLIER_DAYS = 40;
    private static final int NAME_MIN = 4;
    private static final int DIGITS_MIN = 3;
    private static final Pattern ID =
            Pattern.compile("([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    /** What a debit is. */
    sealed interface Found {
        /** This transfer. */
        record Transfer(TransferProof proof) implements Found {}

        /** People decide, for this reason. */
        record Doubt(String reason) implements Found {}
    }

    /**
     * A transfer that is known.
     *
     * @param reference of one that paid money back; null otherwise
     * @param sent of a payout or a settlement; null otherwise
     */
    private record Known(
            MatchType type,
            TransactionKey key,
            long amount,
            @Nullable String reference,
            @Nullable Sent sent) {
        static Known of(Sent sent) {
            var type = sent.order().subject() == EventType.Subject.PAYOUT ? MatchType.PAYOUT : MatchType.SETTLEMENT;
            return new Known(type, sent.key(), sent.amount(), null, sent);
        }

        @Nullable
        UUID attemptId() {
            return sent == null ? null : sent.attempt().id();
        }

        TransferProof provedBy(AccountEntry entry, Instant now) {
            return new TransferProof(
                    entry.id(), entry.livemode(), type, key.organizationId(), key.id(), attemptId(), reference, now);
        }
    }

    /** What is known of the transfers that these debits of one environment may be. */
    private record Search(
            Map<String, List<Known>> named,
            List<Known> byHand,
            Set<Known> taken,
            List<AccountEntry> rivals,
            AccountZones.All zones) {}

    /** Whether an entry may be a transfer that nobody has found yet. */
    static boolean mayBeTransfer(AccountEntry entry) {
        var reason = entry.reason();
        return entry.status() == Status.OPEN
                && entry.amount() < 0
                && (reason == null
                        || reason.equals(AccountEntry.NOT_ORDERED)
                        || reason.equals(AccountEntry.MAY_BE_TRANSFER));
    }

    /** What these debits are, by their ids. One that is not in the map was not ordered. */
    Map<UUID, Found> find(Collection<AccountEntry> debits) {
        var found = new HashMap<UUID, Found>();
        debits.stream()
                .filter(OrderedTransfers::mayBeTransfer)
                .collect(groupingBy(AccountEntry::livemode))
                .forEach((livemode, those) -> found.putAll(find(livemode, those)));
        return found;
    }

    private Map<UUID, Found> find(boolean livemode, List<AccountEntry> debits) {
        var search = database.transaction(session -> search(session, livemode, debits));
        var found = new HashMap<UUID, Found>();
        var taken = new HashSet<>(search.taken());
        for (var debit : debits) {
            named(debit, search, taken).forEach(one -> found.put(debit.id(), one));
        }
        for (var debit : debits) {
            if (!found.containsKey(debit.id()) && debit.hint() == BankEntry.Hint.NONE) {
                byHand(debit, search, taken).forEach(one -> found.put(debit.id(), one));
            }
        }
        return found;
    }

    private Search search(Session session, boolean livemode, List<AccountEntry> debits) {
        var names = debits.stream()
                .flatMap(OrderedTransfers::references)
                .map(reference -> new TransferName(reference, livemode))
                .distinct()
                .toList();
        var references = names.stream().map(TransferName::reference).toList();
        var ids = debits.stream().flatMap(OrderedTransfers::ids).distinct().toList();
        var amounts = debits.stream().map(debit -> -debit.amount()).distinct().toList();
        var zonesNow = zones.all(session);
        var first = debits.stream()
                .map(debit -> debit.booked()
                        .minusDays(ORDERED_EARLIER_DAYS)
                        .atStartOfDay(zonesNow.of(debit.accountId()))
                        .toInstant())
                .min(Instant::compareTo)
                .orElseThrow();
        var named = new HashMap<String, List<Known>>();
        var byHand = new ArrayList<Known>();
        for (var one : sent) {
            for (var transfer : one.named(session, livemode, references, ids)) {
                names(transfer).forEach(name -> add(named, name, Known.of(transfer)));
            }
            one.byHand(session, livemode, amounts, first).stream()
                    .filter(Sent::withStaff)
                    .map(Known::of)
                    .forEach(byHand::add);
        }
        PaidTransfers.recorded(session, names).stream()
                .flatMap(OrderedTransfers::paidBack)
                .forEach(known -> add(named, Objects.requireNonNull(known.reference()), known));
        var all = Stream.concat(named.values().stream().flatMap(List::stream), byHand.stream())
                .toList();
        return new Search(
                named,
                byHand,
                taken(session, livemode, all),
                AccountEntryStore.openDebits(session, livemode, amounts),
                zonesNow);
    }

    private static void add(Map<String, List<Known>> named, String name, Known known) {
        named.computeIfAbsent(name, _ -> new ArrayList<>()).add(known);
    }

    private static Stream<String> names(Sent transfer) {
        var reference = transfer.attempt().railReference();
        return Stream.of(
                        transfer.attempt().id().toString(), reference == null ? null : BankTransfer.compared(reference))
                .filter(Objects::nonNull);
    }

    /** A transfer with which staff paid money back to a payer. */
    private static Stream<Known> paidBack(PaidTransfer transfer) {
        var amount = transfer.amount();
        var type = switch (transfer.use()) {
            case PAYIN_REFUND -> MatchType.PAYIN_REFUND;
            case RETURN -> MatchType.SUSPENSE;
            case PAYOUT, SETTLEMENT, PAYOUT_REFUND, PAYIN -> null;
        };
        return type == null || amount == null
                ? Stream.empty()
                : Stream.of(new Known(type, transfer.transaction(), amount, transfer.reference(), null));
    }

    private static Set<Known> taken(Session session, boolean livemode, List<Known> all) {
        var attempts = TransferProofStore.attempts(
                session,
                all.stream().map(Known::attemptId).filter(Objects::nonNull).toList());
        var references = TransferProofStore.references(
                session,
                all.stream()
                        .map(Known::reference)
                        .filter(Objects::nonNull)
                        .map(reference -> new TransferName(reference, livemode))
                        .toList());
        return all.stream()
                .filter(known -> known.reference() == null
                        ? attempts.contains(Objects.requireNonNull(known.attemptId()))
                        : references.contains(known.reference()))
                .collect(Collectors.toSet());
    }

    /** The references that the bank gives a debit or repeats. Short ones are numbers of a day's pages. */
    private static Stream<String> references(AccountEntry entry) {
        return Stream.of(entry.bankReference(), entry.endToEnd())
                .filter(Objects::nonNull)
                .map(BankTransfer::compared)
                .filter(reference -> reference.length() >= NAME_MIN)
                .distinct();
    }

    /** The ids of attempts that the bank repeats. Banks break lines and groups of characters anywhere. */
    private static Stream<UUID> ids(AccountEntry entry) {
        return entry.texts().stream()
                .flatMap(text -> ID.matcher(SPACES.matcher(text).replaceAll("").toLowerCase(Locale.ROOT))
                        .results())
                .map(id ->
                        UUID.fromString(Stream.of(1, 2, 3, 4, 5).map(id::group).collect(Collectors.joining("-"))))
                .distinct();
    }

    private Stream<Found> named(AccountEntry debit, Search search, Set<Known> taken) {
        var own = Stream.concat(references(debit), ids(debit).map(UUID::toString))
                .flatMap(name -> search.named().getOrDefault(name, List.of()).stream())
                .filter(known ->
                        known.sent() == null || known.sent().order().currency().equals(debit.currency()))
                .distinct()
                .toList();
        if (own.size() != 1) {
            return own.isEmpty() ? Stream.empty() : Stream.of(new Found.Doubt(AccountEntry.MAY_BE_TRANSFER));
        }
        var known = own.getFirst();
        if (known.amount() != -debit.amount()) {
            return Stream.of(new Found.Doubt(Debits.Why.OTHER_AMOUNT.word()));
        }
        return taken.add(known)
                ? Stream.of(new Found.Transfer(known.provedBy(debit, clock.instant())))
                : Stream.of(new Found.Doubt(Debits.Why.PAID_TWICE.word()));
    }

    private Stream<Found> byHand(AccountEntry debit, Search search, Set<Known> taken) {
        var fits = search.byHand().stream()
                .filter(known -> !taken.contains(known) && fits(debit, known, search))
                .toList();
        if (fits.isEmpty()) {
            return Stream.empty();
        }
        var known = fits.getFirst();
        var alone = fits.size() == 1
                && search.rivals().stream()
                        .filter(rival -> !rival.id().equals(debit.id()))
                        .noneMatch(rival -> fits(rival, known, search));
        var certain = alone && (isDelivered(known) || (isOpen(known) && showsPayee(debit)));
        if (!certain) {
            return Stream.of(new Found.Doubt(AccountEntry.MAY_BE_TRANSFER));
        }
        taken.add(known);
        return Stream.of(new Found.Transfer(known.provedBy(debit, clock.instant())));
    }

    /** Whether the bank shows enough of the payee's account to tell it from others. */
    private static boolean showsPayee(AccountEntry debit) {
        var shown = debit.partyAccount();
        return shown != null && shown.chars().filter(Character::isDigit).count() >= DIGITS_MIN;
    }

    private static boolean isOpen(Known known) {
        return known.sent() != null && known.sent().isOpen();
    }

    private static boolean isDelivered(Known known) {
        return known.sent() != null && known.sent().attempt().recorded();
    }

    /** Whether a debit without a name may be a transfer of staff. */
    private static boolean fits(AccountEntry debit, Known known, Search search) {
        var transfer = known.sent();
        if (transfer == null
                || known.amount() != -debit.amount()
                || !transfer.order().currency().equals(debit.currency())) {
            return false;
        }
        var zone = search.zones().of(debit.accountId());
        var from = transfer.attempt().createdAt().atZone(zone).toLocalDate();
        var closed = transfer.attempt().closedAt();
        return !debit.booked().isBefore(from)
                && (closed == null
                        || !debit.booked()
                                .isAfter(closed.atZone(zone).toLocalDate().plusDays(BOOKED_LATER_DAYS)))
                && Debits.mayBe(transfer.order().accountNo(), debit.partyAccount());
    }

    /** The transfers of staff that an open debit may be by its amount and days, newest first. */
    List<Sent> candidates(AccountEntry debit) {
        if (!mayBeTransfer(debit)) {
            return List.of();
        }
        var search = database.transaction(session -> search(session, debit.livemode(), List.of(debit)));
        return search.byHand().stream()
                .filter(known -> !search.taken().contains(known)
                        && known.amount() == -debit.amount()
                        && Objects.requireNonNull(known.sent())
                                .order()
                                .currency()
                                .equals(debit.currency()))
                .map(known -> Objects.requireNonNull(known.sent()))
                .sorted(Comparator.comparing((Sent one) -> one.attempt().createdAt())
                        .reversed())
                .toList();
    }

    /** That a person says that a debit is this transfer. */
    TransferProof chosen(AccountEntry debit, Sent transfer) {
        return Known.of(transfer).provedBy(debit, clock.instant());
    }

    /** Reports the delivery of a transfer that an entry is. Repeated, it changes nothing. */
    void report(AccountEntry entry, TransferProof proof) {
        var attempt = proof.attemptId();
        if (attempt != null) {
            sent.stream()
                    .filter(one -> one.subject().word().equals(proof.type().word()))
                    .forEach(one -> one.report(
                            proof.key(),
                            attempt,
                            new PayoutOutcome.Delivered(
                                    Math.negateExact(entry.amount()),
                                    entry.reference(),
                                    PayoutOutcome.Sender.UNKNOWN)));
        }
    }
}
