package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Operators make layouts for banks that the service does not know. */
class BankProfilesTest extends OperatedService {
    private static final String TREE = "/admin/v1/bank-profiles";
    private static final String FILES = "/admin/v1/bank-statements";
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private String account() {
        return finance.bankAccount("THB").get("account_no").asText();
    }

    /** A file of a bank that nobody knows, whose columns are its own. */
    private String text(String bank) {
        var day = LocalDate.now(ZoneId.of("Asia/Bangkok"));
        return String.format(Locale.ROOT, """
                Account No,%s
                Opening balance,1000.00
                Day of %s,What,Kind,Amount,Left,Ref %s
                %s,salary %d,IN,250.00,1250.00,A1
                %s,rent,OUT,1000.00,250.00,A2
                %s,gift,IN,50.00,300.00,A3
                Closing balance,300.00
                """, account(), bank, bank, day, NUMBERS.incrementAndGet(), day, day);
    }

    private String sent(String text) {
        return finance.upload(FILES + "?name=own.csv", text).expect(201).word("id");
    }

    private JsonNode tried(String file, JsonNode definition) {
        var body = Json.mapper().createObjectNode().put("file_id", file);
        if (definition != null) {
            body.set("definition", definition);
        }
        return finance.post(TREE + "/preview", body.toString()).expect(200).data();
    }

    private ObjectNode proposed(String file, String name) {
        var trial = tried(file, null);
        assertThat(trial.get("passed").asBoolean()).as(trial.toString()).isTrue();
        var definition = (ObjectNode) trial.get("definition");
        return definition.put("name", name);
    }

    private Reply add(String file, JsonNode definition) {
        var body = Json.mapper()
                .createObjectNode()
                .put("file_id", file)
                .put("note", "a new bank")
                .set("definition", definition);
        return finance.post(TREE, body.toString());
    }

    private JsonNode added(String file, JsonNode definition) {
        service.approved(add(file, definition));
        return own(definition.get("name").asText());
    }

    private JsonNode own(String name) {
        return finance.get(TREE)
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private JsonNode preview(String file) {
        return finance.get(FILES + "/" + file + "/preview").expect(200).data();
    }

    @Test
    void aFileOfAnUnknownBankIsReadByALayoutThatTwoPeopleMade() {
        var file = sent(text("Lotus"));
        assertThat(preview(file).at("/faults/0/code").asText()).isEqualTo("BANK_FILE_COLUMNS");
        var definition = proposed(file, "Lotus bank");
        var asked = add(file, definition);
        assertThat(asked.status()).isEqualTo(202);
        assertThat(preview(file).at("/faults/0/code").asText())
                .as("one person alone changes nothing")
                .isEqualTo("BANK_FILE_COLUMNS");
        service.approved(asked);
        var shown = preview(file);
        assertThat(shown.at("/possible").asBoolean()).as(shown.toString()).isTrue();
        assertThat(shown.at("/statements/0/format").asText()).isEqualTo("Lotus bank v1");
        assertThat(shown.at("/statements/0/proof").asText()).isEqualTo("proved");
        assertThat(shown.at("/statements/0/opening").asLong()).isEqualTo(100_000);
        assertThat(shown.at("/statements/0/closing").asLong()).isEqualTo(30_000);
        assertThat(shown.at("/statements/0/entries").asLong()).isEqualTo(3);
    }

    @Test
    void aChangedLayoutKeepsItsVersionsAndReadsTheSameEntryOnce() {
        var text = text("Orchid");
        var file = sent(text);
        var first = added(file, proposed(file, "Orchid"));
        imported(file);
        var changed = ((ObjectNode) first.get("definition")).deepCopy();
        // Another column as the reference: no entry may count as a new one because of that.
        changed.withObject("columns").putObject("reference").putArray("names").add("Ref Orchid");
        changed.putArray("texts").addObject().putArray("names").add("What");
        var id = first.get("id").asText();
        var body = Json.mapper()
                .createObjectNode()
                .put("file_id", file)
                .put("version", 1)
                .put("note", "references")
                .set("definition", changed);
        service.approved(finance.patch(TREE + "/" + id, body.toString()));
        var detail = finance.get(TREE + "/" + id).expect(200).data();
        assertThat(detail.get("versions")).hasSize(2);
        assertThat(detail.at("/versions/1/definition")).isEqualTo(first.get("definition"));
        var again = sent(text + "\n");
        var shown = preview(again);
        assertThat(shown.at("/statements/0/format").asText()).isEqualTo("Orchid v2");
        assertThat(shown.at("/statements/0/fresh").asLong())
                .as(shown.toString())
                .isZero();
        finance.patch(TREE + "/" + id, body.toString()).expect(409);
    }

    private void imported(String file) {
        var version = finance.get(FILES + "/" + file).expect(200).number("version");
        var reply = finance.post(FILES + "/" + file + "/import", "{\"version\":" + version + "}");
        if (reply.status() == 202) {
            service.approved(reply);
        } else {
            reply.expect(200);
        }
    }

    @Test
    void aRetiredLayoutReadsNothingAndStaysReadable() {
        var file = sent(text("Jasmine"));
        var profile = added(file, proposed(file, "Jasmine"));
        var id = profile.get("id").asText();
        finance.post(FILES + "/" + file + "/read-as", "{\"version\":1,\"profile\":\"Jasmine\"}")
                .expect(200);
        finance.post(TREE + "/" + id + "/retire", "{\"version\":1}").expect(200);
        assertThat(preview(file).at("/faults/0/code").asText()).isEqualTo("BANK_FILE_PROFILE_UNKNOWN");
        assertThat(own("Jasmine").get("status").asText()).isEqualTo("retired");
        assertThat(finance.get(TREE + "/" + id).expect(200).data().get("versions"))
                .hasSize(2);
        finance.post(TREE + "/" + id + "/retire", "{\"version\":2}").expect(409);
        assertThat(add(file, proposed(file, "Jasmine")).expect(409).code()).isEqualTo("RESOURCE_EXISTS");
    }

    @Test
    void namesThatCouldBeMistakenAreRefused() {
        var file = sent(text("Rose"));
        var definition = proposed(file, "x");
        for (var name : new String[] {"KBank K BIZ statement", "kbank k-biz  statement", "KBANK KBIZ STATEMENT"}) {
            assertThat(add(file, definition.deepCopy().put("name", name)).status())
                    .as(name)
                    .isIn(400, 409);
        }
        assertThat(add(file, definition.deepCopy().put("name", "KBank K BIZ statement"))
                        .expect(409)
                        .code())
                .isEqualTo("RESOURCE_EXISTS");
        for (var name :
                new String[] {"camt.053", "MT940 Rose", "Rose, other", "R\u043ese bank", "A", "  ", "Rose\u202e"}) {
            add(file, definition.deepCopy().put("name", name)).expect(400);
        }
    }

    @Test
    void aLayoutThatTurnsMoneyOutIntoMoneyInIsRefused() {
        var file = sent(text("Tulip"));
        var definition = proposed(file, "Tulip");
        definition.withObject("columns").remove("sign");
        definition.withObject("columns").remove("balance");
        definition.putArray("negative");
        definition
                .putArray("lines")
                .add("(?:.*;)?Account No;(?<account>[^;]+).*")
                .add("(?:Opening|Closing).*");
        var trial = tried(file, definition);
        assertThat(trial.get("passed").asBoolean()).isFalse();
        assertThat(trial.get("notices").toString()).contains("BALANCE_DISAGREES", "ONE_DIRECTION");
        assertThat(add(file, definition).expect(400).text()).contains("contradicts the file");
        var turned = proposed(file, "Tulip");
        turned.putArray("negative").add("IN");
        assertThat(add(file, turned).expect(400).text()).contains("does not read the file");
    }

    @Test
    void whatIsNoLayoutIsSaid() {
        var file = sent(text("Lily"));
        finance.post(TREE + "/preview", "{}").expect(400);
        finance.post(TREE + "/preview", "{\"file_id\":\"" + file + "\",\"definition\":{\"name\":\"x\"}}")
                .expect(400);
        finance.post(TREE + "/preview", "{\"file_id\":\"" + file + "\",\"definition\":[]}")
                .expect(400);
        finance.post(TREE + "/preview", "{\"file_id\":\"018f0000-0000-7000-8000-000000000000\"}")
                .expect(404);
        var slow = proposed(file, "Lily");
        slow.withArray("lines").add("(?:a|".repeat(100));
        finance.post(TREE + "/preview", body(file, slow)).expect(400);
        var pdf = sent("%PDF-1.7 Lily");
        assertThat(finance.post(TREE + "/preview", "{\"file_id\":\"" + pdf + "\"}")
                        .expect(409)
                        .code())
                .isEqualTo("BANK_FILE_UNREADABLE");
        finance.get(TREE + "/018f0000-0000-7000-8000-000000000000").expect(404);
    }

    private static String body(String file, JsonNode definition) {
        return Json.mapper()
                .createObjectNode()
                .put("file_id", file)
                .set("definition", definition)
                .toString();
    }

    /** The threshold for a second person counts what the file says now. */
    @Test
    void aLayoutThatIsChangedAfterAFileCameChangesItsStake() {
        var file = sent(text("Aster"));
        var before = finance.get(FILES + "/" + file).expect(200).data();
        assertThat(before.get("credits").isNull()).isTrue();
        added(file, proposed(file, "Aster"));
        var large = sent(text("Aster")
                .replace("250.00,1250.00", "90000250.00,90001250.00")
                .replace(",250.00,A2", ",90000250.00,A2")
                .replace(",300.00", ",90000300.00"));
        assertThat(finance.get(FILES + "/" + large).expect(200).number("credits"))
                .isEqualTo(9_000_030_000L);
    }
}
