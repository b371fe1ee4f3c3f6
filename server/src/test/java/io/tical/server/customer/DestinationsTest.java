package io.tical.server.customer;

import static io.tical.server.customer.CustomerApi.ORGANIZATION;
import static io.tical.server.customer.CustomerApi.OTHER;
import static io.tical.server.customer.CustomerApi.account;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.key.TransactionKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What payouts read of customers. */
class DestinationsTest {
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
    void destinationsAreReadForAWholeGroupAndEachCallerFindsOnlyItsOwn() throws Exception {
        var test = api.post("sk_test", "/v1/customers", account("")).data();
        var live = api.post("sk_live", "/v1/customers", account("")).data();
        var mine = new TransactionKey(ORGANIZATION, false, id(test, "id"));
        var mineLive = new TransactionKey(ORGANIZATION, true, id(live, "id"));
        var keys = List.of(
                mine,
                mineLive,
                mine,
                new TransactionKey(OTHER, false, id(test, "id")),
                new TransactionKey(ORGANIZATION, true, id(test, "id")),
                new TransactionKey(ORGANIZATION, false, Ids.next()));

        Map<TransactionKey, Destination> found = api.database().run(session -> Destinations.find(session, keys));

        assertThat(found).containsOnlyKeys(mine, mineLive);
        assertThat(found.get(mine))
                .isEqualTo(new Destination(
                        id(test, "id"),
                        id(test, "customer_id"),
                        "Somchai Jaidee",
                        "KBANK",
                        test.path("account_no").asText(),
                        "Somchai Jaidee",
                        "THB",
                        true,
                        null));
        assertThat(found.get(mineLive).verified()).isFalse();
        Map<TransactionKey, Destination> none = api.database().run(session -> Destinations.find(session, List.of()));
        assertThat(none).isEmpty();

        var customer = new TransactionKey(ORGANIZATION, false, id(test, "customer_id"));
        Set<TransactionKey> existing = api.database()
                .run(session -> Destinations.existing(
                        session,
                        List.of(
                                customer,
                                new TransactionKey(OTHER, false, customer.id()),
                                new TransactionKey(ORGANIZATION, true, customer.id()))));
        assertThat(existing).containsExactly(customer);
    }

    private static UUID id(JsonNode data, String field) {
        return UUID.fromString(data.path(field).asText());
    }
}
