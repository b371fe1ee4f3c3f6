package io.tical.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * An account of the operator with a closed day, and with one that can be explained completely and closed.
 *
 * @param await waits until something holds
 */
record DemoDays(DemoClient finance, DemoClient second, String holder, Consumer<BooleanSupplier> await, Clock clock) {
    private static final ZoneId BANGKOK = ZoneId.of("Asia/Bangkok");
    private static final String ACCOUNT = "7342019856";
    private static final long OPENING = 482_915_50;
    private static final String FILES = "/admin/v1/bank-statements/";
    private static final String ENTRIES = "/admin/v1/bank-entries/";

    /**
     * An entry of a day.
     *
     * @param amount satang
     * @param category what finance said it is; empty while nobody has
     */
    private record Entry(long amount, String reference, String text, String category) {}

    private static final List<Entry> CLOSED = List.of(
            new Entry(200_000_00, "TR2201", "Transfer from SCB 4052871934", "own_transfer"),
            new Entry(-15_00, "FE2202", "Transfer fee", "fee"),
            new Entry(-86_400_00, "TR2203", "Transfer to KBANK 0381234567", "own_transfer"));

    private static final List<Entry> OPEN = List.of(
            new Entry(150_000_00, "TR2301", "Transfer from SCB 4052871934", "own_transfer"),
            new Entry(312_48, "IN2302", "Interest", "interest"),
            new Entry(-46_87, "TX2303", "Withholding tax", "other"),
            new Entry(-250_000_00, "TR2304", "Transfer to KBANK 0381234567", "own_transfer"),
            new Entry(-30_00, "FE2305", "Transfer fee", ""));

    void create() {
        finance.changeWith(
                second,
                "POST",
                "/admin/v1/collection-accounts",
                Map.of(
                        "currency",
                        "THB",
                        "bank_code",
                        "SCB",
                        "account_no",
                        ACCOUNT,
                        "holder_name",
                        holder,
                        "weight",
                        0));
        var account = account();
        var today = LocalDate.now(clock.withZone(BANGKOK));
        var balance = day(account, today.minusDays(2), OPENING, CLOSED);
        close(account, today.minusDays(2));
        day(account, today.minusDays(1), balance, OPEN);
    }

    private String account() {
        return one(finance.get("/admin/v1/collection-accounts"), "account_no", ACCOUNT)
                .path("id")
                .asText();
    }

    private static JsonNode one(JsonNode list, String field, String value) {
        for (var one : list) {
            if (one.path(field).asText().equals(value)) {
                return one;
            }
        }
        throw new IllegalStateException("the demo has no " + field + " " + value);
    }

    /** Imports the statement of a day, and says what its entries are; returns the closing balance. */
    private long day(String account, LocalDate day, long opening, List<Entry> entries) {
        var file = finance.file(
                "/admin/v1/bank-statements?name=scb-" + day + ".sta", "file", statement(day, opening, entries));
        decide(FILES + file.path("id").asText() + "/import", Map.of("version", 1));
        // Background work looks at each entry first, and may change it.
        await.accept(() -> !hindrances(account, day).contains("matching"));
        var known = finance.get("/admin/v1/bank-entries?limit=100&account_id=" + account + "&day=" + day);
        for (var entry : entries) {
            if (!entry.category().isEmpty()) {
                var stored = one(known, "bank_reference", entry.reference());
                decide(
                        ENTRIES + stored.path("id").asText() + "/allocate",
                        Map.of(
                                "version",
                                stored.path("version").asLong(),
                                "category",
                                entry.category(),
                                "note",
                                entry.text()));
            }
        }
        return opening + entries.stream().mapToLong(Entry::amount).sum();
    }

    /** The second person decides, if one is needed. */
    private void decide(String path, Map<String, ?> fields) {
        var asked = finance.post(path, fields);
        if (asked.has("approval_id")) {
            second.post("/admin/v1/approvals/" + asked.path("approval_id").asText() + "/approve", Map.of());
        }
    }

    private String path(String account, LocalDate day) {
        var row = one(finance.get("/admin/v1/bank-days?account_id=" + account), "day", day.toString());
        return "/admin/v1/bank-days/" + row.path("id").asText();
    }

    /** Why a day cannot be closed now. */
    private String hindrances(String account, LocalDate day) {
        return finance.get(path(account, day)).path("hindrances").toString();
    }

    private void close(String account, LocalDate day) {
        var path = path(account, day);
        await.accept(() -> hindrances(account, day).equals("[]"));
        var detail = finance.get(path);
        var fields = new HashMap<String, Object>();
        fields.put("version", detail.path("day").path("version").asLong());
        fields.put("state", detail.path("state").asText());
        fields.put("note", "The first day that we close");
        decide(path + "/close", fields);
    }

    /** As MT940. */
    private static byte[] statement(LocalDate day, long opening, List<Entry> entries) {
        var date = String.format(
                Locale.ROOT, "%02d%02d%02d", day.getYear() % 100, day.getMonthValue(), day.getDayOfMonth());
        var text = new StringBuilder(":20:SCB" + date + "\n:25:" + ACCOUNT + "\n:28C:" + day.getDayOfYear() + "\n:60F:C"
                + date + "THB" + decimal(opening) + "\n");
        var balance = opening;
        for (var entry : entries) {
            balance += entry.amount();
            text.append(":61:")
                    .append(date)
                    .append(entry.amount() < 0 ? 'D' : 'C')
                    .append(decimal(Math.abs(entry.amount())));
            text.append("NTRFNONREF//")
                    .append(entry.reference())
                    .append("\n:86:")
                    .append(entry.text())
                    .append('\n');
        }
        return text.append(":62F:C")
                .append(date)
                .append("THB")
                .append(decimal(balance))
                .append("\n-\n")
                .toString()
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String decimal(long satang) {
        return satang / 100 + "," + String.format(Locale.ROOT, "%02d", satang % 100);
    }
}
