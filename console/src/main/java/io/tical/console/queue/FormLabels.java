package io.tical.console.queue;

import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.Map;

/** Names the field of an input by what is typed into it: with the unit, the limits or an example. */
final class FormLabels {
    private final Formats formats;
    private final Texts texts;

    FormLabels(Formats formats) {
        this.formats = formats;
        this.texts = formats.texts();
    }

    /**
     * @param given what is entered, which may choose the currency
     * @param required whether it makes the input necessary
     */
    String of(Input input, Map<String, Object> given, boolean required) {
        var name = input instanceof Input.Setting setting ? setting.label() : name(input.key());
        return switch (input) {
            case Input.Where where -> of(where.input(), given, required);
            case Input.Amount amount -> texts.get("queue.form.amount", name, amount.currency());
            case Input.Sum sum -> sum(name, sum, FormFields.currency(given, sum.currency()));
            case Input.Ranges ranges -> ranges(name, FormFields.currency(given, ranges.currency()));
            case Input.Percent _ -> texts.get("queue.form.percent", name);
            case Input.Decimal _ -> texts.get("queue.form.decimal", name);
            case Input.Number number ->
                texts.get("queue.form.number", name, Formats.count(number.min()), Formats.count(number.max()));
            case Input.Secret secret -> texts.get("queue.form.secret", name, secret.lengthMin());
            case Input.SendingBank _ -> texts.get("queue.form.bank", name);
            case Input.Text text -> text.required() || required ? name : texts.get("queue.form.optional", name);
            case Input.Transfer _, Input.Setting _, Input.Flag _, Input.Choice _, Input.Pick _ -> name;
        };
    }

    /** A form may say more than the sheet that shows the value. */
    private String name(String key) {
        var ofForm = key + ".form";
        return texts.get(texts.has(ofForm) ? ofForm : key);
    }

    private String ranges(String name, String currency) {
        return texts.get("queue.form.ranges", name, formats.example(currency), formats.exampleAbove(currency));
    }

    /** With what an empty field means, where it may be empty. */
    private String sum(String name, Input.Sum sum, String currency) {
        var known = formats.isKnown(currency);
        if (sum.required()) {
            return known ? texts.get("queue.form.amount", name, currency) : name;
        }
        var empty = texts.get(sum.key() + ".empty");
        return known
                ? texts.get("queue.form.sum", name, currency, empty)
                : texts.get("queue.form.sum.unknown", name, empty);
    }
}
