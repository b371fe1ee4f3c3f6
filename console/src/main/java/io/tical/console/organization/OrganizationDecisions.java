package io.tical.console.organization;

import io.tical.common.admin.Organizations;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javafx.scene.input.KeyCode;

/** What an administrator can change of an organization. */
record OrganizationDecisions(Workspace workspace, OrganizationItem item, String path) {
    private static final List<String> ENVIRONMENTS = List.of("live", "test");
    private static final int PASSWORD_MIN = 12;

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
        return change(
                "organizations.edit",
                KeyCode.N,
                List.of(
                        new Input.Text("name", "organizations.name", true, 100, row().name()),
                        new Input.Text("timezone", "organizations.timezone", true, 64, row().timezone())));
    }

    private Decision thresholds() {
        var present = item.detail().thresholds();
        var currency = row().defaultCurrency();
        return change(
                "organizations.thresholds",
                KeyCode.T,
                List.of(
                        new Input.Sum("thresholds.review", "organizations.review", currency, false, present.review()),
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
                                present.fourEyes())));
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
        return change("organizations.channels", KeyCode.C, inputs);
    }

    private Decision limit() {
        var currency = "limits[].currency_code";
        return change(
                "organizations.limit",
                KeyCode.L,
                List.of(
                        environment("limits[].environment"),
                        new Input.Choice(
                                "limits[].method_type",
                                "organizations.method",
                                "organizations.method",
                                List.of("bank", "qrcode", "crypto", "payout")),
                        new Input.Text(currency, "organizations.currency", true, 3, row().defaultCurrency()),
                        new Input.Sum("limits[].daily_withdraw_limit", "organizations.daily", currency, false, null),
                        new Input.Sum("limits[].min_deposit", "organizations.min-deposit", currency, true, null),
                        new Input.Sum("limits[].max_deposit", "organizations.max-deposit", currency, true, null),
                        new Input.Sum("limits[].min_withdraw", "organizations.min-withdraw", currency, true, null),
                        new Input.Sum("limits[].max_withdraw", "organizations.max-withdraw", currency, true, null),
                        new Input.Ranges("limits[].maintenance_ranges", "organizations.maintenance", currency)));
    }

    private Decision fee() {
        var currency = "fees[].currency_code";
        return change(
                "organizations.fee",
                KeyCode.G,
                List.of(
                        environment("fees[].environment"),
                        new Input.Choice(
                                "fees[].operation",
                                "organizations.operation",
                                "object",
                                List.of("payin", "payout", "settlement")),
                        new Input.Text(currency, "organizations.currency", true, 3, row().defaultCurrency()),
                        new Input.Number("fees[].per_mille", "organizations.per-mille", 0, 1_000, 0),
                        new Input.Sum("fees[].fixed", "organizations.fixed", currency, true, 0L)));
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

    private Decision change(String key, KeyCode shortcut, List<Input> inputs) {
        return decision(key, shortcut, Weight.NORMAL, inputs, path).by("PATCH");
    }

    private Decision decision(String key, KeyCode shortcut, Weight weight, List<Input> inputs, String to) {
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
