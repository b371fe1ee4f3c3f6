package io.tical.server.metric;

import java.math.BigDecimal;
import java.util.List;

/** Prometheus's text format, version 0.0.4. */
public final class PrometheusText {
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private PrometheusText() {}

    public static String of(List<Family> families) {
        var text = new StringBuilder(16 * 1024);
        for (var family : families) {
            text.append("# HELP ").append(family.name()).append(' ').append(family.help());
            text.append("\n# TYPE ")
                    .append(family.name())
                    .append(' ')
                    .append(family.kind().word());
            text.append('\n');
            family.samples().get().forEach(sample -> append(text, family, sample));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Family family, Sample sample) {
        text.append(family.name()).append(sample.suffix());
        var separator = '{';
        for (var label : sample.labels()) {
            text.append(separator).append(label.name()).append("=\"");
            text.append(escaped(label.value())).append('"');
            separator = ',';
        }
        if (separator == ',') {
            text.append('}');
        }
        text.append(' ').append(number(sample.value())).append('\n');
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    /** Without an exponent: {@code 0.001}, {@code 12}. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : BigDecimal.valueOf(value).toPlainString();
    }
}
