package io.tical.server.customer;

import static io.tical.server.customer.CustomerApi.account;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A request for a customer takes effect once, at whichever node it arrives. */
class CustomerRetriesTest {
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
    void aRetryIsReplayedByteForByteAlsoOnAnotherNode() throws Exception {
        var body = account("");
        var first = api.send(0, "sk_test", "/v1/customers", body, "retry-me");
        var again = api.send(1, "sk_test", "/v1/customers", body, "retry-me");

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.raw().headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(again.dataBytes()).isEqualTo(first.dataBytes());
        var other = api.send(0, "sk_test", "/v1/customers", account(""), "retry-me");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        var broken = api.send(0, "sk_test", "/v1/customers", "{", "retry-me");
        assertThat(broken.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }

    @Test
    void duplicatesOnTwoNodesMakeOneAccount() throws Exception {
        for (int round = 0; round < 15; round++) {
            var body = account("");
            var key = "duplicate-" + CustomerApi.number();
            var before = api.customers();
            var replies = new ArrayList<CustomerApi.Reply>();
            try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Callable<CustomerApi.Reply>> duplicates = IntStream.range(0, 6)
                        .mapToObj(i -> (Callable<CustomerApi.Reply>)
                                () -> api.send(i % 2, "sk_test", "/v1/customers", body, key))
                        .toList();
                for (var future : executor.invokeAll(duplicates)) {
                    replies.add(future.get());
                }
            }

            assertThat(api.customers()).isEqualTo(before + 1);
            assertThat(replies)
                    .allSatisfy(reply -> assertThat(
                                    reply.status() == 201 || reply.code().equals("IDEMPOTENCY_REQUEST_IN_PROGRESS"))
                            .as(reply.body().toString())
                            .isTrue());
            assertThat(replies.stream().filter(reply -> reply.status() == 201).map(CustomerApi.Reply::dataBytes))
                    .isNotEmpty()
                    .containsOnly(replies.stream()
                            .filter(reply -> reply.status() == 201)
                            .findFirst()
                            .orElseThrow()
                            .dataBytes());
        }
    }
}
