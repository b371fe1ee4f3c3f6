package io.tical.console.organization;

import io.tical.common.CurrencyProfile;
import io.tical.common.admin.Organizations;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Presets;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.input.KeyCode;

/** What an administrator can change of an organization. */
record OrganizationDecisions(Workspace workspace, OrganizationItem item, String path) {
    private static final List<String> ENVIRONMENTS = List.of("live", "test");
    private static final int PASSWORD_MIN = 12;
    private static final String LIMIT = "limits[].";
    private static final String FEE = "fees[].";

    /** Whole units in and out where no limit is configured. */
    private static final String DEFAULT_MIN = "1";

    private static final String DEFAULT_MAX = "2,000,000";

    List<Decision> all() {
        var decisions = new ArrayList<>(List.of(name(), thresholds(), channels(), limit(), fee(), addUser()));
        if (!item.users().isEmpty()) {
            decisions.add(deleteUser());
        }
        return decisions;
    }

    private Organizations.Row row() {
        return item.row();
    }

    private Decision name() {
        return plain(
                        "organizations.edit",
                        KeyCode.N,
                        List.of(
                                new Input.Text("name", "organizations.name", true, 100, row().name()),
                                new Input.Text("timezone", "organizations.timezone", true, 64, row().timezone())))
                .undoneWith(Map.of("name", row().name(), "timezone", row().timezone()));
    }

    private Decision thresholds() {
        var present = item.detail().thresholds();
        var currency = row().defaultCurrency();
        var former = new HashMap<String, Object>();
        former.put("thresholds.review", present.review());
        former.put("thresholds.unverified_review", present.unverifiedReview());
        former.put("thresholds.four_eyes", present.fourEyes());
        return change(
                        "organizations.thresholds",
                        KeyCode.T,
                        List.of(
                                new Input.Sum(
                                        "thresholds.review", "organizations.review", currency, false, present.review()),
                                new Input.Sum(
                                        "thresholds.unverified_review",
                                        "organizations.unverified-review",
                                        currency,
                                        false,
                                        present.unverifiedReview()),
                                new Input.Sum(
                                        "thresholds.four_eyes",
                                        "organizations.four-eyes",
                                        currency,
                                        false,
                                        present.fourEyes())))
                .undoneWith(former);
    }

    private Decision channels() {
        var inputs = new ArrayList<Input>();
        new TreeMap<>(item.detail().channels())
                .forEach((name, on) ->
                        inputs.add(new Input.Flag("channels." + name, "organizations.channel." + name, on)));
        new TreeMap<>(item.detail().networks())
                .forEach((name, on) ->
                        inputs.add(new Input.Flag("networks." + name, "organizations.network." + name, on)));
        inputs.add(new Input.Choice(
                "p2p_fallback",
                "organizations.fallback",
                "organizations.fallback",
                List.of("bank_then_qr", "qr_then_bank", "off"),
                item.detail().p2pFallback()));
        return change("organizations.channels", KeyCode.C, inputs)
                .undoneWith(Map.of(
                        "channels",
                        item.detail().channels(),
                        "networks",
                        item.detail().networks(),
                        "p2p_fallback",
                        item.detail().p2pFallback()));
    }

    private Decision limit() {
        var currency = LIMIT + "currency_code";
        return change(
                        "organizations.limit",
                        KeyCode.L,
                        List.of(
                                environment(LIMIT + "environment"),
                                new Input.Choice(
                                        LIMIT + "method_type",
                                        "organizations.method",
                                        "organizations.method",
                                        List.of("bank", "qrcode", "crypto", "payout")),
                                currency(currency),
                                new Input.Sum(
                                        LIMIT + "daily_withdraw_limit", "organizations.daily", currency, false, null),
                                new Input.Sum(LIMIT + "min_deposit", "organizations.min-deposit", currency, true, null),
                                new Input.Sum(LIMIT + "max_deposit", "organizations.max-deposit", currency, true, null),
                                new Input.Sum(
                                        LIMIT + "min_withdraw", "organizations.min-withdraw", currency, true, null),
                                new Input.Sum(
                                        LIMIT + "max_withdraw", "organizations.max-withdraw", currency, true, null),
                                new Input.Ranges(LIMIT + "maintenance_ranges", "organizations.maintenance", currency)))
                .beginningWith(limits());
    }

    private Presets limits() {
        var known = new HashMap<List<String>, Map<String, String>>();
        for (var limit : item.detail().limits()) {
            var currency = limit.currencyCode();
            var daily = limit.dailyWithdrawLimit();
            var ranges = limit.maintenanceRanges().stream()
                    .map(range -> amount(range.min(), currency) + "-" + amount(range.max(), currency))
                    .collect(Collectors.joining(", "));
            known.put(
                    chosen(limit.environment(), limit.methodType(), currency),
                    limitTexts(
                            daily == null ? "" : amount(daily, currency),
                            ranges,
                            amount(limit.minDeposit(), currency),
                            amount(limit.maxDeposit(), currency),
                            amount(limit.minWithdraw(), currency),
                            amount(limit.maxWithdraw(), currency)));
        }
        var otherwise = limitTexts("", "", DEFAULT_MIN, DEFAULT_MAX, DEFAULT_MIN, DEFAULT_MAX);
        return new Presets(
                List.of(LIMIT + "environment", LIMIT + "method_type", LIMIT + "currency_code"), known, otherwise);
    }

    private static Map<String, String> limitTexts(
            String daily, String ranges, String minIn, String maxIn, String minOut, String maxOut) {
        return Map.of(
                LIMIT + "daily_withdraw_limit",
                daily,
                LIMIT + "maintenance_ranges",
                ranges,
                LIMIT + "min_deposit",
                minIn,
                LIMIT + "max_deposit",
                maxIn,
                LIMIT + "min_withdraw",
                minOut,
                LIMIT + "max_withdraw",
                maxOut);
    }

    private String amount(long minor, String currency) {
        return workspace.formats().amount(minor, currency);
    }

    private static List<String> chosen(String... values) {
        return Stream.of(values).map(value -> value.toUpperCase(Locale.ROOT)).toList();
    }

    private Decision fee() {
        var currency = FEE + "currency_code";
        return change(
                        "organizations.fee",
                        KeyCode.G,
                        List.of(
                                environment(FEE + "environment"),
                                new Input.Choice(
                                        FEE + "operation",
                                        "organizations.operation",
                                        "object",
                                        List.of("payin", "payout", "settlement")),
                                currency(currency),
                                new Input.Percent(FEE + "per_mille", "organizations.per-mille"),
                                new Input.Sum(FEE + "fixed", "organizations.fixed", currency, true, 0L)))
                .beginningWith(fees());
    }

    private Presets fees() {
        var known = item.detail().fees().stream()
                .collect(Collectors.toMap(
                        fee -> chosen(fee.environment(), fee.operation(), fee.currencyCode()),
                        fee -> feeTexts(Input.Percent.of(fee.perMille()), amount(fee.fixed(), fee.currencyCode()))));
        return new Presets(
                List.of(FEE + "environment", FEE + "operation", FEE + "currency_code"), known, feeTexts("0", "0"));
    }

    private static Map<String, String> feeTexts(String perMille, String fixed) {
        return Map.of(FEE + "per_mille", perMille, FEE + "fixed", fixed);
    }

    private Input currency(String name) {
        return new Input.Text(
                name, "organizations.currency", true, CurrencyProfile.CODE_LENGTH_MAX, row().defaultCurrency());
    }

    private static Input environment(String name) {
        return new Input.Choice(name, "organizations.environment", "common", ENVIRONMENTS);
    }

    private Decision addUser() {
        return decision(
                "organizations.add-user",
                KeyCode.U,
                Weight.NORMAL,
                List.of(
                        new Input.Text("username", "organizations.username", true, 64),
                        new Input.Secret("password", "organizations.password", PASSWORD_MIN),
                        new Input.Choice(
                                "role", "organizations.role", "organizations.role", List.of("owner", "viewer"))),
                path + "/users");
    }

    private Decision deleteUser() {
        var users = item.users().stream()
                .map(user -> new Input.Option(
                        user.username() + " · " + workspace.texts().word("organizations.role", user.role()),
                        Map.of("user", user.id().toString())))
                .toList();
        return decision(
                        "organizations.delete-user",
                        KeyCode.X,
                        Weight.DANGER,
                        List.of(new Input.Pick("user", "organizations.user", users)),
                        path + "/users/{user}")
                .by("DELETE");
    }

    private Decision plain(String key, KeyCode shortcut, List<Input> inputs) {
        return plain(key, shortcut, Weight.NORMAL, inputs, path).by("PATCH");
    }

    private Decision change(String key, KeyCode shortcut, List<Input> inputs) {
        return decision(key, shortcut, Weight.NORMAL, inputs, path).by("PATCH");
    }

    /** With the reason, which a colleague reads who must approve it. */
    private Decision decision(String key, KeyCode shortcut, Weight weight, List<Input> inputs, String to) {
        var reasoned = new ArrayList<>(inputs);
        reasoned.add(Input.why());
        return plain(key, shortcut, weight, reasoned, to);
    }

    private Decision plain(String key, KeyCode shortcut, Weight weight, List<Input> inputs, String to) {
        return new Decision(
                        key,
                        shortcut,
                        weight,
                        workspace.texts().get(key + ".consequence", row().name()),
                        inputs,
                        to,
                        Map.of())
                .staying();
    }
}
