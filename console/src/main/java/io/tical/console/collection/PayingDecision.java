package io.tical.console.collection;

import io.tical.common.admin.PaymentFiles;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;

/** Sets how an account pays by files. */
record PayingDecision(Workspace workspace, CollectionItem.Paying item) {
    static final String ACCOUNTS = "/admin/v1/paying-accounts";

    private static final int TIME_MAX = 5;
    private static final int SETTING_MAX = 100;
    private static final int DAYS_MAX = 30;
    private static final int PAYMENTS_MAX = 10_000;

    Decision decision() {
        var paying = item.account();
        var inputs = new ArrayList<Input>();
        inputs.add(new Input.Choice(
                "format",
                "collection.paying.format",
                "payment-files.formats",
                item.usable().stream().map(PaymentFiles.Format::name).toList(),
                paying.format()));
        item.settings().forEach((name, formats) -> inputs.add(setting(name, formats)));
        inputs.add(new Input.Text("cut_off", "collection.paying.cut-off", false, TIME_MAX, text(paying.cutOff())));
        inputs.add(new Input.Number("answer_days", "collection.paying.answer-days", 1, DAYS_MAX, paying.answerDays()));
        inputs.add(new Input.Number(
                "payments_max", "collection.paying.payments-max", 1, PAYMENTS_MAX, paying.paymentsMax()));
        inputs.add(new Input.Flag("active", "collection.paying.active", paying.format() == null || paying.active()));
        inputs.add(Input.why());
        var decision = new Decision(
                        "collection.paying",
                        KeyCode.P,
                        Weight.NORMAL,
                        workspace
                                .texts()
                                .get(
                                        "collection.paying.consequence",
                                        item.account().bankCode() + " "
                                                + item.account().accountNo()),
                        inputs,
                        ACCOUNTS + "/" + item.account().id(),
                        Map.of("version", paying.version()))
                .by("PUT")
                .staying();
        return paying.format() == null ? decision : decision.undoneWith(former(paying));
    }

    private Input setting(String name, List<PaymentFiles.Format> formats) {
        var otherwise = Objects.requireNonNullElse(formats.getFirst().settings().get(name), "");
        return new Input.Setting(
                "settings." + name,
                label(workspace.texts(), name),
                SETTING_MAX,
                otherwise,
                Objects.requireNonNullElse(item.account().settings().get(name), otherwise),
                "format",
                formats.stream().map(PaymentFiles.Format::name).collect(Collectors.toUnmodifiableSet()));
    }

    /** The name of a setting of a format. */
    static String label(Texts texts, String name) {
        return texts.word("collection.setting", name);
    }

    private static String text(@Nullable String value) {
        return Objects.requireNonNullElse(value, "");
    }

    private static Map<String, Object> former(PaymentFiles.Account paying) {
        var former = new HashMap<String, Object>();
        former.put("version", paying.version());
        former.put("format", paying.format());
        former.put("settings", paying.settings());
        former.put("cut_off", paying.cutOff());
        former.put("answer_days", paying.answerDays());
        former.put("payments_max", paying.paymentsMax());
        former.put("active", paying.active());
        return former;
    }
}
