package io.tical.console.rate;

import io.tical.common.admin.ExchangeRate;
import io.tical.console.part.Facts;
import io.tical.console.work.Workspace;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import javafx.scene.Node;

/** A rate in both directions. */
record RateSheet(Workspace workspace) {
    private static final MathContext SIX_DIGITS = new MathContext(6);

    List<Node> sections(ExchangeRate rate) {
        var texts = workspace.texts();
        var source = rate.sourceCurrencyCode();
        var target = rate.targetCurrencyCode();
        var facts = new Facts(workspace.formats(), RateKind.pair(rate))
                .text("rates.environment", texts.word("common", rate.environment()));
        var decimal = rate.rate();
        if (decimal == null) {
            facts.text("rates.rate", texts.get("rates.removed"));
        } else {
            var reverse = BigDecimal.ONE.divide(new BigDecimal(decimal), SIX_DIGITS);
            facts.copyable("rates.rate", decimal)
                    .text("rates.forth", texts.get("rates.equals", source, decimal, target))
                    .text("rates.back", texts.get("rates.about", target, reverse.toPlainString(), source));
        }
        return List.of(facts.time("rates.updated", rate.updatedAt()));
    }
}
