package io.tical.console.organization;

import io.tical.common.admin.Organizations;
import io.tical.console.part.Facts;
import io.tical.console.part.Wrapped;
import io.tical.console.queue.Input;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.jspecify.annotations.Nullable;

/** An organization with all that operators configure for it. */
record OrganizationSheet(Workspace workspace) {
    private Texts texts() {
        return workspace.texts();
    }

    private Formats formats() {
        return workspace.formats();
    }

    List<Node> sections(OrganizationItem item) {
        var detail = item.detail();
        var row = detail.row();
        var sections = new ArrayList<Node>();
        sections.add(new Facts(formats(), row.name())
                .copyable("organizations.code", row.code())
                .text("organizations.currency", row.defaultCurrency())
                .text("organizations.timezone", row.timezone())
                .id("organizations.id", row.id())
                .time("organizations.created", row.createdAt()));
        sections.add(thresholds(detail));
        sections.add(new Facts(formats(), texts().get("organizations.channels"))
                .text("organizations.channels.payins", on("organizations.channel", detail.channels()))
                .text("organizations.networks", on("organizations.network", detail.networks()))
                .text("organizations.fallback", texts().word("organizations.fallback", detail.p2pFallback())));
        sections.add(limits(detail));
        sections.add(fees(detail));
        sections.add(users(item));
        return sections;
    }

    private Facts thresholds(Organizations.Detail detail) {
        var present = detail.thresholds();
        var currency = detail.row().defaultCurrency();
        return new Facts(formats(), texts().get("organizations.thresholds"))
                .text("organizations.review", amount(present.review(), currency))
                .text("organizations.unverified-review", amount(present.unverifiedReview(), currency))
                .text("organizations.four-eyes", amount(present.fourEyes(), currency))
                .text("organizations.four-eyes-exceptions", exceptions(detail, currency));
    }

    private @Nullable String exceptions(Organizations.Detail detail, String currency) {
        var exceptions = detail.fourEyesExceptions().stream()
                .map(one -> texts().get(
                                "organizations.four-eyes-exception.value",
                                one.operator(),
                                formats().money(one.amount(), currency)))
                .collect(Collectors.joining(", "));
        return exceptions.isEmpty() ? null : exceptions;
    }

    private String amount(@Nullable Long minor, String currency) {
        return minor == null ? texts().get("organizations.none") : formats().money(minor, currency);
    }

    private String on(String words, Map<String, Boolean> switches) {
        var names = new TreeMap<>(switches)
                .entrySet().stream()
                        .filter(Map.Entry::getValue)
                        .map(one -> texts().word(words, one.getKey()))
                        .collect(Collectors.joining(", "));
        return names.isEmpty() ? texts().get("organizations.none") : names;
    }

    private Facts limits(Organizations.Detail detail) {
        var section = new Facts(formats(), texts().get("organizations.limits"));
        if (detail.limits().isEmpty()) {
            section.text("organizations.configured", texts().get("organizations.limits.default"));
        }
        detail.limits()
                .forEach(limit -> section.add("organizations.method." + limit.methodType(), words(limit(limit))));
        return section;
    }

    private String limit(Organizations.Limit limit) {
        var currency = limit.currencyCode();
        var lines = new ArrayList<String>();
        lines.add(texts().word("common", limit.environment()) + " · " + currency);
        lines.add(texts().get(
                        "organizations.limit.in",
                        formats().amount(limit.minDeposit(), currency),
                        formats().amount(limit.maxDeposit(), currency)));
        lines.add(texts().get(
                        "organizations.limit.out",
                        formats().amount(limit.minWithdraw(), currency),
                        formats().amount(limit.maxWithdraw(), currency)));
        var daily = limit.dailyWithdrawLimit();
        if (daily != null) {
            lines.add(texts().get("organizations.limit.daily", formats().amount(daily, currency)));
        }
        limit.maintenanceRanges()
                .forEach(range -> lines.add(texts().get(
                                "organizations.limit.maintenance",
                                formats().amount(range.min(), currency),
                                formats().amount(range.max(), currency))));
        return String.join("\n", lines);
    }

    private Facts fees(Organizations.Detail detail) {
        var section = new Facts(formats(), texts().get("organizations.fees"));
        if (detail.fees().isEmpty()) {
            section.text("organizations.configured", texts().get("organizations.fees.default"));
        }
        detail.fees()
                .forEach(fee -> section.add(
                        "object." + fee.operation(),
                        words(texts().get(
                                        "organizations.fee.line",
                                        texts().word("common", fee.environment()),
                                        Input.Percent.of(fee.perMille()),
                                        formats().money(fee.fixed(), fee.currencyCode())))));
        return section;
    }

    private Facts users(OrganizationItem item) {
        var section = new Facts(formats(), texts().get("organizations.users"));
        if (item.users().isEmpty()) {
            section.text("organizations.user", texts().get("organizations.none"));
        }
        for (var user : item.users()) {
            var last = user.lastSignInAt();
            section.add(
                    "organizations.role." + user.role(),
                    words(user.username() + "\n"
                            + (last == null
                                    ? texts().get("organizations.never-signed-in")
                                    : texts().get(
                                                    "organizations.last-signed-in",
                                                    formats().time(last)))));
        }
        return section;
    }

    private static Label words(String text) {
        var label = new Wrapped(text);
        return label;
    }
}
