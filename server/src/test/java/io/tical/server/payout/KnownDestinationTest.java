package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.customer.Destination;
import io.tical.server.customer.KnownDestinations;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.Outdated;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Payouts to a destination that the node has read before, and that has changed since. */
class KnownDestinationTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Merchant paid() {
        var merchant = service.merchant().funded("THB", 10_000);
        pay(merchant, "known").expect(201);
        return merchant;
    }

    private static Reply pay(Merchant merchant, String reference) {
        return merchant.post("/v1/payouts", merchant.payoutBody(reference, 1_000), reference);
    }

    @ParameterizedTest
    @CsvSource({
        "bank_code = 'SCB', /data/destination/bank_code, SCB",
        "account_no = '0000000001', /data/destination/account_no, 0000000001",
        "holder_name = 'Somsak', /data/destination/holder_name, Somsak"
    })
    void aChangedColumnIsReadAgain(String change, String field, String value) {
        var merchant = paid();
        service.asService(
                "customer_account",
                "UPDATE customer_account SET " + change + " WHERE account_id = '" + merchant.account() + "'");
        for (var reference : new String[] {"changed", "known-again"}) {
            var payout = pay(merchant, reference).expect(201);
            assertThat(payout.json().at(field).textValue()).isEqualTo(value);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "customer_account SET bank_code = 'SCB'",
                "customer_account SET account_no = '0000000001'",
                "customer_account SET holder_name = 'Somsak'",
                "customer_account SET currency = 'USD'",
                "customer_account SET verified_at = NULL",
                "customer_account SET edited_at = now()",
                "customer SET name = 'Somsak'"
            })
    void aTransactionFailsOnceWhenAColumnHasChanged(String change) {
        var merchant = service.merchant();
        var account = new TransactionKey(merchant.organizationId(), false, UUID.fromString(merchant.account()));
        var known = new KnownDestinations();
        Supplier<Map<TransactionKey, Destination>> find =
                () -> service.serviceDatabase().transaction(session -> known.find(session, Set.of(account)));
        assertThat(find.get()).isEqualTo(find.get()).hasSize(1);
        service.asService(
                change.split(" ")[0],
                "UPDATE " + change + " WHERE organization_id = '" + merchant.organizationId() + "'");
        assertThatThrownBy(find::get).isInstanceOf(Outdated.class);
        assertThat(find.get()).isEqualTo(find.get());
    }

    @Test
    void aTransactionFailsWhenOneOfSeveralHasChanged() {
        var known = new KnownDestinations();
        var merchants = List.of(service.merchant(), service.merchant());
        var accounts = merchants.stream()
                .map(one -> new TransactionKey(one.organizationId(), false, UUID.fromString(one.account())))
                .collect(Collectors.toSet());
        Supplier<Map<TransactionKey, Destination>> find =
                () -> service.serviceDatabase().transaction(session -> known.find(session, accounts));
        assertThat(find.get()).isEqualTo(find.get()).hasSize(2);
        service.asService(
                "customer",
                "UPDATE customer SET name = 'Somsak' WHERE organization_id = '"
                        + merchants.getLast().organizationId() + "'");
        assertThatThrownBy(find::get).isInstanceOf(Outdated.class);
    }

    @Test
    void aChangedCustomerIsReadAgain() {
        var merchant = paid();
        service.asService(
                "customer",
                "UPDATE customer SET name = 'Somsak' WHERE organization_id = '" + merchant.organizationId() + "'");
        assertThat(pay(merchant, "changed")
                        .expect(201)
                        .json()
                        .at("/data/customer_name")
                        .textValue())
                .isEqualTo("Somsak");
    }

    @Test
    void anAccountThatIsGoneIsRefused() {
        var merchant = paid();
        service.asService(
                "customer_account", "DELETE FROM customer_account WHERE account_id = '" + merchant.account() + "'");
        pay(merchant, "gone").expect(422, "DESTINATION_NOT_FOUND");
        assertThat(merchant.available()).isEqualTo(9_000);
    }

    @Test
    void payoutsToAccountsThatChangeAllTheTimeAreCreated() {
        var merchant = service.merchant().funded("THB", 100_000);
        for (int number = 0; number < 20; number++) {
            service.asService(
                    "customer_account",
                    "UPDATE customer_account SET edited_at = now() WHERE account_id = '" + merchant.account() + "'");
            pay(merchant, "payout-" + number).expect(201);
        }
        assertThat(merchant.available()).isEqualTo(80_000);
    }
}
