package io.tical.console.collection;

import io.tical.common.admin.CollectionAccount;
import io.tical.console.queue.Input;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks what an account is for, and for its limits: only for those that apply to it. */
final class TermsInputs {
    private static final String PURPOSE = "purpose";
    private static final String STATEMENTS = "statements";
    private static final List<String> PURPOSES = List.of("collecting", "paying", "both");
    private static final Set<Object> COLLECTING = Set.of("collecting", "both");
    private static final Set<Object> PAYING = Set.of("paying", "both");
    private static final int ZONE_MAX = 60;
    private static final int HOURS_MAX = 720;
    private static final int HOURS = 36;
    private static final int PAYMENTS_MAX = 1_000_000;

    private TermsInputs() {}

    /**
     * @param account null for a new one
     * @param currency its code, or the name of the input that chooses it
     * @param weight its share of new payins
     */
    static List<Input> of(@Nullable CollectionAccount account, String currency, Input weight) {
        var hours = account == null ? null : account.statementHours();
        var payments = account == null ? null : account.dayOutPayments();
        return List.of(
                new Input.Choice(
                        PURPOSE,
                        "collection.purpose",
                        "collection.purpose",
                        PURPOSES,
                        account == null ? "collecting" : account.purpose()),
                new Input.Where(weight, PURPOSE, COLLECTING),
                new Input.Where(
                        sum("payin_max", account == null ? null : account.payinMax(), currency), PURPOSE, COLLECTING),
                new Input.Where(
                        sum("day_in_max", account == null ? null : account.dayInMax(), currency), PURPOSE, COLLECTING),
                new Input.Where(
                        sum("payment_max", account == null ? null : account.paymentMax(), currency), PURPOSE, PAYING),
                new Input.Where(
                        sum("day_out_max", account == null ? null : account.dayOutMax(), currency), PURPOSE, PAYING),
                new Input.Where(
                        new Input.Number(
                                "day_out_payments",
                                "collection.limit.day_out_payments",
                                0,
                                PAYMENTS_MAX,
                                payments == null ? 0 : payments),
                        PURPOSE,
                        PAYING),
                new Input.Choice(
                        STATEMENTS,
                        "collection.statements",
                        "collection.statements",
                        List.of("none", "intraday", "end_of_day"),
                        account == null ? "none" : account.statements()),
                new Input.Where(
                        new Input.Number(
                                "statement_hours",
                                "collection.statement-hours",
                                1,
                                HOURS_MAX,
                                hours == null ? HOURS : hours),
                        STATEMENTS,
                        Set.of("intraday", "end_of_day")),
                new Input.Text(
                        "zone",
                        "collection.zone",
                        false,
                        ZONE_MAX,
                        account == null ? "" : Objects.requireNonNullElse(account.zone(), "")));
    }

    private static Input.Sum sum(String name, @Nullable Long initial, String currency) {
        return new Input.Sum(name, "collection.limit." + name, currency, false, initial);
    }

    /** The values that an account has, to go back to. */
    static Map<String, Object> former(CollectionAccount account) {
        var former = new HashMap<String, Object>();
        former.put(PURPOSE, account.purpose());
        former.put("weight", account.weight());
        former.put("payin_max", account.payinMax());
        former.put("day_in_max", account.dayInMax());
        former.put("payment_max", account.paymentMax());
        former.put("day_out_max", account.dayOutMax());
        former.put("day_out_payments", account.dayOutPayments());
        former.put(STATEMENTS, account.statements());
        former.put("statement_hours", account.statementHours());
        former.put("zone", account.zone());
        return former;
    }
}
