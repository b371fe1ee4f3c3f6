package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.OperatedService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements and entries that come without an operator: from a folder, and from a bank that notifies them. */
class BankArrivalsTest extends OperatedService {
    private static final String SECRET = "a secret of the bank";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    static Path inbox;

    private String account;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_BANK_INBOX", inbox.toString(), "TICAL_BANK_API_SECRET", SECRET);
    }

    @BeforeAll
    void account() {
        account = finance.bankAccount("THB").get("account_no").asText();
    }

    @AfterAll
    static void close() {
        HTTP.close();
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneId.of("Asia/Bangkok"));
    }

    private List<JsonNode> entries(String reference) {
        return finance.get("/admin/v1/bank-entries?limit=100")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("bank_reference").asText().equals(reference))
                .toList();
    }

    @Test
    void aCompleteFileOfTheFolderIsImported() throws IOException {
        var text = new CamtText(account, "IN1", today()).entry(1_234, "INBOX-1").text();
        Files.writeString(inbox.resolve(".hidden.xml"), text);
        Files.writeString(inbox.resolve("statement.xml.part"), text);
        Files.writeString(inbox.resolve("statement.xml"), text);
        await().atMost(SOON).until(() -> Files.exists(inbox.resolve("done/statement.xml")));
        assertThat(entries("INBOX-1")).hasSize(1);
        assertThat(inbox.resolve("statement.xml.part")).exists();

        Files.writeString(inbox.resolve("again.xml"), text);
        await().atMost(SOON).until(() -> Files.exists(inbox.resolve("done/again.xml")));
        assertThat(entries("INBOX-1")).hasSize(1);
    }

    @Test
    void aFileThatCannotBeImportedIsPutAsideWithTheReason() throws IOException {
        Files.write(inbox.resolve("a.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3});
        await().atMost(SOON).until(() -> Files.exists(inbox.resolve("failed/a.gz.reason.txt")));
        Files.writeString(inbox.resolve("broken.xml"), "<Document><BkToCstmrStmt>");
        await().atMost(SOON).until(() -> Files.exists(inbox.resolve("failed/broken.xml.reason.txt")));
        assertThat(Files.readString(inbox.resolve("failed/broken.xml.reason.txt")))
                .isNotBlank();
        assertThat(inbox.resolve("broken.xml")).doesNotExist();
        assertThat(finance.get("/admin/v1/bank-statements?status=waiting")
                        .expect(200)
                        .data()
                        .valueStream())
                .as("people see it, too")
                .anyMatch(one -> one.get("name").asText().equals("broken.xml"));
    }

    @Test
    void sumsThatNoNumberHoldsAreRefusedToo() {
        var body = """
                {"account":"%s","currency":"THB","entries":[{"booked":"%s","amount":9223372036854775807,"reference":"L1"},
                {"booked":"%s","amount":9223372036854775807,"reference":"L2"}]}""".formatted(account, today(), today());
        assertThat(notify(body, SECRET).statusCode()).isEqualTo(400);
        assertThat(entries("L1")).isEmpty();
    }

    private HttpResponse<String> notify(String body, String secret) {
        try {
            var timestamp = String.valueOf(System.currentTimeMillis() / 1000);
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            var signed = "POST\n/bank-api/v1/entries\n" + timestamp + "\n\n" + body;
            var signature = HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
            return HTTP.send(
                    HttpRequest.newBuilder(
                                    URI.create("http://127.0.0.1:" + service.adminPort() + "/bank-api/v1/entries"))
                            .header("Content-Type", "application/json")
                            .header("X-Signature-Timestamp", timestamp)
                            .header("X-Signature", signature)
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private String entry(long amount, String reference) {
        return String.format(
                Locale.ROOT,
                "{\"account\":\"%s\",\"currency\":\"THB\",\"entries\":[{\"booked\":\"%s\",\"amount\":%d,\"reference\":\"%s\"}]}",
                account,
                today(),
                amount,
                reference);
    }

    @Test
    void aNotifiedEntryPaysAPayinOnce() {
        var live = service.live(service.merchant());
        var payin = live.payin("notified", 80_000).expect(201).word("id");
        var amount = finance.get("/admin/v1/payins/" + payin).expect(200).number("transfer_amount");
        var body = entry(amount, "N-1");
        assertThat(notify(body, "another secret").statusCode()).isEqualTo(401);
        var first = notify(body, SECRET);
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        assertThat(notify(body, SECRET).statusCode()).as("repeated").isEqualTo(200);
        assertThat(notify(body + " ", SECRET).statusCode()).as("other bytes").isEqualTo(200);
        await().atMost(SOON)
                .until(() ->
                        finance.get("/admin/v1/payins/" + payin).word("status").equals("success"));
        assertThat(entries("N-1")).hasSize(1);

        var day = new CamtText(account, "EOD", today())
                .entry(amount, "OTHER-REFERENCE")
                .text();
        var file = finance.upload("/admin/v1/bank-statements?name=day.xml", day)
                .expect(201)
                .word("id");
        var statement = finance.get("/admin/v1/bank-statements/" + file + "/preview")
                .expect(200)
                .data()
                .get("statements")
                .get(0);
        assertThat(statement.get("known").asLong()).isEqualTo(1);
    }

    @Test
    void whatIsNotValidIsRefusedWithItsPlace() throws IOException {
        var unknown = notify(entry(100, "N-2").replace(account, "1112223334"), SECRET);
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(Json.mapper().readTree(unknown.body()).get("code").asText()).isEqualTo("BANK_FILE_UNREADABLE");
        assertThat(notify("{\"entries\":[{\"amount\":1.5}]}", SECRET).statusCode())
                .isEqualTo(400);
        assertThat(notify("[", SECRET).statusCode()).isEqualTo(400);
        assertThat(notify("", SECRET).statusCode()).isEqualTo(400);
        assertThat(entries("N-2")).isEmpty();
    }
}
