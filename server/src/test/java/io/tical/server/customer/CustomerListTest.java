package io.tical.server.customer;

import static io.tical.server.customer.CustomerApi.account;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lists of customers, and the search in them. */
class CustomerListTest {
    private static CustomerApi api;

    @BeforeAll
    static void start() {
        api = new CustomerApi();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void aListIsNewestFirstAndSearchedByPrefix() throws Exception {
        var marker = "100% _Zoë\\" + CustomerApi.number();
        var ids = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            var body = account("")
                    .replace(
                            "Somchai Jaidee",
                            Json.mapper().writeValueAsString(marker + " " + i).replaceAll("^\"|\"$", ""));
            ids.addFirst(
                    api.post("sk_live", "/v1/customers", body).data().path("id").asText());
        }

        assertThat(search("sk_live", marker)).isEqualTo(ids);
        assertThat(search("sk_live", marker.toUpperCase(java.util.Locale.ROOT).replace("Ë", "ë")))
                .isEqualTo(ids);
        assertThat(search("sk_live", marker + " 3")).containsExactly(ids.get(1));
        assertThat(search("sk_live", marker.substring(1))).isEmpty();
        assertThat(search("sk_live", "100% %")).isEmpty();
        assertThat(search("sk_live", "100% __")).isEmpty();
        assertThat(search("sk_test", marker)).isEmpty();
        assertThat(search("sk_other", marker)).isEmpty();
        assertThat(search("sk_live", ids.get(2))).containsExactly(ids.get(2));
        assertThat(search(
                        "sk_live", ids.get(2).toUpperCase(java.util.Locale.ROOT).substring(0, 30)))
                .contains(ids.get(2));
        var accountNo = api.get("sk_live", "/v1/customers/" + ids.get(4))
                .data()
                .path("account_no")
                .asText();
        assertThat(search("sk_live", accountNo)).containsExactly(ids.get(4));
    }

    private static List<String> search(String key, String prefix) throws Exception {
        var seen = new ArrayList<String>();
        var path = "/v1/customers?limit=2&q=" + URLEncoder.encode(prefix, StandardCharsets.UTF_8);
        for (var next = path; next != null; ) {
            var reply = api.get(key, next);
            assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
            seen.addAll(reply.data().findValuesAsText("id"));
            next = reply.raw()
                    .headers()
                    .firstValue("Link")
                    .map(link -> link.substring(1, link.indexOf('>')))
                    .orElse(null);
        }
        return seen;
    }

    @Test
    void aCursorBelongsToItsFilter() throws Exception {
        api.post("sk_test", "/v1/customers", account(""));
        api.post("sk_test", "/v1/customers", account(""));
        var cursor = api.get("sk_test", "/v1/customers?limit=1")
                .body()
                .path("meta")
                .path("next_cursor")
                .asText();

        assertThat(api.get("sk_test", "/v1/customers?limit=1&cursor=" + cursor).status())
                .isEqualTo(200);
        assertThat(api.get("sk_test", "/v1/customers?limit=1&q=a&cursor=" + cursor)
                        .code())
                .isEqualTo("CURSOR_INVALID");
        assertThat(api.get("sk_test", "/v1/customers?q=" + "a".repeat(201)).code())
                .isEqualTo("VALIDATION_FAILED");
    }
}
