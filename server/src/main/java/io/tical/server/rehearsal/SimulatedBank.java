package io.tical.server.rehearsal;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bankfile.Camt053;
import io.tical.server.bankfile.Pain002;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.collection.TestAccounts;
import io.tical.server.currency.Currencies;
import io.tical.server.payin.PaidPayins;
import io.tical.server.paymentfile.TestFiles;
import io.tical.server.paymentfile.TestFiles.Ordered;
import io.tical.server.problem.Problem;
import io.tical.server.rehearsal.BookStore.Booked;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The bank of test money. It has what people gave it, files of test payments, and what test payers paid; and it answers as banks do, with the
 * results of files and the statements of accounts. It books when somebody asks, each thing once, and never changes what it has booked.
 */
record SimulatedBank(Database database, CollectionAccounts accounts, Currencies currencies, Clock clock) {
    /** What is older is not booked any more. */
    private static final Duration LOOKS_BACK = Duration.ofDays(30);

    /** So that the id of a statement has at most 35 characters. */
    private static final int ACCOUNT_IN_ID_MAX = 22;

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyMMdd", Locale.ROOT);

    /** Why a payment is rejected or comes back: its account was closed. */
    private static final String CLOSED_ACCOUNT = "AC04";

    /** What becomes of a payment. As everywhere in the test environment, the last digits of its amount select it. */
    enum Fate {
        PAID,
        REJECTED,
        /** It is paid, and comes back on the same day. */
        RETURNED,
        /** The bank does not say what became of it. */
        UNKNOWN,
        /** The result does not know yet what the statement shows. */
        LATE;

        static Fate of(long amount) {
            return switch ((int) (amount % 100)) {
                case 1 -> REJECTED;
                case 2 -> RETURNED;
                case 3 -> UNKNOWN;
                case 4 -> LATE;
                default -> PAID;
            };
        }

        private boolean leaves() {
            return this == PAID || this == RETURNED || this == LATE;
        }
    }

    /** Bytes that the bank gives somebody. */
    record Answer(String name, byte[] bytes) {}

    /**
     * The result of a file, as pain.002.
     *
     * @throws Problem as {@link TestFiles#given}
     */
    Answer result(UUID file) {
        var given = database.run(session -> TestFiles.given(session, file));
        var id = "R" + given.name();
        var report = new Pain002.Report(
                id,
                local(given.handedOutAt(), accounts.zones().otherwise()),
                given.name(),
                given.format(),
                given.currency(),
                scale(given.currency()),
                given.payments().stream().map(SimulatedBank::said).toList());
        return new Answer(id + ".xml", written(out -> Pain002.write(report, out)));
    }

    private static Pain002.Payment said(Ordered payment) {
        return switch (Fate.of(payment.amount())) {
            case PAID, RETURNED -> said(payment, "ACSC", null, null);
            case REJECTED -> said(payment, "RJCT", CLOSED_ACCOUNT, "The simulator refused this transfer");
            case UNKNOWN -> said(payment, "RJCT", "AM05", "The simulator says that it knows this payment already");
            case LATE -> said(payment, "ACSP", null, null);
        };
    }

    private static Pain002.Payment said(
            Ordered payment, String status, @Nullable String reason, @Nullable String text) {
        return new Pain002.Payment(
                payment.reference(),
                payment.amount(),
                status,
                reason,
                text,
                status.equals("ACSC") ? "SIM" + payment.reference() : null);
    }

    /**
     * The statement of a test account, as camt.053.
     *
     * @param day null for today
     * @throws Problem.NotFound {@code COLLECTION_ACCOUNT_NOT_FOUND}
     * @throws Problem.Invalid for a day that has not come
     */
    Answer statement(UUID accountId, @Nullable LocalDate day) {
        var account = accounts.get(accountId);
        var now = clock.instant();
        var today = now.atZone(accounts.zones().of(account)).toLocalDate();
        var asked = day == null ? today : day;
        if (asked.isAfter(today)) {
            throw new Problem.Invalid("day", "future", "must not be after " + today);
        }
        var statement = database.transaction(session -> {
            BookStore.lock(session);
            book(session, accountId, now);
            return statement(session, account, asked);
        });
        return new Answer(statement.id() + ".xml", written(out -> Camt053.write(statement, out)));
    }

    private Camt053.Statement statement(Session session, CollectionAccount account, LocalDate day) {
        var zone = accounts.zones().of(account);
        var from = day.atStartOfDay(zone).toInstant();
        var entries = BookStore.list(
                session, account.id(), from, day.plusDays(1).atStartOfDay(zone).toInstant());
        var test = TestAccounts.of(account);
        // The same entries are the same bytes, so that a statement is imported once.
        var created = entries.isEmpty() ? from : entries.getLast().at();
        var number = test.accountNo();
        return new Camt053.Statement(
                "S" + DAY.format(day) + String.format(Locale.ROOT, "%05d", entries.size())
                        + number.substring(Math.max(0, number.length() - ACCOUNT_IN_ID_MAX)),
                number,
                test.holderName(),
                account.currency(),
                scale(account.currency()),
                day,
                zone.getRules().getOffset(from),
                local(created, zone),
                BookStore.balance(session, account.id(), from),
                entries.stream().map(entry -> shown(entry, zone)).toList());
    }

    private static Camt053.Entry shown(Booked entry, ZoneId zone) {
        return new Camt053.Entry(
                local(entry.at(), zone),
                entry.amount(),
                String.format(Locale.ROOT, "SIM%09d", entry.number()),
                entry.reference(),
                entry.partyName() == null ? null : new Camt053.Party(entry.partyName(), entry.partyAccount()),
                entry.text(),
                entry.returned() ? CLOSED_ACCOUNT : null);
    }

    /** Books what came and what was ordered since it was asked last, in the order of the time. */
    private void book(Session session, UUID account, Instant now) {
        var since = now.minus(LOOKS_BACK);
        var events = new ArrayList<Booked>();
        for (var payin : PaidPayins.paidInTest(session, account, since)) {
            events.add(new Booked(
                    account,
                    0,
                    payin.id(),
                    false,
                    payin.paidAt(),
                    payin.amount(),
                    "NOTPROVIDED",
                    "TEST payin " + payin.merchantRef(),
                    payin.payerName(),
                    payin.payerAccount()));
        }
        for (var file : TestFiles.since(session, account, since)) {
            for (var payment : TestFiles.given(session, file).payments()) {
                var fate = Fate.of(payment.amount());
                if (fate.leaves()) {
                    events.add(booked(account, payment, false));
                }
                if (fate == Fate.RETURNED) {
                    events.add(booked(account, payment, true));
                }
            }
        }
        events.sort(Comparator.comparing(Booked::at).thenComparing(Booked::returned));
        BookStore.add(session, account, events);
    }

    private static Booked booked(UUID account, Ordered payment, boolean returned) {
        return new Booked(
                account,
                0,
                payment.attemptId(),
                returned,
                payment.handedOutAt(),
                returned ? payment.amount() : Math.negateExact(payment.amount()),
                payment.reference(),
                (returned ? "TEST return " : "TEST payment ") + payment.reference(),
                payment.holderName(),
                payment.accountNo());
    }

    private static OffsetDateTime local(Instant at, ZoneId zone) {
        return at.atZone(zone).toOffsetDateTime();
    }

    private int scale(String currency) {
        return currencies
                .find(currency)
                .orElseThrow(() -> new IllegalStateException("no currency " + currency))
                .scale();
    }

    @FunctionalInterface
    private interface Writing {
        void to(ByteArrayOutputStream out) throws IOException;
    }

    private static byte[] written(Writing writing) {
        var out = new ByteArrayOutputStream();
        try {
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
