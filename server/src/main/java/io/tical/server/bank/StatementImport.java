package io.tical.server.bank;

import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.db.Session;
import io.tical.server.bank.AccountDay.Account;
import io.tical.server.bank.ImportResult.Conflict;
import io.tical.server.bank.ImportResult.ConflictKind;
import io.tical.server.bank.ImportResult.Gap;
import io.tical.server.bank.StatementStore.Bucket;
import io.tical.server.bank.StatementStore.Said;
import io.tical.server.bankfile.BankEntry;
import io.tical.server.bankfile.BankFileException;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement;
import io.tical.server.bankfile.BankStatement.Foot;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.Place;
import io.tical.server.bankfile.StatementReader;
import io.tical.server.collection.AccountZones;
import io.tical.server.collection.CollectionAccount;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes the statements of one file into one transaction. Entries pass in chunks, so that its memory grows only by the ids of the entries.
 */
final class StatementImport implements StatementReader.Sink {
    private static final int CHUNK = 5_000;

    /** Between statements that are further apart, days are not made known. */
    private static final int GAP_DAYS_MAX = 400;

    private static final int DAYS_MAX = 3_700;

    private final Session session;
    private final BankFile file;
    private final OwnAccounts accounts;
    private final PayinFinder finder;
    private final AccountZones.All zones;
    private final Instant now;
    private final ClosedDays closed;
    private final List<ImportResult.Statement> results = new ArrayList<>();

    /** The entries that each statement says, on all its pages, because no two entries of a statement are one. */
    private final Map<String, Set<UUID>> saidBy = new HashMap<>();

    private final List<StatementStore.Stored> ofFile = new ArrayList<>();
    private @Nullable Statement current;
    private int ordinal;

    /**
     * @param words an amount of minor units with its currency, for people
     */
    StatementImport(
            Session session,
            BankFile file,
            OwnAccounts accounts,
            PayinFinder finder,
            Instant now,
            BiFunction<Long, String, String> words) {
        this.session = session;
        this.file = file;
        this.accounts = accounts;
        this.finder = finder;
        this.zones = finder.zones().all(session);
        this.now = now;
        this.closed = new ClosedDays(session, words);
    }

    List<ImportResult.Statement> results() {
        return results;
    }

    /** The statement that passes. */
    private final class Statement {
        final UUID id = Ids.next();
        final Head head;
        final CollectionAccount account;
        final String name;
        final Set<UUID> said;

        /** Whether there were entries on a day before this statement. */
        final Map<LocalDate, Boolean> earlier = new HashMap<>();

        final List<StatementStore.Stored> complete;
        final List<BankEntry> chunk = new ArrayList<>(CHUNK);
        final List<Conflict> conflicts = new ArrayList<>();
        long conflictCount;
        long entries;
        long pending;
        long fresh;
        long payins;
        long paid;
        long credits;
        long debits;

        @Nullable
        LocalDate first;

        @Nullable
        LocalDate last;

        Statement(Head head, CollectionAccount account) {
            this.head = head;
            this.account = account;
            // The messages of pages may have ids of their own; their number is one.
            var paged = head.format().startsWith("MT") && head.sequence() != null && (head.page() > 1 || !head.last());
            var number = head.id() != null && !paged ? head.id() : head.sequence();
            name = number == null ? file.id() + "/" + ordinal : head.format() + " " + number;
            said = saidBy.computeIfAbsent(account.id() + " " + name, _ -> new HashSet<>());
            complete = StatementStore.complete(session, account.id(), file.livemode()).stream()
                    .filter(earlier ->
                            !earlier.name().equals(name) || earlier.page() == head.page() || earlier.pages() != null)
                    .toList();
        }

        /** Whether an earlier statement said all of a day. */
        boolean wasComplete(LocalDate day) {
            return complete.stream().anyMatch(earlier -> earlier.says(day));
        }

        void conflict(ConflictKind kind, LocalDate day, long amount, @Nullable UUID entry) {
            conflictCount++;
            if (conflicts.size() < ImportResult.NAMED_MAX) {
                conflicts.add(new Conflict(kind, day, amount, entry));
            }
        }
    }

    @Override
    public void begin(Head head) throws BankFileException {
        var account = accounts.find(head, file);
        if (head.currency() != null && !head.currency().equals(account.currency())) {
            throw new BankFileException(Fault.CURRENCY, Place.FILE, head.currency(), account.currency());
        }
        ordinal++;
        current = new Statement(head, account);
    }

    private Statement current() {
        return Objects.requireNonNull(current, "no statement has begun");
    }

    @Override
    public void entry(BankEntry entry) throws BankFileException {
        var statement = current();
        if (entry.status() != BankEntry.Status.BOOKED || entry.amount() == 0) {
            statement.pending++;
            return;
        }
        statement.entries++;
        statement.first = earlier(statement.first, entry.booked());
        statement.last = later(statement.last, entry.booked());
        statement.chunk.add(entry);
        if (statement.chunk.size() == CHUNK) {
            pass(statement);
        }
    }

    private static LocalDate earlier(@Nullable LocalDate one, LocalDate other) {
        return one == null || other.isBefore(one) ? other : one;
    }

    private static LocalDate later(@Nullable LocalDate one, LocalDate other) {
        return one == null || other.isAfter(one) ? other : one;
    }

    /** Recognises the entries of a chunk, and writes the new ones and how the statement says all of them. */
    private void pass(Statement statement) throws BankFileException {
        var buckets = new LinkedHashMap<Bucket, List<BankEntry>>();
        for (var entry : statement.chunk) {
            buckets.computeIfAbsent(new Bucket(entry.booked(), entry.amount()), _ -> new ArrayList<>())
                    .add(entry);
        }
        var known = known(statement, buckets.keySet());
        var entries = new ArrayList<AccountEntry>();
        var sightings = new ArrayList<Said>();
        buckets.forEach((bucket, same) -> {
            var free = known.getOrDefault(bucket, List.of()).stream()
                    .filter(one -> !statement.said.contains(one.entry()))
                    .toList();
            var sighted = same.stream()
                    .map(entry -> Sighting.of(statement.head, statement.name, entry))
                    .toList();
            var found = SameEntries.find(sighted, free);
            for (int i = 0; i < same.size(); i++) {
                var id = found.get(i);
                if (id == null) {
                    var fresh = fresh(statement, same.get(i));
                    entries.add(fresh);
                    id = fresh.id();
                }
                statement.said.add(id);
                sightings.add(new Said(id, statement.id, same.get(i).position(), sighted.get(i)));
            }
        });
        var paying = finder.find(session, entries);
        statement.payins += paying.size();
        for (var entry : entries) {
            if (paying.containsKey(entry.id())) {
                statement.paid = Math.addExact(statement.paid, entry.amount());
            }
        }
        closed.requireOpen(account(statement), entries);
        AccountEntryStore.insert(session, entries);
        StatementStore.SIGHTINGS.insert(session, sightings).run();
        statement.chunk.clear();
    }

    /** The entries in these buckets that the statement has not said yet. Most statements are of days of which nothing is known. */
    private Map<Bucket, List<SameEntries.Known<UUID>>> known(Statement statement, Set<Bucket> buckets) {
        var account = account(statement);
        var asked = buckets.stream()
                .filter(bucket -> statement.earlier.computeIfAbsent(
                        bucket.booked(), day -> AccountEntryStore.any(session, account, day)))
                .toList();
        return asked.isEmpty() ? Map.of() : StatementStore.known(session, account, asked, statement.id);
    }

    private Account account(Statement statement) {
        return new Account(statement.account.id(), file.livemode());
    }

    /** Makes the days known that a statement says all of, and those since the last known one. */
    private void makeKnown(Statement statement, StatementStore.Stored stored) {
        var from = stored.from();
        var to = stored.to();
        if (from == null || to == null || stored.kind() != BankStatement.Kind.FINAL || from.isAfter(to)) {
            return;
        }
        var account = account(statement);
        var before = AccountDayStore.before(session, account, from);
        var first = before.filter(day -> day.isAfter(from.minusDays(GAP_DAYS_MAX)))
                .map(day -> day.plusDays(1))
                .orElse(from);
        var earliest = to.minusDays(DAYS_MAX);
        var received = received(stored);
        var last = to.isBefore(received) ? to : received;
        var begin = first.isBefore(earliest) ? earliest : first;
        if (!begin.isAfter(last)) {
            AccountDayStore.ensure(
                    session, account, begin.datesUntil(last.plusDays(1)).toList(), now);
        }
    }

    private AccountEntry fresh(Statement statement, BankEntry entry) {
        statement.fresh++;
        if (entry.amount() > 0) {
            statement.credits = Math.addExact(statement.credits, entry.amount());
        } else {
            statement.debits = Math.addExact(statement.debits, entry.amount());
        }
        var added = statement.wasComplete(entry.booked());
        if (added) {
            statement.conflict(ConflictKind.ADDED, entry.booked(), entry.amount(), null);
        }
        var party = entry.counterparty();
        return new AccountEntry(
                Ids.next(),
                statement.account.id(),
                file.livemode(),
                file.id(),
                statement.account.currency(),
                entry.booked(),
                entry.time(),
                entry.value(),
                entry.amount(),
                entry.reversal(),
                entry.code(),
                party == null ? null : party.name(),
                party == null ? null : party.account(),
                party == null ? null : party.bank(),
                String.join("\n", entry.texts()),
                entry.references().endToEnd(),
                entry.references().bank(),
                entry.returnReason(),
                entry.hint(),
                entry.details().isEmpty() ? null : Json.text(entry.details()),
                AccountEntry.Status.OPEN,
                added ? AccountEntry.ADDED_LATER : null,
                null,
                null,
                1,
                now);
    }

    @Override
    public void end(Foot foot) throws BankFileException {
        var statement = current();
        pass(statement);
        var head = statement.head;
        var from = head.from() != null ? head.from() : statement.first;
        var to = head.to() != null ? head.to() : statement.last;
        var single = new StatementStore.Stored(
                statement.id,
                file.id(),
                statement.account.id(),
                file.livemode(),
                head.kind(),
                head.format(),
                statement.name,
                head.page(),
                head.until(),
                head.last(),
                from,
                to,
                foot.opening() == null ? null : foot.opening().amount(),
                foot.closing() == null ? null : foot.closing().amount(),
                foot.proof(),
                statement.entries,
                statement.fresh,
                null,
                null,
                null);
        var pages = pages(single);
        var stored = pages.map(all -> complete(single, all)).orElse(single);
        var complete = stored.completeUntil();
        var missing = complete == null || stored.completeFrom() == null
                ? List.<StatementStore.Unsaid>of()
                : missing(statement, stored, complete);
        if (pages.isPresent()) {
            closed.requireAsClosed(stored, pages.get(), missing, statement.account.currency());
        }
        makeKnown(statement, stored);
        results.add(new ImportResult.Statement(
                statement.account.id(),
                head.format(),
                head.kind(),
                statement.account.currency(),
                from,
                to,
                stored.opening(),
                foot.opening() != null && foot.opening().derived(),
                stored.closing(),
                foot.proof(),
                statement.entries,
                statement.pending,
                statement.entries - statement.fresh,
                statement.fresh,
                statement.payins,
                statement.paid,
                statement.credits,
                statement.debits,
                gap(stored),
                statement.conflictCount,
                List.copyOf(statement.conflicts),
                foot.notices()));
        StatementStore.STATEMENTS.insert(session, List.of(stored)).run();
        ofFile.add(stored);
        if (complete != null) {
            PaymentProofs.compareLater(
                    session,
                    stored.accountId(),
                    stored.livemode(),
                    complete.plusDays(1).atStartOfDay(zone(stored)).toInstant());
        }
        current = null;
    }

    /** The pages of a proved statement; empty if one is missing. */
    private Optional<StatementPages> pages(StatementStore.Stored statement) {
        if (statement.kind() != BankStatement.Kind.FINAL || statement.proof() != BankStatement.Proof.PROVED) {
            return Optional.empty();
        }
        if (statement.page() == 1 && statement.last()) {
            return Optional.of(new StatementPages(List.of(statement)));
        }
        var known = StatementStore.pages(session, statement.accountId(), statement.livemode(), statement.name());
        // The file does not count yet, and may have other pages of it.
        return StatementPages.of(
                statement, Stream.concat(of(statement), known.stream()).toList());
    }

    /** The statement with the days of which it and its other pages say all: they were over when it came. */
    private StatementStore.Stored complete(StatementStore.Stored statement, StatementPages pages) {
        var ids = pages.pages().size() == 1
                ? null
                : pages.pages().stream().map(page -> page.id().toString()).collect(Collectors.joining(" "));
        return statement.complete(pages.from(), over(pages.to(), received(statement)), ids);
    }

    /** The pages that this file has of a statement. */
    private Stream<StatementStore.Stored> of(StatementStore.Stored statement) {
        return ofFile.reversed().stream()
                .filter(page -> page.accountId().equals(statement.accountId())
                        && page.name().equals(statement.name())
                        && page.kind() == BankStatement.Kind.FINAL
                        && page.proof() == BankStatement.Proof.PROVED);
    }

    private ZoneId zone(StatementStore.Stored statement) {
        return zones.of(statement.accountId());
    }

    /** The day on which the file came, where the bank of a statement is. */
    private LocalDate received(StatementStore.Stored statement) {
        return LocalDate.ofInstant(file.receivedAt(), zone(statement));
    }

    private static @Nullable LocalDate over(@Nullable LocalDate to, LocalDate received) {
        return to == null || to.isBefore(received) ? to : received.minusDays(1);
    }

    /** Names the known entries of complete days that the statement does not say. */
    private List<StatementStore.Unsaid> missing(Statement statement, StatementStore.Stored stored, LocalDate complete) {
        var said = new HashSet<>(statement.said);
        var pages = stored.pages();
        if (pages != null) {
            said.addAll(StatementStore.entries(
                    session, Stream.of(pages.split(" ")).map(UUID::fromString).toList()));
        }
        var missing = StatementStore.unsaid(
                session,
                statement.account.id(),
                file.livemode(),
                Objects.requireNonNull(stored.completeFrom()),
                complete,
                List.copyOf(said));
        for (var entry : missing) {
            statement.conflict(ConflictKind.MISSING, entry.booked(), entry.amount(), entry.id());
        }
        return missing;
    }

    private @Nullable Gap gap(StatementStore.Stored stored) {
        var from = stored.from();
        var opening = stored.opening();
        if (from == null || opening == null || stored.kind() != BankStatement.Kind.FINAL || stored.page() > 1) {
            return null;
        }
        return StatementStore.before(session, stored.accountId(), stored.livemode(), from)
                .filter(before -> !opening.equals(before.closing()))
                .map(before ->
                        new Gap(Objects.requireNonNull(before.to()), Objects.requireNonNull(before.closing()), opening))
                .orElse(null);
    }

    /** The accounts of the operator, by what files call them. */
    interface OwnAccounts {
        /** @throws BankFileException if the account of a statement is none of them, or may be several */
        CollectionAccount find(Head head, BankFile file) throws BankFileException;
    }
}
