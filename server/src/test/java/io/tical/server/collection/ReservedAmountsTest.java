package io.tical.server.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.currency.Currencies;
import java.time.ZoneId;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operators see that an account becomes full before it refuses payins. */
class ReservedAmountsTest {
    private final DatabaseSettings settings = TestDatabase.settings();
    private Database database;
    private CollectionAccounts accounts;
    private ReservedAmounts reserved;

    @BeforeEach
    void open() {
        database = Databases.open(settings);
        TestDatabase.empty(settings, "collection_account", "amount_reservation");
        accounts = new CollectionAccounts(
                database,
                Currencies.shipped(),
                TestService.CLOCK,
                new AccountZones(ZoneId.of("Asia/Bangkok")),
                (session, account) -> {});
        reserved = new ReservedAmounts(database, Currencies.shipped());
    }

    @AfterEach
    void close() {
        database.close();
    }

    private UUID account(String currency, String number) {
        return accounts.add(new CollectionAccounts.Description(currency, "KBANK", number, "Operator", null, 1))
                .id();
    }

    private void reserve(UUID account, boolean livemode, UUID organization, long from, int count) {
        database.run(session -> session.sql("""
                        INSERT INTO amount_reservation (collection_account_id, livemode, transfer_amount, organization_id, payin_id)
                        SELECT :account, :livemode, cast(:from AS bigint) + n, :organization, gen_random_uuid()
                        FROM generate_series(0, cast(:count AS int) - 1) n
                        """)
                .bind("account", account)
                .bind("livemode", livemode)
                .bind("organization", organization)
                .bind("from", from)
                .bind("count", count)
                .run());
        reserved.refresh();
    }

    @Test
    void theFullestPriceCountsAndManyOrganizationsFillItTogether() {
        var account = account("THB", "1112223334");
        var other = account("THB", "1112223335");
        for (int i = 0; i < 4; i++) {
            reserve(account, true, Ids.next(), 10_000 + 20 * i, 19);
        }
        reserve(account, true, Ids.next(), 50_000, 3);
        assertThat(reserved.percent(account)).isEqualTo(76);
        assertThat(reserved.percent(other)).isZero();
        assertThat(reserved.warnings()).isEmpty();

        reserve(account, true, Ids.next(), 10_080, 4);
        assertThat(reserved.percent(account)).isEqualTo(80);
        assertThat(reserved.warnings())
                .singleElement()
                .asString()
                .contains(account.toString(), "80 of 100 payins of about 100.00 THB");
        assertThat(reserved.metrics().getFirst().samples().get())
                .singleElement()
                .satisfies(sample -> assertThat(sample.value()).isEqualTo(0.8));
    }

    @Test
    void anOrganizationThatNearlyHasItsShareCounts() {
        var account = account("THB", "1112223334");
        var greedy = Ids.next();
        for (int i = 0; i < 3; i++) {
            reserve(account, true, Ids.next(), 90_000 + i, 1);
        }
        reserve(account, true, greedy, 10_000, 22);
        assertThat(reserved.percent(account)).isEqualTo(88);
        assertThat(reserved.warnings())
                .singleElement()
                .asString()
                .contains(greedy.toString(), "22 of its 25 payins of about 100.00 THB");
    }

    @Test
    void testPayinsAndCurrenciesWhosePayinsShareAnAmountFillNothing() {
        var account = account("THB", "1112223334");
        var dong = account("VND", "1112223334");
        reserve(account, false, Ids.next(), 10_000, 90);
        reserve(dong, true, Ids.next(), 10_000, 90);
        assertThat(reserved.percent(account)).isZero();
        assertThat(reserved.percent(dong)).isZero();
        assertThat(reserved.warnings()).isEmpty();
    }
}
