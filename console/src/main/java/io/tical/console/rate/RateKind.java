package io.tical.console.rate;

import io.tical.common.CurrencyProfile;
import io.tical.common.admin.ExchangeRate;
import io.tical.console.api.AdminApi;
import io.tical.console.api.ApiProblem.Refused;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.SimpleKind;
import io.tical.console.work.Workspace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javafx.scene.input.KeyCode;

/** The rates at which settlements are converted, which administrators set. */
record RateKind(Workspace workspace) implements SimpleKind<ExchangeRate> {
    private static final String ENVIRONMENT = "environment";
    private static final String RATE = "rate";

    /** Such as {@code THB → USD}. */
    static String pair(ExchangeRate rate) {
        return pair(rate.sourceCurrencyCode(), rate.targetCurrencyCode());
    }

    private static String pair(Object source, Object target) {
        return source + " → " + target;
    }

    @Override
    public String key() {
        return "rates";
    }

    @Override
    public String path() {
        return "/admin/v1/rates";
    }

    @Override
    public Class<ExchangeRate> rowType() {
        return ExchangeRate.class;
    }

    @Override
    public String name(ExchangeRate rate) {
        return pair(rate);
    }

    @Override
    public boolean hasEnvironment() {
        return true;
    }

    /** The service answers those of an environment all at once. */
    @Override
    public Page<ExchangeRate> page(AdminApi api, Map<String, String> query) {
        return new Page<>(
                api.list(
                        AdminApi.path(path(), Map.of("livemode", query.getOrDefault("livemode", ""))),
                        ExchangeRate.class),
                null);
    }

    @Override
    public ExchangeRate read(AdminApi api, UUID id) {
        return api.list(path(), ExchangeRate.class).stream()
                .filter(rate -> rate.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> new Refused(404, "NOT_FOUND", workspace.texts().get("queue.gone"), null, List.of()));
    }

    @Override
    public List<Column<ExchangeRate>> columns() {
        return List.of(
                new Column<>("rates.column.pair", 96, Look.TEXT, RateKind::pair),
                new Column<>("rates.column.rate", 84, Look.MONEY, rate -> Objects.requireNonNullElse(rate.rate(), "—")),
                new Column<>(
                        "rates.environment",
                        104,
                        Look.TEXT,
                        rate -> workspace.texts().word("common", rate.environment())));
    }

    @Override
    public String asked(Decision decision, Map<String, Object> given) {
        return pair(
                String.valueOf(given.get("source_currency_code")), String.valueOf(given.get("target_currency_code")));
    }

    @Override
    public List<Decision> listDecisions(String filter, String search, List<ExchangeRate> rows, boolean more) {
        return List.of(set(
                "rates.add",
                KeyCode.A,
                workspace.texts().get("rates.add.consequence"),
                List.of(
                        new Input.Text(
                                "source_currency_code", "rates.source", true, CurrencyProfile.CODE_LENGTH_MAX, "THB"),
                        new Input.Text("target_currency_code", "rates.target", true, 3),
                        new Input.Decimal(RATE, "rates.rate", ""),
                        Input.why()),
                Map.of(ENVIRONMENT, workspace.livemode() ? "live" : "test")));
    }

    @Override
    public List<Decision> decisions(ExchangeRate rate) {
        var texts = workspace.texts();
        var environment = texts.word("common", rate.environment());
        var removed = new HashMap<>(fields(rate));
        removed.put(RATE, null);
        var present = Objects.requireNonNullElse(rate.rate(), "");
        return List.of(
                set(
                                "rates.change",
                                KeyCode.C,
                                texts.get("rates.change.consequence", pair(rate), environment, present),
                                List.of(new Input.Decimal(RATE, "rates.rate", present), Input.why()),
                                fields(rate))
                        .undoneWith(former(rate))
                        .staying(),
                new Decision(
                                "rates.remove",
                                KeyCode.X,
                                Weight.DANGER,
                                texts.get("rates.remove.consequence", pair(rate), environment),
                                List.of(),
                                path(),
                                removed)
                        .by("PUT")
                        .undoneWith(former(rate)));
    }

    private static Map<String, Object> former(ExchangeRate rate) {
        var former = new HashMap<>(fields(rate));
        former.put(RATE, rate.rate());
        return former;
    }

    private static Map<String, Object> fields(ExchangeRate rate) {
        return Map.of(
                ENVIRONMENT,
                rate.environment(),
                "source_currency_code",
                rate.sourceCurrencyCode(),
                "target_currency_code",
                rate.targetCurrencyCode());
    }

    private Decision set(
            String key, KeyCode shortcut, String consequence, List<Input> inputs, Map<String, Object> fixed) {
        return new Decision(key, shortcut, Weight.NORMAL, consequence, inputs, path(), fixed).by("PUT");
    }

    @Override
    public boolean decidesWhileWaiting() {
        return true;
    }

    @Override
    public String permission() {
        return "configuration";
    }
}
