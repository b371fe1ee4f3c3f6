package io.tical.console.bank;

import io.tical.common.admin.BankDays.Detail;
import io.tical.common.admin.BankDays.Difference;
import io.tical.common.admin.BankDays.Ledger;
import io.tical.common.admin.BankDays.Line;
import io.tical.common.admin.BankDays.Seal;
import io.tical.common.admin.BankDays.Unshown;
import io.tical.console.part.Chips;
import io.tical.console.part.Facts;
import io.tical.console.part.ObjectLink;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Heading;
import io.tical.console.queue.Remark;
import io.tical.console.queue.Remark.Kind;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** A day of an account: what hinders its closing, how the bank's entries are explained, and the equation with the ledger. */
record BankDaySheet(Workspace workspace, OwnAccounts accounts) {
    /** Payments that are named; the service answers more. */
    private static final int NAMED_MAX = 10;

    private Texts texts() {
        return workspace.texts();
    }

    private Formats formats() {
        return workspace.formats();
    }

    List<Node> sections(Detail detail) {
        var sections = new ArrayList<Node>();
        sections.add(heading(detail));
        if (detail.day().status().equals("open")) {
            sections.add(standing(detail));
        }
        if (detail.closing() != null) {
            sections.add(bank(detail));
        }
        if (detail.ledger() != null) {
            sections.add(ledger(detail, detail.ledger()));
        }
        if (!detail.unshown().isEmpty()) {
            sections.add(unshown(detail));
        }
        detail.seals().forEach(seal -> sections.add(seal(seal)));
        return sections;
    }

    private Node heading(Detail detail) {
        var day = detail.day();
        var heading =
                new Heading(formats(), day, BankDayKind.day(formats(), day.day()), accounts.name(day.accountId()));
        var line = new Wrapped(
                day.entries() == 0
                        ? texts().get("bank-days.explained.none")
                        : texts().get(
                                        "bank-days.explained",
                                        Formats.count(day.entries() - day.open()),
                                        Formats.count(day.entries())));
        line.setId("explained");
        line.getStyleClass().add(day.open() > 0 ? "attention" : "strong");
        heading.getChildren().add(line);
        return heading;
    }

    /** What hinders the closing, or what it needs. */
    private Node standing(Detail detail) {
        var box = section("standing", "bank-days.standing");
        for (var hindrance : detail.hindrances()) {
            add(box, Kind.ATTENTION, texts().word("bank-days.hindrance", hindrance));
        }
        if (detail.hindrances().isEmpty()) {
            add(box, Kind.GOOD, texts().get("bank-days.ready"));
        }
        if (!detail.hindrances().isEmpty()) {
            add(box, Kind.NOTE, texts().get("bank-days.other"));
        }
        if (detail.day().open() > 0) {
            add(
                    box,
                    Kind.ATTENTION,
                    texts().get("bank-days.unexplained", detail.day().open()));
        }
        if (detail.quiet()) {
            add(box, Kind.NOTE, texts().get("bank-days.quiet"));
        }
        for (var reason : detail.reasons()) {
            add(box, Kind.COLLEAGUE, texts().word("bank-days.reason", reason));
        }
        if (detail.ledger() == null && detail.closing() != null) {
            add(box, Kind.NOTE, texts().get("bank-days.ledger.unknown"));
        }
        return box;
    }

    private VBox section(String id, String key) {
        var title = new Label(texts().get(key));
        title.getStyleClass().add("section-title");
        var box = new VBox(8, title);
        box.setId(id);
        box.getStyleClass().addAll("section", "statement");
        return box;
    }

    private static void add(VBox box, Kind kind, String sentence) {
        var remark = new Remark("");
        remark.say(kind, sentence);
        box.getChildren().add(remark);
    }

    /** The opening balance, the entries by what they are, and the closing balance. */
    private Node bank(Detail detail) {
        var box = section("bank", "bank-days.bank");
        var currency = detail.day().currency();
        var sum = new SumGrid();
        sum.row(texts().get("bank-days.opening"), "", balance(detail.opening(), currency));
        for (var line : detail.lines()) {
            sum.row(line(line), Formats.count(line.count()), signed(line.amount(), currency), effect(line));
        }
        var apart = difference(detail, "statement_difference");
        if (apart != 0) {
            sum.row(kind("statement_difference"), "", signed(apart, currency), "mismatch");
        }
        sum.total(texts().get("bank-days.closing"), balance(detail.closing(), currency));
        box.getChildren().add(sum);
        return box;
    }

    private static long difference(Detail detail, String kind) {
        return detail.differences().stream()
                .filter(one -> one.kind().equals(kind))
                .mapToLong(Difference::today)
                .sum();
    }

    private String line(Line line) {
        return kind(line.kind());
    }

    private static String effect(Line line) {
        return switch (line.effect()) {
            case "open" -> "attention";
            case "difference" -> "quiet";
            default -> "";
        };
    }

    private String kind(String kind) {
        return texts().word("bank-days.kind", kind);
    }

    /** The balance by the ledger, each difference, and the bank's balance. */
    private Node ledger(Detail detail, Ledger ledger) {
        var box = section("equation", "bank-days.equation");
        var currency = detail.day().currency();
        var sum = new SumGrid();
        sum.head(texts().get("bank-days.today"), texts().get("bank-days.at-end"));
        sum.row(
                texts().get("bank-days.ledger"),
                signed(Math.subtractExact(ledger.closing(), ledger.opening()), currency),
                balance(ledger.closing(), currency));
        for (var one : detail.differences()) {
            sum.row(kind(one.kind()), signed(one.today(), currency), signed(one.carried(), currency), tone(one));
        }
        sum.total(texts().get("bank-days.closing"), balance(detail.closing(), currency));
        box.getChildren().add(sum);
        add(
                box,
                detail.differences().isEmpty() ? Kind.GOOD : Kind.NOTE,
                texts().get(detail.differences().isEmpty() ? "bank-days.equal" : "bank-days.adds-up"));
        return box;
    }

    private static String tone(Difference difference) {
        return switch (difference.kind()) {
            case "credited_missing", "opening_difference", "statement_difference", "amount_difference" -> "mismatch";
            case "open" -> "attention";
            default -> "";
        };
    }

    private String balance(@Nullable Long minor, String currency) {
        return minor == null ? "—" : BankDayKind.balance(formats(), minor, currency);
    }

    private String signed(long minor, String currency) {
        return BankDayKind.signed(formats(), minor, currency);
    }

    /** The payments that were credited and no entry shows. */
    private Node unshown(Detail detail) {
        var box = section("unshown", "bank-days.unshown");
        detail.unshown().stream()
                .limit(NAMED_MAX)
                .forEach(payment ->
                        box.getChildren().add(payment(payment, detail.day().currency())));
        var count = detail.differences().stream()
                .filter(one -> one.kind().startsWith("credited_"))
                .mapToLong(Difference::count)
                .sum();
        if (count > NAMED_MAX) {
            var more = new Label(texts().get("bank-statements.more", Formats.count(count - NAMED_MAX)));
            more.getStyleClass().add("quiet");
            box.getChildren().add(more);
        }
        return box;
    }

    private Node payment(Unshown payment, String currency) {
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        space.setMinWidth(0);
        var amount = new Label(formats().money(payment.amount(), currency));
        amount.getStyleClass().add("money");
        var at = new Label(formats().time(payment.paidAt()));
        at.getStyleClass().add("quiet");
        var line = new HBox(
                12,
                Chips.status(texts(), payment.status()),
                at,
                new ObjectLink(texts(), "payment_proof", payment.payinId()),
                space,
                amount);
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private Node seal(Seal seal) {
        var what = seal.kind().equals("closed")
                ? texts().get("bank-days.seal.closed", seal.number())
                : texts().get(
                                "bank-days.seal.reopened",
                                seal.number(),
                                BankDayKind.day(formats(), seal.day()),
                                BankDayKind.day(formats(), seal.untilDay()));
        return new Facts(formats(), what)
                .text(
                        "bank-days.seal.by",
                        seal.askedBy() == null
                                ? seal.madeBy()
                                : texts().get("bank-days.seal.two", seal.askedBy(), seal.madeBy()))
                .time("bank-days.seal.at", seal.sealedAt())
                .text("bank-days.seal.note", seal.note())
                .copyable("bank-days.seal.head", seal.head());
    }
}
