package io.tical.console.bank;

import io.tical.common.admin.BankAccountState;
import io.tical.common.admin.BankAccountState.Gap;
import io.tical.common.admin.BankAccountState.Share;
import io.tical.common.admin.BankAccountState.Statement;
import io.tical.console.part.Facts;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.text.Formats;
import io.tical.console.work.Workspace;
import javafx.scene.layout.VBox;

/** What statements say of an account: its last balance and statement, what is explained, what is open, and what is missing. */
public final class AccountStatements extends VBox {
    /** From this age on a last statement is told of, of an account that says nothing of it. */
    private static final int LATE_DAYS = 2;

    private final Workspace workspace;
    private final Formats formats;
    private final BankFileWords words;
    private final BankAccountState state;

    public AccountStatements(Workspace workspace, BankAccountState state) {
        super(12);
        this.workspace = workspace;
        this.formats = workspace.formats();
        this.words = new BankFileWords(formats);
        this.state = state;
        setId("account-statements");
        var title = workspace.texts().get(state.livemode() ? "collection.bank" : "collection.bank.test");
        var facts = new Facts(formats, title);
        var statement = state.statement();
        if (statement == null) {
            late();
            facts.add("collection.bank.statement", new Wrapped(workspace.texts().get("collection.bank.none")));
        } else {
            late();
            warnings();
            fill(facts, statement);
        }
        getChildren().add(facts);
    }

    private void warnings() {
        state.gaps().forEach(gap -> warn(sentence(gap)));
    }

    /** An account that should get statements says when the last of them is too old. */
    private void late() {
        var texts = workspace.texts();
        var expected = state.expected();
        var statement = state.statement();
        if (expected == null && statement != null && statement.daysAgo() >= LATE_DAYS) {
            warn(texts.get("collection.bank.late", words.day(statement.to()), statement.daysAgo()));
        }
        if (expected == null || !expected.late()) {
            return;
        }
        var kind = texts.word("collection.statements", expected.statements());
        var until = expected.until();
        warn(
                until == null
                        ? texts.get("collection.bank.late.none", kind, expected.hours())
                        : texts.get(
                                "collection.bank.late.expected",
                                kind,
                                formats.time(until),
                                formats.age(until, workspace.now()),
                                expected.hours()));
    }

    private void warn(String sentence) {
        getChildren().add(BankFileSheet.remark(Kind.ATTENTION, sentence));
    }

    private void fill(Facts facts, Statement statement) {
        var texts = workspace.texts();
        var balance = state.balance();
        facts.text(
                "collection.bank.balance",
                balance == null
                        ? texts.get("collection.bank.balance.none")
                        : texts.get(
                                "collection.bank.balance.on",
                                words.money(balance.amount(), state.currency()),
                                words.day(balance.day())));
        var ledger = state.ledger();
        facts.text(
                "collection.bank.ledger",
                ledger == null
                        ? texts.get("collection.bank.ledger.none")
                        : texts.get(
                                "collection.bank.ledger.on",
                                words.money(ledger.amount(), state.currency()),
                                words.day(ledger.day()),
                                words.money(ledger.bank(), state.currency())));
        facts.text(
                        "collection.bank.statement",
                        texts.get(
                                "collection.bank.statement.of",
                                words.period(statement.from(), statement.to()),
                                texts.word("bank-statements.kind", statement.kind()),
                                formats.time(statement.importedAt()),
                                formats.age(statement.importedAt(), workspace.now())))
                .link("collection.bank.file", "bank_file", statement.fileId())
                .text("collection.bank.proof", texts.word("bank-statements.proof", statement.proof()));
        share(facts, "collection.bank.credits", state.credits());
        share(facts, "collection.bank.debits", state.debits());
        var open = state.open();
        var oldest = open.oldestDay();
        if (oldest == null) {
            facts.text("collection.bank.open", texts.get("collection.bank.open.none"));
        } else {
            facts.text(
                            "collection.bank.open",
                            words.counted(
                                    "collection.bank.open.sums",
                                    open.entries(),
                                    formats.money(open.credits(), state.currency()),
                                    formats.money(-open.debits(), state.currency())))
                    .text("collection.bank.oldest", words.day(oldest))
                    .link("collection.bank.oldest.entry", "bank_entry", open.oldestId());
        }
        facts.text(
                "collection.bank.gaps",
                state.gapCount() == 0
                        ? texts.get("collection.bank.gaps.none")
                        : texts.get(
                                "collection.bank.gaps.of",
                                state.gapCount(),
                                state.gaps().size()));
    }

    /** How many of the entries, and how much of the money, is explained. */
    private void share(Facts facts, String key, Share share) {
        var texts = workspace.texts();
        var since = words.day(state.since());
        facts.text(
                key,
                share.entries() == 0
                        ? texts.get("collection.bank.share.none", since)
                        : texts.get(
                                "collection.bank.share",
                                Formats.count(share.explained()),
                                Formats.count(share.entries()),
                                formats.money(share.explainedAmount(), state.currency()),
                                formats.money(share.amount(), state.currency()),
                                since));
    }

    private String sentence(Gap gap) {
        var texts = workspace.texts();
        var closing = gap.closing();
        var opening = gap.opening();
        return closing == null || opening == null
                ? texts.get("collection.bank.gap.days", words.day(gap.until()), words.day(gap.from()))
                : texts.get(
                        "collection.bank.gap.balance",
                        words.day(gap.until()),
                        words.money(closing, state.currency()),
                        words.day(gap.from()),
                        words.money(opening, state.currency()),
                        formats.money(Math.abs(Math.subtractExact(opening, closing)), state.currency()));
    }
}
