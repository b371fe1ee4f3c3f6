package io.tical.server.build.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.OpenApiContract;
import io.tical.server.docs.OpenApi;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The pages of the reference: together they show the whole document, and each is small. */
class ReferenceSiteTest {
    /** What a page may weigh on the wire. */
    private static final int PACKED_BYTES_MAX = 20_000;

    private static final OpenApi DOCUMENT = OpenApiContract.merchants().document();
    private static final ReferenceSite SITE = new ReferenceSite(DOCUMENT);
    private static final Map<String, String> PAGES = SITE.addresses().stream()
            .collect(Collectors.toMap(address -> address, SITE::page, (one, other) -> one, LinkedHashMap::new));

    private static String page(String address) {
        return Optional.ofNullable(PAGES.get(address)).orElseThrow(() -> new AssertionError("no page " + address));
    }

    private static List<String> found(String page, String pattern) {
        return Pattern.compile(pattern)
                .matcher(page)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static List<String> codes() {
        return DOCUMENT.root()
                .at("/components/schemas/ErrorCode/enum")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    @Test
    void everyLinkLeadsToAPageAndToAPartOfItAndNoIdIsGivenTwice() {
        PAGES.forEach((address, page) -> {
            assertThat(found(page, " id=\"([^\"]+)\"")).as(address).doesNotHaveDuplicates();
            for (var link : found(page, "href=\"(/docs[^\"]*|#[^\"]*)\"")) {
                var parts = link.split("#", 2);
                if (parts[0].startsWith("/docs/assets/")) {
                    continue;
                }
                var target = page(parts[0].isEmpty() ? address : parts[0]);
                if (parts.length == 2) {
                    assertThat(found(target, " id=\"([^\"]+)\""))
                            .as(address + " → " + link)
                            .contains(parts[1]);
                }
            }
            assertThat(page).as(address).doesNotContain("```", "**", "$ref", "](");
        });
    }

    @Test
    void everyAnchorOfTheFormerSinglePageIsOnTheOverviewAndLeadsOn() {
        var anchors = new Addresses(DOCUMENT).anchors();
        assertThat(anchors)
                .containsKeys(
                        "createPayout",
                        "payoutEventCallback",
                        "object-Payout",
                        "idempotency",
                        "error-codes",
                        "tag-payouts",
                        "INSUFFICIENT_BALANCE",
                        "transitions");
        var overview = page(Addresses.ROOT);
        anchors.forEach((anchor, address) -> {
            var entry = Pattern.compile(
                    "<(?:li|section)[^>]* id=\"" + anchor + "\">(?:<h2>)?<a href=\"" + Pattern.quote(address) + "\"");
            assertThat(entry.matcher(overview).find() || address.startsWith(Addresses.CALLBACKS))
                    .as(anchor)
                    .isTrue();
        });
    }

    @Test
    void everyOperationCallbackObjectAndFieldIsShown() {
        for (var operation : DOCUMENT.operations()) {
            var page = page(Addresses.operation(operation));
            for (var parameter : ExampleCall.parameters(DOCUMENT, operation)) {
                assertThat(page).contains("<code class=\"field\">" + OpenApi.text(parameter, "name") + "</code>");
            }
            for (var language : ExampleLanguage.values()) {
                assertThat(page).contains("class=\"code " + language.word() + "\"");
            }
        }
        for (var callback : DOCUMENT.callbacks()) {
            requireFields(page(Addresses.callback(callback)), OperationPart.bodySchema(callback));
        }
        ObjectPages.shown(DOCUMENT)
                .forEach(name -> requireFields(
                        page(Addresses.object(name)), DOCUMENT.root().at("/components/schemas/" + name)));
    }

    private static void requireFields(String page, JsonNode schema) {
        DOCUMENT.resolve(schema)
                .path("properties")
                .fieldNames()
                .forEachRemaining(field -> assertThat(page).contains("<code class=\"field\">" + field + "</code>"));
    }

    /** Each vocabulary of a body has a list of its own, without the fields of the other. */
    @Test
    void aBodyOfTwoVocabulariesIsShownAsTwo() {
        var payout = page("/docs/operations/createPayout");
        var second = payout.indexOf("<h2>Body, with <code>merchant_ref_id</code></h2>");
        assertThat(payout.substring(0, second))
                .contains("<h2>Body, with <code>order_ref</code></h2>")
                .contains("<code class=\"field\">dest_account_id</code><span class=\"note required\">")
                .doesNotContain("<code class=\"field\">request_amount</code>");
        assertThat(payout.substring(second))
                .contains("<code class=\"field\">request_amount</code><span class=\"note required\">")
                .doesNotContain("<code class=\"field\">dest_account_id</code>");
    }

    @Test
    void everyErrorCodeHasAPageWithStatusCauseCureAndTheOperationsThatReturnIt() {
        var errors = ErrorCodes.of(DOCUMENT).codes();
        assertThat(errors.keySet()).containsExactlyInAnyOrderElementsOf(codes());
        errors.forEach((name, code) -> {
            assertThat(code.cause().length()).as(name + " cause").isGreaterThan(60);
            assertThat(code.cure().length()).as(name + " cure").isGreaterThan(40);
            assertThat(code.message()).as(name + " error").isNotBlank();
            var page = page(Addresses.error(name));
            assertThat(page)
                    .contains("<h2>Cause</h2>", "<h2>What to do</h2>", "<h2>Operations that return it</h2>", name);
            code.statuses().forEach(status -> assertThat(page).contains("\">" + status + "</span>"));
            assertThat(page(Addresses.ERRORS)).contains("href=\"" + Addresses.error(name) + "\"");
        });
        assertThat(OpenApi.tree(OpenApi.read("/io/tical/server/build/reference/errors.yaml"))
                        .properties())
                .extracting(Map.Entry::getKey)
                .as("texts of codes that exist")
                .containsExactlyInAnyOrderElementsOf(codes());
        assertThat(page(Addresses.error("INSUFFICIENT_BALANCE")))
                .contains("/docs/operations/createPayout")
                .doesNotContain("/docs/operations/createPayin\"><span class=\"method post\">POST</span> <code>");
    }

    @Test
    void everyPageIsSmallOnTheWire() {
        PAGES.forEach((address, page) -> assertThat(packed(page)).as(address).isLessThan(PACKED_BYTES_MAX));
    }

    private static int packed(String page) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(page.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.size();
    }

    @Test
    void aSearchFindsEveryOperationCodeEventObjectAndFieldAtAnAddressThatExists() throws IOException {
        var document = DOCUMENT;
        var markdown = new Markdown(code -> null, link -> link);
        var index = Json.mapper()
                .readTree(SearchIndex.of(document, GuidePages.of(document, markdown), ErrorCodes.of(document)));
        var titles = new TreeSet<String>();
        for (var entry : index) {
            titles.add(entry.path(0).asText() + " " + entry.path(1).asText());
            var parts = entry.path(3).asText().split("#", 2);
            var target = page(parts[0]);
            if (parts.length == 2) {
                assertThat(target).contains(" id=\"" + parts[1] + "\"");
            }
        }
        assertThat(titles)
                .contains(
                        "Operation Create a payout",
                        "Error INSUFFICIENT_BALANCE",
                        "Event payout.succeeded",
                        "Guide Idempotency",
                        "Object Payout",
                        "Field dest_account_id",
                        "Field execution_steps");
        codes().forEach(code -> assertThat(titles).contains("Error " + code));
    }

    @Test
    void onlyAnOperationForLiveKeysIsNotTriedAndADestructiveOneSaysSo() {
        for (var operation : DOCUMENT.operations()) {
            var page = page(Addresses.operation(operation));
            assertThat(page.contains("<form>")).as(operation.id()).isEqualTo(Keys.of(DOCUMENT, operation) != Keys.LIVE);
        }
        assertThat(page("/docs/operations/verifySlip"))
                .contains("Live keys only")
                .doesNotContain("try-key");
        assertThat(page("/docs/operations/removeOrganizationAccount")).contains("This cannot be undone");
        assertThat(page("/docs/operations/cancelPayout")).contains("This cannot be undone");
        assertThat(page("/docs/operations/createPayout")).doesNotContain("This cannot be undone");
    }
}
