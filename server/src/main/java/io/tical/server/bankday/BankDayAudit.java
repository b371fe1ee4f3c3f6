package io.tical.server.bankday;

import io.tical.db.AlteredRow;
import io.tical.db.Session;
import io.tical.server.bank.AccountDay.Account;
import io.tical.server.bank.AccountDays;
import io.tical.server.bank.AccountDays.Explained;
import io.tical.server.bank.BankFileContent;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Proves the chains of closed days: each head follows from the one before and from the bytes of its document, and the document of a day that is
 * closed has the entries and balances that the day has. Names what differs.
 */
record BankDayAudit(BankDays days) implements MoneyAudit {
    private static final String TABLE = "bank_day_seal";
    private static final int PAGE_ROWS = 500;
    private static final int NAMED_MAX = 20;

    @Override
    public List<Proof> proofs() {
        return List.of(new Proof("days of banks", this::prove));
    }

    private void prove(Session session, Consumer<Finding> findings) {
        var closed = new HashMap<Account, TreeMap<LocalDate, Long>>();
        DaySeal before = null;
        var page = DaySealStore.after(session, new Account(new UUID(0, 0), false), 0, PAGE_ROWS);
        while (!page.isEmpty()) {
            for (var seal : page) {
                var same = before != null && before.account().equals(seal.account());
                prove(session, seal, same ? before : null, findings);
                apply(seal, closed.computeIfAbsent(seal.account(), _ -> new TreeMap<>()));
                before = seal;
            }
            var last = page.getLast();
            page = DaySealStore.after(session, last.account(), last.number(), PAGE_ROWS);
        }
        proveClosed(session, closed, findings);
    }

    /** The numbers of the seals of the closed days, after a line of the chain. */
    private static void apply(DaySeal seal, TreeMap<LocalDate, Long> closed) {
        switch (seal.kind()) {
            case CLOSED -> closed.put(seal.day(), seal.number());
            case REOPENED -> closed.tailMap(seal.day(), true).clear();
        }
    }

    /** Compares the days that are closed with those that the chains say. */
    private static void proveClosed(
            Session session, Map<Account, TreeMap<LocalDate, Long>> closed, Consumer<Finding> findings) {
        AccountDays.forEachClosed(session, day -> {
            var number = Objects.requireNonNull(day.sealed(), "a closed day has a seal")
                    .number();
            var said = closed.getOrDefault(day.account(), new TreeMap<>()).remove(day.day());
            if (said == null || said != number) {
                findings.accept(new Finding(
                        "bank_day",
                        name(day.account(), day.day()),
                        said == null ? "an open day" : "closed by number " + said,
                        "closed by number " + number));
            }
        });
        closed.forEach((account, days) -> days.forEach((day, number) -> findings.accept(
                new Finding("bank_day", name(account, day), "closed by number " + number, "an open day"))));
    }

    private static String name(Account account, LocalDate day) {
        return (account.livemode() ? "live " : "test ") + "account " + account.id() + " day " + day;
    }

    private static String name(DaySeal seal) {
        return (seal.account().livemode() ? "live " : "test ") + "account "
                + seal.account().id() + " number " + seal.number() + " of " + seal.day();
    }

    private void prove(Session session, DaySeal seal, @Nullable DaySeal before, Consumer<Finding> findings) {
        var number = before == null ? 1 : before.number() + 1;
        var previous = before == null ? DaySeal.genesis() : before.head();
        if (seal.number() != number
                || !Arrays.equals(previous, seal.previous())
                || !Arrays.equals(DaySeal.head(seal.previous(), seal.digest()), seal.head())) {
            findings.accept(new Finding(
                    TABLE,
                    name(seal),
                    "number " + number + " with the head that follows from "
                            + HexFormat.of().formatHex(previous),
                    "number " + seal.number() + " with head " + HexFormat.of().formatHex(seal.head())));
            return;
        }
        try {
            var document = document(session, seal);
            if (!Arrays.equals(document.digest(), seal.digest())) {
                findings.accept(new Finding(
                        "bank_day_part",
                        name(seal),
                        "a document with SHA-256 " + HexFormat.of().formatHex(seal.digest()),
                        HexFormat.of().formatHex(document.digest())));
                return;
            }
            if (seal.kind() == DaySeal.Kind.CLOSED) {
                proveDay(session, seal, document, findings);
            }
        } catch (IOException damaged) {
            findings.accept(new Finding(
                    "bank_day_part", name(seal), "a document that can be read", String.valueOf(damaged.getMessage())));
        } catch (AlteredRow altered) {
            findings.accept(
                    new Finding(TABLE, name(seal), "a day that can be read", String.valueOf(altered.getMessage())));
        }
    }

    /**
     * A document as it is stored.
     *
     * @param values the lines with one value, by their first word
     */
    private record Stored(byte[] digest, Map<String, String> values) {}

    private static BufferedReader lines(Session session, DaySeal seal) throws IOException {
        return new BufferedReader(new InputStreamReader(
                BankFileContent.open(part -> DaySealStore.part(session, seal.account(), seal.number(), part)),
                StandardCharsets.UTF_8));
    }

    private static Stored document(Session session, DaySeal seal) throws IOException {
        var digest = DaySeal.sha256();
        var values = new HashMap<String, String>();
        try (var lines = lines(session, seal)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("head ")) {
                    continue;
                }
                digest.update((line + "\n").getBytes(StandardCharsets.UTF_8));
                var words = line.split(" ", 3);
                if (words.length == 2) {
                    values.put(words[0], words[1]);
                }
            }
        }
        return new Stored(digest.digest(), values);
    }

    /** Compares the document of a day that is closed with what the day has now. */
    private void proveDay(Session session, DaySeal seal, Stored document, Consumer<Finding> findings)
            throws IOException {
        var day = AccountDays.find(session, seal.account(), seal.day()).orElse(null);
        var sealed = day == null ? null : day.sealed();
        if (day == null) {
            findings.accept(new Finding("bank_day", name(seal), "the day that was closed", "nothing"));
            return;
        }
        if (sealed == null || sealed.number() != seal.number()) {
            // It was opened again, or else its row contradicts the chain.
            return;
        }
        var named = new Naming(findings);
        try (var lines = lines(session, seal)) {
            var entries = new Entries(seal, lines.lines().iterator(), named);
            AccountDays.forEachStored(session, seal.account(), seal.day(), entries);
            entries.end();
        }
        var balances = days.days().balances(session, seal.account(), seal.day()).orElse(null);
        var was = document.values().get("opening") + " and " + document.values().get("closing");
        var is = balances == null ? "no statement that proves them" : balances.opening() + " and " + balances.closing();
        if (!was.equals(is)) {
            named.accept(new Finding("bank_statement", name(seal) + " balances", was, is));
        }
        var ledger = Objects.requireNonNullElse(seal.ledger(), 0L);
        if (!String.valueOf(ledger).equals(document.values().get("ledger"))) {
            named.accept(new Finding(
                    TABLE,
                    name(seal) + " ledger",
                    String.valueOf(document.values().get("ledger")),
                    ledger.toString()));
        }
    }

    /** Compares entries with the lines of a document; both are in the order of their ids. */
    private static final class Entries implements Consumer<Explained> {
        private static final String ENTRY = "entry ";

        private final DaySeal seal;
        private final Iterator<String> lines;
        private final Consumer<Finding> findings;
        private @Nullable String next;

        Entries(DaySeal seal, Iterator<String> lines, Consumer<Finding> findings) {
            this.seal = seal;
            this.lines = lines;
            this.findings = findings;
            advance();
        }

        private void advance() {
            next = null;
            while (next == null && lines.hasNext()) {
                var line = lines.next();
                next = line.startsWith(ENTRY) ? line : null;
            }
        }

        private static String id(String line) {
            return line.split(" ", 3)[1];
        }

        @Override
        public void accept(Explained explained) {
            var id = explained.entry().id().toString();
            passUntil(id);
            var line = DayDocument.entryLine(explained);
            var was = next != null && id(next).equals(id) ? next : null;
            if (!line.equals(was)) {
                name(id, was == null ? "no such entry on the closed day" : was, line);
            }
            if (was != null) {
                advance();
            }
        }

        /** Names the lines before an entry, which the day has no more. */
        private void passUntil(@Nullable String id) {
            for (var line = next; line != null && (id == null || id(line).compareTo(id) < 0); line = next) {
                name(id(line), line, "nothing");
                advance();
            }
        }

        void end() {
            passUntil(null);
        }

        private void name(String id, String was, String is) {
            findings.accept(new Finding("bank_entry", BankDayAudit.name(seal) + " entry " + id, was, is));
        }
    }

    /** Names the first findings of a day. */
    private static final class Naming implements Consumer<Finding> {
        private final Consumer<Finding> findings;
        private int count;

        Naming(Consumer<Finding> findings) {
            this.findings = findings;
        }

        @Override
        public void accept(Finding finding) {
            if (count++ < NAMED_MAX) {
                findings.accept(finding);
            }
        }
    }
}
