package io.tical.console.bank;

import io.tical.common.admin.BankStatements.Candidate;
import io.tical.common.admin.BankStatements.Entry;
import io.tical.common.admin.BankStatements.EntryDetail;
import io.tical.common.admin.BankStatements.Possible;
import io.tical.common.admin.BankStatements.Transfer;
import io.tical.common.admin.DecisionTerms;
import io.tical.console.queue.Consequence;
import io.tical.console.queue.Consequence.Sum;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.Terms;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;

/** What can be decided on an entry of an account. */
final class BankEntryDecisions {
    /** The words of what an entry is that pays no transaction. */
    static final String CATEGORY = "bank-entries.category";

    private static final List<String> CATEGORIES = List.of("fee", "interest", "own_transfer", "correction", "other");

    /** Candidates that have a digit key. */
    private static final int CANDIDATES_MAX = 9;

    private static final String PAYIN = "payin_id";
    private static final String PAYMENT = "payment_id";

    /** The type of what an entry is matched with that is booked in the operator's own books. */
    static final String POSTING = "posting";

    private final Workspace workspace;
    private final EntryDetail detail;
    private final Entry entry;
    private final String amount;
    private final String account;

    BankEntryDecisions(Workspace workspace, OwnAccounts accounts, EntryDetail detail) {
        this.workspace = workspace;
        this.detail = detail;
        this.entry = detail.entry();
        this.amount = workspace.formats().signed(entry.amount(), entry.currency());
        this.account = accounts.number(entry.accountId());
    }

    List<Decision> all() {
        if (entry.status().equals("open")) {
            return open();
        }
        var movedMoney = (entry.matchedId() != null && !POSTING.equals(entry.matchedType()))
                || "unallocated_funds".equals(entry.reason());
        return List.of("ignored", "allocated").contains(entry.status()) && !movedMoney ? List.of(reopen()) : List.of();
    }

    private List<Decision> open() {
        var decisions = new ArrayList<Decision>();
        if (!detail.candidates().isEmpty()) {
            decisions.add(match());
        }
        if (!detail.transfers().isEmpty()) {
            decisions.add(transfer());
        }
        var payments = detail.bookings().possible().stream()
                .filter(possible -> possible.payment() != null)
                .toList();
        if (!payments.isEmpty()) {
            decisions.add(giveBack(payments));
        }
        var category = new Input.Choice("category", CATEGORY, CATEGORY, CATEGORIES, hinted());
        decisions.add(reopenable(decision(
                "allocate",
                KeyCode.A,
                Weight.NORMAL,
                Consequence.of(sentence("allocate")).by("category", sentences()),
                List.of(category, Input.why()))));
        decisions.add(reopenable(decision(
                "ignore", KeyCode.I, Weight.NORMAL, Consequence.of(sentence("ignore")), List.of(Input.why()))));
        return decisions;
    }

    /** What is booked depends on the payment that came back. */
    private Decision giveBack(List<Possible> payments) {
        var texts = workspace.texts();
        var options = new ArrayList<Input.Option>();
        var sentences = new HashMap<Object, String>();
        for (var possible : payments) {
            var payment = Objects.requireNonNull(possible.payment());
            var name = texts.word("object", payment.type()) + " " + payment.reference() + " · " + payment.named();
            options.add(new Input.Option(name, Map.of(PAYMENT, payment.id(), "type", payment.type())));
            sentences.put(
                    payment.id(),
                    texts.get(
                            "bank-entries.return.booked",
                            amount,
                            name,
                            BankEntrySheet.words(workspace, possible.lines())));
        }
        return new Decision(
                "bank-entries.return",
                KeyCode.R,
                Weight.PRIMARY,
                Consequence.of(texts.get("bank-entries.return.consequence", amount))
                        .by(PAYMENT, sentences),
                List.of(new Input.Pick("payment", "bank-entries.return.payment", options), Input.note()),
                path("return"),
                Map.of("version", entry.version()));
    }

    private Decision reopen() {
        var booked = detail.bookings().possible().stream()
                .filter(possible -> possible.decision().equals("reopen"))
                .map(possible -> BankEntrySheet.words(workspace, possible.lines()))
                .findFirst();
        return decision(
                "reopen",
                KeyCode.O,
                Weight.NORMAL,
                Consequence.of(
                        booked.map(lines -> workspace.texts().get("bank-entries.reopen.booked", amount, account, lines))
                                .orElseGet(() -> sentence("reopen"))),
                List.of(Input.note()));
    }

    /** What the service books for each category. */
    private Map<Object, String> sentences() {
        var sentences = new HashMap<Object, String>();
        for (var possible : detail.bookings().possible()) {
            if (possible.category() != null) {
                sentences.put(
                        possible.category(),
                        workspace
                                .texts()
                                .get(
                                        "bank-entries.allocate.booked",
                                        amount,
                                        account,
                                        BankEntrySheet.words(workspace, possible.lines())));
            }
        }
        return sentences;
    }

    /** The category that the bank's code says. */
    private @Nullable String hinted() {
        return CATEGORIES.contains(entry.hint()) ? entry.hint() : null;
    }

    /** What is expected, and what is credited, depends on the payin. */
    private Decision match() {
        var texts = workspace.texts();
        var terms = new HashMap<Object, DecisionTerms>();
        for (var payin : detail.candidates()) {
            var required = payin.decisionTerms().get("match");
            if (required != null) {
                terms.put(payin.id(), required);
            }
        }
        var key = texts.keyIn(entry.livemode(), "bank-entries.match.consequence");
        return new Decision(
                "bank-entries.match",
                KeyCode.M,
                Weight.PRIMARY,
                Consequence.of(texts.get(key, amount))
                        .of(new Sum(
                                entry.amount(),
                                entry.currency(),
                                texts.keyIn(entry.livemode(), "bank-entries.match.booked")))
                        .under(new Terms(PAYIN, Map.copyOf(terms), entry.livemode())),
                List.of(candidates(), Input.note()),
                path("match"),
                Map.of("version", entry.version()));
    }

    /** Whether somebody has reported a transfer decides what is booked, so each option says it. */
    private Decision transfer() {
        var transfers = new Input.Pick(
                "transfer",
                "bank-entries.transfer.which",
                detail.transfers().stream()
                        .limit(CANDIDATES_MAX)
                        .map(one -> new Input.Option(words(one), Map.of("attempt_id", one.attemptId())))
                        .toList());
        return decision(
                "transfer",
                "match",
                KeyCode.M,
                Weight.PRIMARY,
                Consequence.of(sentence("transfer")),
                List.of(transfers, Input.note()));
    }

    private String words(Transfer transfer) {
        var texts = workspace.texts();
        return texts.word("object", transfer.type()) + " · " + transfer.holderName() + " · " + transfer.bankCode() + " "
                + transfer.accountNo() + " · " + texts.word("bank-entries.transfer.state", transfer.state()) + " · "
                + workspace.formats().time(transfer.createdAt());
    }

    private Input candidates() {
        return new Input.Pick(
                "payin",
                "bank-entries.match.payin",
                detail.candidates().stream()
                        .limit(CANDIDATES_MAX)
                        .map(payin -> new Input.Option(words(payin), Map.of(PAYIN, payin.id())))
                        .toList());
    }

    private String words(Candidate payin) {
        var customer = payin.customerName() == null ? "" : " · " + payin.customerName();
        return payin.orderRef() + customer + " · "
                + workspace.formats().money(payin.transferAmount(), payin.currency()) + " · "
                + workspace.texts().word("status", payin.status()) + " · "
                + workspace.formats().time(payin.createdAt());
    }

    /** A decision that moves no money of others can be taken back at once. */
    private Decision reopenable(Decision decision) {
        return decision.undoneBy("POST", path("reopen"), Map.of("version", entry.version()));
    }

    private String sentence(String name) {
        return workspace.texts().get("bank-entries." + name + ".consequence", amount, account);
    }

    private Decision decision(
            String name, KeyCode shortcut, Weight weight, Consequence consequence, List<Input> inputs) {
        return decision(name, name, shortcut, weight, consequence, inputs);
    }

    private Decision decision(
            String name, String action, KeyCode shortcut, Weight weight, Consequence consequence, List<Input> inputs) {
        return new Decision(
                "bank-entries." + name,
                shortcut,
                weight,
                consequence,
                inputs,
                path(action),
                Map.of("version", entry.version()));
    }

    private String path(String action) {
        return "/admin/v1/bank-entries/" + entry.id() + "/" + action;
    }
}
