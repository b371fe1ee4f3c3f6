package io.tical.server.paymentfile;

import static java.util.stream.Collectors.groupingBy;

import io.tical.common.Word;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.EventType;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the payments of files that debits of the bank are: by the reference of the payment or of the file, where the bank repeats it, else by
 * account, amount and day, where exactly one fits. No text is compared but references.
 */
public record Debits(Clock clock) {
    private static final Pattern REFERENCE =
            Pattern.compile("(T[0-9]{6}[0-9A-HJKMNP-TV-Z]{4}|TEST[0-9A-HJKMNP-TV-Z]{7})([0-9]{5})?");
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern MASKED = Pattern.compile("[^0-9]+");
    private static final int BOOKED_LATER_DAYS = 5;

    /**
     * A debit of an account.
     *
     * @param entryId of the entry of a statement
     * @param booked the bank's local date
     * @param amount minor units, 1 or more
     * @param texts in which the bank may repeat a reference
     * @param partyAccount the payee's account as far as it is visible; null if it is not
     */
    public record Debit(
            UUID entryId,
            UUID accountId,
            boolean livemode,
            LocalDate booked,
            long amount,
            List<String> texts,
            @Nullable String partyAccount) {}

    /** What a debit is. */
    public sealed interface Found {
        /** The payment of a leg of a payout or a settlement. */
        record Payment(EventType.Subject subject, TransactionKey transaction) implements Found {}

        /** Several payments of a file at once. */
        record OfFile(UUID fileId) implements Found {}

        /** It names one of our payments, and cannot be it. */
        record Doubt(Why why) implements Found {}
    }

    /** Why a debit that names a payment is not matched with it. */
    public enum Why implements Word {
        /** Its amount is not that of the payment. */
        OTHER_AMOUNT,
        /** Another entry is the payment already, so it was made twice. */
        PAID_TWICE
    }

    /** Whether a text names a payment of a file, such as of one that came back. */
    public static boolean namesPayment(Session session, Collection<String> texts) {
        return !named(session, texts).isEmpty();
    }

    /**
     * A payment of a file.
     *
     * @param amount minor units
     */
    public record Sent(EventType.Subject subject, TransactionKey transaction, long amount, String reference) {
        private static Sent of(OutgoingPayment payment) {
            return new Sent(payment.subject(), payment.transaction(), payment.amount(), payment.reference());
        }
    }

    /** The payments of files that texts name. */
    public static List<Sent> named(Session session, Collection<String> texts) {
        var names = names(texts).stream()
                .filter(name -> name.payment() != null)
                .map(Name::reference)
                .toList();
        return OutgoingPaymentStore.named(session, names).stream().map(Sent::of).toList();
    }

    /** The delivered payments of files from an account with exactly this amount, newest first. */
    public static List<Sent> delivered(Session session, UUID account, boolean livemode, long amount, int rowsMax) {
        return OutgoingPaymentStore.delivered(session, account, livemode, amount, rowsMax).stream()
                .map(Sent::of)
                .toList();
    }

    private record Name(String file, @Nullable String payment) {
        String reference() {
            return payment == null ? file : file + payment;
        }
    }

    /** The references in texts. Banks break lines and groups of characters anywhere. */
    private static Set<Name> names(Collection<String> texts) {
        var names = new HashSet<Name>();
        for (var text : texts) {
            var found = REFERENCE.matcher(SPACES.matcher(text).replaceAll(""));
            while (found.find()) {
                names.add(new Name(found.group(1), found.group(2)));
            }
        }
        return names;
    }

    /**
     * Finds and takes the payments of debits, by the ids of the entries. What became of a payment is reported afterwards. A debit that is not in
     * the map was not ordered by a file.
     */
    public Map<UUID, Found> take(Session session, Collection<Debit> debits) {
        var found = new LinkedHashMap<UUID, Found>();
        if (debits.isEmpty()) {
            return found;
        }
        var names = debits.stream().collect(Collectors.toMap(Debit::entryId, debit -> names(debit.texts())));
        var candidates = candidates(session, debits, names);
        for (var debit : debits) {
            var own = Objects.requireNonNull(names.get(debit.entryId()));
            candidates.named(debit, own).ifPresent(one -> found.put(debit.entryId(), one));
        }
        var unnamed = debits.stream()
                .filter(debit -> !found.containsKey(debit.entryId()))
                .collect(groupingBy(debit -> new Same(debit.accountId(), debit.livemode(), debit.amount())));
        for (var same : unnamed.values()) {
            // Of several equal debits nobody can say which is which.
            if (same.size() == 1) {
                var debit = same.getFirst();
                candidates.only(debit).ifPresent(one -> found.put(debit.entryId(), one));
            }
        }
        candidates.write(session);
        return found;
    }

    private record Same(UUID accountId, boolean livemode, long amount) {}

    /** Locks the files that the debits may be of, in the order of their ids. */
    private Candidates candidates(Session session, Collection<Debit> debits, Map<UUID, Set<Name>> names) {
        var accounts = debits.stream().map(Debit::accountId).distinct().toList();
        var amounts = debits.stream().map(Debit::amount).distinct().toList();
        var references = names.values().stream()
                .flatMap(Set::stream)
                .filter(name -> name.payment() != null)
                .map(Name::reference)
                .distinct()
                .toList();
        var fileIds = new TreeSet<UUID>();
        OutgoingPaymentStore.named(session, references).forEach(one -> fileIds.add(one.fileId()));
        OutgoingPaymentStore.unproved(session, accounts, amounts).forEach(one -> fileIds.add(one.fileId()));
        OutgoingFileStore.handedOut(session, accounts, amounts).forEach(one -> fileIds.add(one.id()));
        var files = new ArrayList<OutgoingFile>();
        var payments = new ArrayList<OutgoingPayment>();
        for (var id : fileIds) {
            files.add(OutgoingFiles.found(session, id, true));
            payments.addAll(OutgoingPaymentStore.ofFile(session, id));
        }
        return new Candidates(files, payments, clock);
    }

    /**
     * Whether the digits of a payee's account that a bank shows are those of an account.
     *
     * @param shown as far as it is visible; null if it is not
     */
    public static boolean mayBe(String accountNo, @Nullable String shown) {
        if (shown == null) {
            return true;
        }
        var account = MASKED.matcher(accountNo).replaceAll("");
        for (var digits : MASKED.split(shown.replace("-", ""))) {
            if (!account.contains(digits)) {
                return false;
            }
        }
        return true;
    }

    /** The payments and files that debits may be, of which each is taken once. */
    private static final class Candidates {
        private final Map<UUID, OutgoingFile> files;
        private final Map<String, OutgoingPayment> payments;
        private final Map<String, OutgoingPayment> taken = new LinkedHashMap<>();
        private final Map<UUID, OutgoingFile> takenFiles = new HashMap<>();
        private final Clock clock;

        Candidates(Collection<OutgoingFile> files, Collection<OutgoingPayment> payments, Clock clock) {
            this.files = files.stream().collect(Collectors.toMap(OutgoingFile::id, Function.identity()));
            this.payments =
                    payments.stream().collect(Collectors.toMap(OutgoingPayment::reference, Function.identity()));
            this.clock = clock;
        }

        private OutgoingFile fileOf(OutgoingPayment payment) {
            return Objects.requireNonNull(files.get(payment.fileId()));
        }

        /** What a debit names. */
        Optional<Found> named(Debit debit, Set<Name> names) {
            var own = names.stream()
                    .filter(name -> name.payment() != null)
                    .flatMap(name -> Optional.ofNullable(payments.get(name.reference())).stream())
                    .filter(payment -> isOf(fileOf(payment), debit))
                    .toList();
            if (own.size() == 1) {
                return Optional.of(named(debit, own.getFirst()));
            }
            if (own.size() > 1) {
                return Optional.of(together(debit, own));
            }
            var whole = files.values().stream()
                    .filter(file -> isOf(file, debit)
                            && names.contains(new Name(file.terms().name(), null)))
                    .toList();
            return whole.size() == 1 ? Optional.of(named(debit, whole.getFirst())) : Optional.empty();
        }

        private static boolean isOf(OutgoingFile file, Debit debit) {
            return file.livemode() == debit.livemode()
                    && file.terms().accountId().equals(debit.accountId());
        }

        private Found named(Debit debit, OutgoingPayment payment) {
            if (payment.amount() != debit.amount()) {
                return new Found.Doubt(Why.OTHER_AMOUNT);
            }
            return isTaken(payment) ? new Found.Doubt(Why.PAID_TWICE) : take(debit, payment);
        }

        /** Payments that the bank books as one sum. */
        private Found together(Debit debit, List<OutgoingPayment> own) {
            if (own.stream().mapToLong(OutgoingPayment::amount).sum() != debit.amount()) {
                return new Found.Doubt(Why.OTHER_AMOUNT);
            }
            if (own.stream().anyMatch(this::isTaken)) {
                return new Found.Doubt(Why.PAID_TWICE);
            }
            own.forEach(payment -> take(debit, payment));
            return new Found.OfFile(own.getFirst().fileId());
        }

        private Found named(Debit debit, OutgoingFile file) {
            if (file.total() != debit.amount()) {
                return new Found.Doubt(Why.OTHER_AMOUNT);
            }
            return isTaken(file) ? new Found.Doubt(Why.PAID_TWICE) : take(debit, file);
        }

        private boolean isTaken(OutgoingPayment payment) {
            return payment.entryId() != null || taken.containsKey(payment.reference()) || isTaken(fileOf(payment));
        }

        private boolean isTaken(OutgoingFile file) {
            return file.progress().entryId() != null || takenFiles.containsKey(file.id());
        }

        private Found take(Debit debit, OutgoingPayment payment) {
            taken.put(payment.reference(), payment.provedBy(debit.entryId(), clock.instant()));
            return new Found.Payment(payment.subject(), payment.transaction());
        }

        private Found take(Debit debit, OutgoingFile file) {
            takenFiles.put(file.id(), file.with(file.progress().debitedBy(debit.entryId()), clock.instant()));
            return new Found.OfFile(file.id());
        }

        /** The only payment, or the only file, that a debit without a name can be. */
        Optional<Found> only(Debit debit) {
            var fits = payments.values().stream()
                    .filter(payment -> payment.amount() == debit.amount()
                            && payment.status() != OutgoingPayment.Status.REMOVED
                            && !isTaken(payment)
                            && fits(fileOf(payment), debit)
                            && mayBe(payment.payee().accountNo(), debit.partyAccount()))
                    .toList();
            var whole = files.values().stream()
                    .filter(file -> file.total() == debit.amount()
                            && file.payments() > 1
                            && !isTaken(file)
                            && fits(file, debit)
                            && payments.values().stream()
                                    .noneMatch(one -> one.fileId().equals(file.id()) && isTaken(one)))
                    .toList();
            if (fits.size() + whole.size() != 1) {
                return Optional.empty();
            }
            return Optional.of(fits.isEmpty() ? take(debit, whole.getFirst()) : take(debit, fits.getFirst()));
        }

        private static boolean fits(OutgoingFile file, Debit debit) {
            var day = file.terms().executionDay();
            var from = handedOutDay(file, day);
            return isOf(file, debit)
                    && (file.status() == OutgoingFile.Status.HANDED_OUT || file.status() == OutgoingFile.Status.CLOSED)
                    && !debit.booked().isBefore(from.isBefore(day) ? from : day)
                    && !debit.booked().isAfter(day.plusDays(BOOKED_LATER_DAYS));
        }

        private static LocalDate handedOutDay(OutgoingFile file, LocalDate day) {
            var at = file.progress().handedOutAt();
            return at == null ? day : at.atZone(file.terms().zone()).toLocalDate();
        }

        void write(Session session) {
            OutgoingPaymentStore.update(session, taken.values());
            for (var file : taken.values().stream()
                    .collect(groupingBy(OutgoingPayment::fileId))
                    .entrySet()) {
                OutgoingPaymentStore.due(
                        session,
                        file.getKey(),
                        file.getValue().stream().map(OutgoingPayment::number).toList(),
                        clock.instant());
            }
            takenFiles.values().forEach(file -> OutgoingFileStore.update(session, file));
        }
    }
}
