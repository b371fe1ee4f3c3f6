package io.tical.server.bank;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bank.ImportResult.Fault;
import io.tical.server.bankfile.BankEntry;
import io.tical.server.bankfile.BankFileException;
import io.tical.server.bankfile.BankStatement;
import io.tical.server.bankfile.Place;
import io.tical.server.bankfile.StatementReader;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.currency.Currencies;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files of banks: received, read without effect, imported, and undone.
 *
 * @param readers of all formats
 * @param previews at the same time on this node: each has a connection for as long as it reads its file
 */
public record BankFiles(
        Database database,
        CollectionAccounts accounts,
        Currencies currencies,
        StatementReaders readers,
        PayinFinder finder,
        Clock clock,
        Semaphore previews) {
    /** The name of a file in codes and in the audit log. */
    public static final String RESOURCE = "bank_file";

    private static final int NAME_MAX = 200;

    /** A file's bytes, which can be read again. */
    @FunctionalInterface
    public interface Bytes {
        InputStream open() throws IOException;
    }

    static TransactionKey key(BankFile file) {
        return TransactionKey.ofService(file.livemode(), file.id());
    }

    /**
     * Receives a file. Nothing of it counts until it is imported.
     *
     * @param name that it has, for people
     * @param receivedBy who sent it
     * @throws Problem.Conflict {@code BANK_FILE_KNOWN} if the same bytes wait or count
     * @throws Problem.Invalid if it is empty
     */
    BankFile receive(boolean livemode, String name, BankFile.Origin origin, String receivedBy, Bytes bytes) {
        var measured = measured(bytes);
        var now = clock.instant();
        var id = Ids.next();
        var shown = shown(name);
        var unread = new BankFile(
                id,
                livemode,
                shown,
                measured.size(),
                measured.hash(),
                origin,
                receivedBy,
                null,
                null,
                null,
                null,
                BankFile.Status.WAITING,
                1,
                now,
                now);
        var sum = sum(unread, () -> BankFileContent.unpacked(bytes.open()));
        var file = new BankFile(
                id,
                livemode,
                shown,
                measured.size(),
                measured.hash(),
                origin,
                receivedBy,
                null,
                null,
                sum.credits(),
                sum.currency(),
                BankFile.Status.WAITING,
                1,
                now,
                now);
        return database.transaction(session -> {
            BankFileStore.insert(session, file);
            store(session, file, bytes);
            return file;
        });
    }

    private static BankFileContent.Written measured(Bytes bytes) {
        try (var in = bytes.open()) {
            return BankFileContent.measure(in);
        } catch (IOException e) {
            throw new UncheckedIOException("a file of a bank could not be read", e);
        }
    }

    /** Stores the bytes, unless they are others than those that were measured. */
    private static void store(Session session, BankFile file, Bytes bytes) {
        try (var in = bytes.open()) {
            var written = BankFileContent.write(
                    in, (part, content) -> BankFileStore.append(session, file.id(), part, content));
            if (!written.hash().equals(file.hash())) {
                throw new IOException("the file changed while it was read");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a file of a bank could not be read", e);
        }
    }

    /** The hash by which a file is known. */
    String hash(Bytes bytes) {
        return measured(bytes).hash();
    }

    /** A name without what is no text. */
    private static String shown(String name) {
        var text = name.replaceAll("\\p{Cntrl}", " ").strip();
        var end = text.offsetByCodePoints(0, Math.min(NAME_MAX, text.codePointCount(0, text.length())));
        return text.isEmpty() ? "statement" : text.substring(0, end);
    }

    /** What the statements of a file say came in; of several currencies the largest sum. */
    private record Sum(@Nullable Long credits, @Nullable String currency) {}

    /** Adds what came in; without a result if the file cannot be read. */
    private Sum sum(BankFile file, StatementReader.Source source) {
        var own = new CollectionAccountsOfFiles(accounts.list());
        var adding = new StatementReader.Sink() {
            /** By currency: the largest decides whether a second person is needed. */
            private final Map<String, Long> credits = new HashMap<>();

            private String currency = "";

            @Override
            public void begin(BankStatement.Head head) throws BankFileException {
                currency = own.find(head, file).currency();
            }

            @Override
            public void entry(BankEntry entry) {
                if (entry.status() == BankEntry.Status.BOOKED && entry.amount() > 0) {
                    credits.merge(currency, entry.amount(), Math::addExact);
                }
            }

            @Override
            public void end(BankStatement.Foot foot) {}
        };
        try {
            readers.now().read(source, context(file), adding);
            return adding.credits.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(most -> new Sum(most.getValue(), most.getKey()))
                    .orElse(new Sum(0L, adding.currency));
        } catch (BankFileException | ArithmeticException unreadable) {
            return new Sum(null, null);
        } catch (IOException e) {
            throw new UncheckedIOException("a file of a bank could not be read", e);
        }
    }

    private StatementReader.Source stored(UUID file) {
        return () -> BankFileContent.open(part -> database.run(session -> BankFileStore.part(session, file, part)));
    }

    /**
     * What came in by the statements of a file, by which a second person may be needed. A file that could not be read when it came, such as
     * because its account was added later, is read again; so is one that a layout may read in another way now.
     *
     * @return null if nothing came in, or the file cannot be read
     */
    @Nullable
    Stake stake(BankFile file) {
        var known = new Sum(file.credits(), file.currency());
        var sum = known.credits() == null || readers.changedSince(file.updatedAt())
                ? sum(file, stored(file.id()))
                : known;
        var credits = sum.credits();
        var currency = sum.currency();
        return credits == null || currency == null || credits == 0 ? null : new Stake(credits, currency);
    }

    /** Reads the beginning of a file. */
    @FunctionalInterface
    interface Sampling<T> {
        T of(StatementReader.Source source, StatementReader.Context context);
    }

    /**
     * Reads the beginning of a file, whichever its status is.
     *
     * @throws Problem.NotFound {@code BANK_FILE_NOT_FOUND}
     * @throws Problem.Unavailable while others are read
     */
    <T> T sampled(UUID id, Sampling<T> sampling) {
        var file = get(id);
        return oneOfFew(() -> sampling.of(stored(id), context(file)));
    }

    private <T> T oneOfFew(Supplier<T> reading) {
        if (!previews.tryAcquire()) {
            throw new Problem.Unavailable(
                    "SERVICE_UNAVAILABLE", "Other files are being looked at; try again in a few seconds");
        }
        try {
            return reading.get();
        } finally {
            previews.release();
        }
    }

    private StatementReader.Context context(BankFile file) {
        return new StatementReader.Context(
                code -> currencies
                        .find(code)
                        .map(currency -> OptionalInt.of(currency.scale()))
                        .orElseGet(OptionalInt::empty),
                day(file),
                StatementReader.Limits.DEFAULT,
                file.profile());
    }

    /** An amount for people. */
    private String words(long amount, String currency) {
        var scale = currencies.find(currency).map(CurrencyProfile::scale).orElse(0);
        return BigDecimal.valueOf(amount, scale).toPlainString() + " " + currency;
    }

    /** The day on which a file came, where most banks are: whose account it is, only its content says. */
    private LocalDate day(BankFile file) {
        return LocalDate.ofInstant(file.receivedAt(), finder.zones().otherwise());
    }

    /** @throws Problem.NotFound {@code BANK_FILE_NOT_FOUND} */
    BankFile get(UUID id) {
        return database.run(session -> found(session, id, false));
    }

    private static BankFile found(Session session, UUID id, boolean lock) {
        return BankFileStore.find(session, id, lock).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    List<BankFile> list(boolean livemode, BankFile.@Nullable Status status, Page page) {
        return database.run(session -> BankFileStore.list(session, livemode, status, page));
    }

    /** The statements of an imported file, in its order. */
    List<StatementStore.Stored> statements(UUID file) {
        return database.run(session -> StatementStore.ofFile(session, file));
    }

    /** Passes the bytes of a file on, as they came. */
    void copy(UUID file, Consumer<byte[]> to) {
        try (var in = BankFileContent.open(part -> database.run(session -> BankFileStore.part(session, file, part)))) {
            var chunk = new byte[64 * 1024];
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                to.accept(Arrays.copyOf(chunk, read));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a stored file of a bank could not be read", e);
        }
    }

    /** Ends a transaction that must leave nothing. */
    private static final class Undone extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient ImportResult result;

        Undone(ImportResult result) {
            super("a preview leaves nothing", null, false, false);
            this.result = result;
        }
    }

    /**
     * What an import of a file would do now.
     *
     * @throws Problem.Unavailable while others are made
     */
    ImportResult preview(UUID id) {
        var file = get(id);
        return oneOfFew(() -> {
            try {
                return database.transaction(session -> {
                    throw new Undone(take(session, file));
                });
            } catch (Undone undone) {
                return undone.result;
            }
        });
    }

    /** Takes the statements of a file into the transaction, or says why not. */
    private ImportResult take(Session session, BankFile file) {
        var own = new CollectionAccountsOfFiles(accounts.list(session));
        var taking = new StatementImport(session, file, own, finder, clock.instant(), this::words);
        StatementReader.Source bytes = () -> BankFileContent.open(part -> BankFileStore.part(session, file.id(), part));
        try {
            try (var content = bytes.open()) {
                if (!BankFileContent.hash(content).equals(file.hash())) {
                    throw new BankFileException(BankFileException.Fault.ALTERED, Place.FILE);
                }
            }
            readers.now(session).read(bytes, context(file), taking);
            return new ImportResult(taking.results(), List.of());
        } catch (BankFileException e) {
            return new ImportResult(List.of(), List.of(Fault.of(e)));
        } catch (ArithmeticException sum) {
            var large = new BankFileException(BankFileException.Fault.AMOUNT_TOO_LARGE, Place.FILE, file.name());
            return new ImportResult(List.of(), List.of(Fault.of(large)));
        } catch (IOException e) {
            throw new UncheckedIOException("a stored file of a bank could not be read", e);
        }
    }

    /**
     * Chooses how a waiting file is read.
     *
     * @param account null if the file says it
     * @param profile null if only one fits
     * @throws Problem.Conflict {@code BANK_FILE_STATUS_TRANSITION_INVALID}
     */
    BankFile readAs(UUID id, @Nullable UUID account, @Nullable String profile, StaffDecision by) {
        var before = get(id);
        var chosen = before.read(account, profile, null, null, clock.instant());
        var sum = sum(chosen, stored(id));
        return change(
                id,
                by,
                "read_as",
                BankFile.Status.WAITING,
                (session, file) -> file.read(account, profile, sum.credits(), sum.currency(), clock.instant()));
    }

    /** @throws Problem.Conflict {@code BANK_FILE_STATUS_TRANSITION_INVALID} unless it waits */
    BankFile discard(UUID id, StaffDecision by) {
        return change(
                id,
                by,
                "discard",
                BankFile.Status.WAITING,
                (session, file) -> file.as(BankFile.Status.DISCARDED, clock.instant()));
    }

    /** @throws Problem.Conflict {@code BANK_FILE_STATUS_TRANSITION_INVALID} */
    static void require(BankFile file, BankFile.Status status) {
        if (file.status() != status) {
            throw new Problem.Conflict(
                    "BANK_FILE_STATUS_TRANSITION_INVALID",
                    "This file is " + file.status().word() + ". Load it again; only a file that is " + status.word()
                            + " allows this.");
        }
    }

    /**
     * Imports a waiting file, whole or not at all.
     *
     * @param conflicts whether the operator saw that it contradicts earlier statements
     * @throws Problem.Conflict {@code BANK_FILE_UNREADABLE}, {@code BANK_FILE_CONFLICTS}, {@code BANK_FILE_STATUS_TRANSITION_INVALID}
     */
    BankFile takeIn(UUID id, boolean conflicts, @Nullable StaffDecision by) {
        return change(id, by, "import", BankFile.Status.WAITING, (session, file) -> {
            StatementStore.serialize(session);
            var result = take(session, file);
            if (!result.possible()) {
                throw new Problem.Conflict(
                        "BANK_FILE_UNREADABLE",
                        result.faults().isEmpty()
                                ? "The file contains no statement."
                                : result.faults().getFirst().text());
            }
            if (result.conflicts() > 0 && !conflicts) {
                throw new Problem.Conflict(
                        "BANK_FILE_CONFLICTS",
                        "The file contradicts earlier statements in " + result.conflicts()
                                + " places. Look at the preview, and say that you accept them.");
            }
            return file.as(BankFile.Status.IMPORTED, clock.instant());
        });
    }

    /**
     * Takes an import back.
     *
     * @throws Problem.Conflict {@code BANK_FILE_IN_USE} if one of its lines has moved money; {@code BANK_DAY_CLOSED} if a day of it is closed;
     *     {@code BANK_FILE_STATUS_TRANSITION_INVALID}
     */
    BankFile undo(UUID id, StaffDecision by) {
        return change(id, by, "undo", BankFile.Status.IMPORTED, (session, file) -> {
            StatementStore.serialize(session);
            var now = clock.instant();
            var undone = undoable(session, id).stream()
                    .map(entry -> entry.undone(now))
                    .toList();
            AccountEntryStore.update(session, undone);
            return file.as(BankFile.Status.UNDONE, now);
        });
    }

    /** Locks the lines of a file, and returns those that no other file says. */
    private static List<AccountEntry> undoable(Session session, UUID file) {
        requireOfNoClosedDay(session, file);
        var entries = AccountEntryStore.lockOfFile(session, file);
        var elsewhere = StatementStore.saidElsewhere(session, file);
        requireUnused(entries.stream()
                .filter(entry -> entry.fileId().equals(file) || !elsewhere.contains(entry.id()))
                .toList());
        return entries.stream().filter(entry -> !elsewhere.contains(entry.id())).toList();
    }

    /** What proves a closed day is not taken back. */
    private static void requireOfNoClosedDay(Session session, UUID file) {
        for (var statement : StatementStore.ofFile(session, file)) {
            var from = statement.from();
            var to = statement.to();
            if (from != null && to != null) {
                var account = new AccountDay.Account(statement.accountId(), statement.livemode());
                // The days beside it that no statement says are proved by its balances.
                var days = StatementDays.of(session, account);
                var first = days.isBetween(from.minusDays(1)) ? from.minusDays(1) : from;
                var last = days.isBetween(to.plusDays(1)) ? to.plusDays(1) : to;
                AccountDayStore.closed(session, account, first, last).stream()
                        .findFirst()
                        .ifPresent(day -> {
                            throw AccountDays.closed(day);
                        });
            }
        }
    }

    private static void requireUnused(List<AccountEntry> entries) {
        var used = entries.stream().filter(AccountEntry::movedMoney).count();
        if (used > 0) {
            throw new Problem.Conflict(
                    "BANK_FILE_IN_USE",
                    used
                            + " lines of this file were matched with payments or have moved money, so it cannot be undone. Those that"
                            + " were booked as the operator's own money can be opened again first.");
        }
    }

    /** Checks that an import can be taken back. */
    void requireUndoable(BankFile file) {
        require(file, BankFile.Status.IMPORTED);
        database.transaction(session -> undoable(session, file.id()));
    }

    /** A change of a file in a transaction. */
    @FunctionalInterface
    private interface Change {
        BankFile make(Session session, BankFile file);
    }

    private BankFile change(UUID id, @Nullable StaffDecision by, String action, BankFile.Status from, Change change) {
        return Database.patiently(() -> database.transaction(session -> {
            var before = found(session, id, true);
            require(before, from);
            var seen = by == null ? null : by.version();
            if (seen != null && seen != before.version()) {
                throw Problem.Conflict.changed(RESOURCE);
            }
            var after = change.make(session, before);
            BankFileStore.update(session, after);
            if (by != null) {
                AuditEntry.insertLater(
                        session,
                        by.actor(),
                        Act.change(
                                null,
                                after.livemode(),
                                action,
                                RESOURCE,
                                id,
                                new Shown(before.status(), before.accountId(), before.profile()),
                                new Shown(after.status(), after.accountId(), after.profile())),
                        after.updatedAt());
            }
            return after;
        }));
    }

    private record Shown(
            BankFile.Status status,
            @Nullable UUID accountId,
            @Nullable String profile) {}

    /** The file with the same bytes that waits or counts. */
    Optional<UUID> known(boolean livemode, String hash) {
        return database.run(session -> BankFileStore.ofHash(session, livemode, hash));
    }
}
