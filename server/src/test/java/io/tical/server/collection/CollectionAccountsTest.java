package io.tical.server.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.collection.CollectionAccounts.Description;
import io.tical.server.currency.Currencies;
import io.tical.server.problem.Problem;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectionAccountsTest {
    private static TestService service;
    private static CollectionAccounts accounts;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        accounts = service.tical().collectionAccounts();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void theDemoHasOneForBahtWithPromptPayAndOneForDollars() {
        assertThat(accounts.list())
                .filteredOn(account -> account.holderName().contains("Demo"))
                .extracting(CollectionAccount::currency)
                .containsExactlyInAnyOrder("THB", "USD");
        assertThat(accounts.list())
                .filteredOn(account -> account.promptpayId() != null)
                .extracting(CollectionAccount::currency)
                .contains("THB");
    }

    /** Of accounts that were entered before ids were checked, some have an id without a code. */
    @ParameterizedTest
    @CsvSource({
        "THB, 0812345678, 100, true",
        "THB, 0812345678, 999999999900, true",
        "THB, 0812345678, 999999999901, false",
        "THB, , 100, false",
        "THB, 1234567890, 100, false",
        "THB, 1234567890120, 100, false",
        "USD, 0812345678, 100, false"
    })
    void onlyAnIdThatBanksAppsAcceptHasACode(String code, String id, long amount, boolean has) {
        var currency = Currencies.shipped().find(code).orElseThrow();
        var account = new CollectionAccount(
                new UUID(0, 1),
                code,
                "KBANK",
                "1234567890",
                "Shop",
                id,
                1,
                1,
                Instant.EPOCH,
                Instant.EPOCH,
                AccountTerms.NONE);
        assertThat(account.hasCode(currency, amount)).isEqualTo(has);
    }

    @Test
    void anAccountIsAddedOnceAndChangedByWhoSawItsVersion() {
        var description = new Description("THB", "014", "5556667778", " Second ", "0812345678", 5);
        var added = accounts.add(description);
        assertThat(added.bankCode()).isEqualTo("SCB");
        assertThat(added.holderName()).isEqualTo("Second");
        assertThat(accounts.get(added.id())).isEqualTo(added);
        assertThatThrownBy(() -> accounts.add(description)).hasMessageContaining("number at this bank exists");
        var resting = accounts.change(added.id(), 1, new Description("THB", "SCB", "5556667778", "Second", null, 0));
        assertThat(resting.weight()).isZero();
        assertThat(resting.promptpayId()).isNull();
        assertThat(accounts.get(added.id())).isEqualTo(resting);
        assertThatThrownBy(() -> accounts.change(added.id(), 1, description))
                .isInstanceOfSatisfying(
                        Problem.Conflict.class,
                        problem -> assertThat(problem.code()).isEqualTo("VERSION_CONFLICT"));
        assertThatThrownBy(() ->
                        accounts.change(added.id(), 2, new Description("USD", "SCB", "5556667778", "Second", null, 0)))
                .isInstanceOf(Problem.Invalid.class);
    }

    @Test
    void ofTwoConcurrentChangesToOneBankAccountTheSecondIsAConflict() throws SQLException {
        var first = accounts.add(new Description("THB", "SCB", "7000000001", "First", null, 0));
        var second = accounts.add(new Description("THB", "SCB", "7000000002", "Second", null, 0));
        var same = new Description("THB", "SCB", "7000000003", "Second", null, 0);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var connection = TestDatabase.owner(service.database());
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("UPDATE collection_account SET account_no = '7000000003' WHERE collection_account_id = '"
                    + first.id() + "'");
            var waiting = threads.submit(() -> accounts.change(second.id(), 1, same));
            await().until(() -> service.count("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                            + " AND datname = current_database() AND query LIKE 'UPDATE collection_account%'")
                    == 1);
            connection.commit();
            assertThatThrownBy(waiting::get).cause().isInstanceOfSatisfying(Problem.Conflict.class, problem -> {
                assertThat(problem.code()).isEqualTo("RESOURCE_EXISTS");
                assertThat(problem.about()).get().extracting(Problem.About::id).isEqualTo(first.id());
            });
        }
        assertThat(accounts.get(second.id()).accountNo()).isEqualTo("7000000002");
    }

    @Test
    void invalidFieldsAreNamed() {
        assertThatThrownBy(() -> accounts.add(new Description("KWD", "?", "12", " ", "12", 1001)))
                .isInstanceOfSatisfying(
                        Problem.Invalid.class,
                        problem -> assertThat(problem.errors())
                                .extracting(Problem.FieldError::field)
                                .containsExactly(
                                        "currency",
                                        "bank_code",
                                        "account_no",
                                        "holder_name",
                                        "promptpay_id",
                                        "weight"));
        assertThatThrownBy(() -> accounts.add(new Description("USD", "BANK", "123456", "X", "0812345678", 1)))
                .isInstanceOf(Problem.Invalid.class);
    }
}
