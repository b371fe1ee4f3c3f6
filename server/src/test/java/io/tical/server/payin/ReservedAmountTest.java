package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.CollectionAccounts;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two open payins never have the same amount on the same account, however they are created. */
class ReservedAmountTest {
    /** The tests share the pool, whose one account for baht has room for a hundred payins of each amount. */
    private static final AtomicLong AMOUNTS = new AtomicLong(100_000);

    private static TestService service;

    private final long amount = AMOUNTS.addAndGet(1_000);

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
    }

    @AfterAll
    static void stop() {
        assertThat(service.count("""
                SELECT count(*) FROM (
                    SELECT 1 FROM payin WHERE status IN ('pending', 'processing')
                    GROUP BY collection_account_id, livemode, transfer_amount, currency
                    HAVING count(*) > 1 AND currency NOT IN ('JPY', 'VND', 'IDR')) doubled""")).isZero();
        service.close();
    }

    private static List<Merchant> merchants(int count) {
        return IntStream.range(0, count).mapToObj(i -> service.merchant()).toList();
    }

    private static List<Reply> created(List<Reply> replies) {
        return replies.stream().filter(reply -> reply.status() == 201).toList();
    }

    @Test
    void fiftyConcurrentPayinsOfOneAmountHaveFiftyAmounts() throws Exception {
        var merchants = merchants(2);
        var replies = Race.of(50, i -> merchants.get(i % 2).payin("same-" + i, amount));
        assertThat(replies).allSatisfy(reply -> reply.expect(201));
        assertThat(replies.stream().map(reply -> reply.number("transfer_amount")))
                .doesNotHaveDuplicates()
                .allSatisfy(transfer -> assertThat(transfer).isBetween(amount, amount + 99));
    }

    @Test
    void aHundredOfAHundredAndFiftyConcurrentPayinsGetAnAmount() throws Exception {
        try (var other = service.node(Map.of(), TestService.WITHOUT_WORK)) {
            var merchants = IntStream.range(0, 10)
                    .mapToObj(i -> service.merchant())
                    .map(merchant -> List.of(merchant, merchant.at(other.port())))
                    .toList();
            var replies =
                    Race.of(150, i -> merchants.get(i % 10).get(i / 10 % 2).payin("crowd-" + i, amount));
            assertThat(replies.stream().filter(reply -> reply.status() != 201))
                    .allSatisfy(reply -> reply.expect(422, "CHANNEL_UNAVAILABLE"));
            assertThat(created(replies)).hasSize(100);
            assertThat(created(replies).stream().map(reply -> reply.number("transfer_amount")))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void aFullAccountIsFollowedByTheNextOne() throws Exception {
        service.tical()
                .collectionAccounts()
                .add(new CollectionAccounts.Description("USD", "BANK", "1112223334", "Second", null, 1));
        var merchants = merchants(6);
        var replies = Race.of(150, i -> dollars(merchants.get(i % 6), "two-" + i, amount));
        assertThat(replies).allSatisfy(reply -> reply.expect(201));
        var places = new HashSet<String>();
        replies.forEach(
                reply -> assertThat(places.add(reply.word("receiving_identifier") + reply.number("transfer_amount")))
                        .isTrue());
    }

    private static Reply dollars(Merchant merchant, String reference, long amount) {
        return merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"%s","amount":%d,"currency":"USD"}""", reference, amount));
    }

    @Test
    void overlappingAmountsShareTheirRoom() throws Exception {
        var merchants = merchants(6);
        var replies = Race.of(150, i -> merchants.get(i % 6).payin("overlap-" + i, amount + i % 50));
        assertThat(created(replies).stream().map(reply -> reply.number("transfer_amount")))
                .doesNotHaveDuplicates();
        // 149 amounts can be reached in all; chance decides how many of them are.
        assertThat(created(replies)).hasSizeBetween(100, 149);
    }

    @Test
    void testAndLiveDoNotTakeAmountsFromEachOther() throws Exception {
        var merchants = merchants(4);
        assertThat(created(Race.of(100, i -> merchants.get(i % 4).payin("test-" + i, amount))))
                .hasSize(100);
        var another = service.merchant();
        service.live(another).payin("live", amount).expect(201);
        assertThat(another.payin("full", amount)
                        .expect(422, "CHANNEL_UNAVAILABLE")
                        .text())
                .contains("No account can receive this amount");
    }

    @Test
    void anEndedPayinReleasesItsAmountAndAnExpiredOneAfterADay() throws Exception {
        var merchants = merchants(4);
        var replies = Race.of(100, i -> merchants.get(i % 4).payin("full-" + i, amount));
        var merchant = service.merchant();
        merchant.payin("more", amount).expect(422, "CHANNEL_UNAVAILABLE");

        var cancelled = replies.get(0);
        merchants.get(0).post("/v1/payins/" + cancelled.word("id") + "/cancel").expect(200);
        var confirmed = replies.get(1);
        merchants
                .get(1)
                .post("/v1/payins/" + confirmed.word("id") + "/test-confirm")
                .expect(200);
        for (var reference : List.of("after-1", "after-2")) {
            assertThat(merchant.payin(reference, amount).expect(201).number("transfer_amount"))
                    .isIn(cancelled.number("transfer_amount"), confirmed.number("transfer_amount"));
        }

        var expired = replies.get(2);
        service.expire(expired.word("id"));
        awaitStatus(merchants.get(2), expired, "expired");
        merchant.payin("not-yet", amount).expect(422, "CHANNEL_UNAVAILABLE");
        var reservation = "FROM amount_reservation WHERE payin_id = '" + expired.word("id") + "'";
        assertThat(
                        service.count(
                                "SELECT count(*) " + reservation
                                        + " AND free_at BETWEEN now() + interval '23 hours 59 minutes' AND now() + interval '24 hours'"))
                .isEqualTo(1);
        service.sql("UPDATE amount_reservation SET free_at = now() WHERE free_at IS NOT NULL");
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(service.count("SELECT count(*) " + reservation))
                        .isZero());
        assertThat(merchant.payin("now", amount).expect(201).number("transfer_amount"))
                .isEqualTo(expired.number("transfer_amount"));
    }

    private long heldOf(Merchant merchant, long from) {
        return service.count(String.format(
                Locale.ROOT,
                "SELECT count(*) FROM amount_reservation WHERE organization_id = '%s' AND transfer_amount BETWEEN %d AND %d",
                merchant.organizationId(),
                from,
                from + 99));
    }

    private static void weigh(String currency, ToIntFunction<CollectionAccount> weight) {
        var accounts = service.tical().collectionAccounts();
        for (var account : accounts.list()) {
            if (account.currency().equals(currency)) {
                accounts.change(
                        account.id(),
                        account.version(),
                        new CollectionAccounts.Description(
                                currency,
                                account.bankCode(),
                                account.accountNo(),
                                account.holderName(),
                                account.promptpayId(),
                                weight.applyAsInt(account)));
            }
        }
    }

    /** Merchants of whom each has a payin on every account for baht. */
    private List<Merchant> users(int count) {
        var merchants = merchants(count);
        for (var merchant : merchants) {
            merchant.payin("use", amount + 500).expect(201);
            service.live(merchant).payin("use", amount + 500).expect(201);
        }
        return merchants;
    }

    @Test
    void aMerchantThatIsAloneOnAnAccountLeavesAQuarterForTheNextOne() throws Exception {
        service.tical()
                .collectionAccounts()
                .add(new CollectionAccounts.Description("USD", "BANK", "3334445551", "Of one", null, 1_000));
        weigh("USD", account -> account.accountNo().equals("3334445551") ? 1 : 0);
        try {
            var alone = service.merchant();
            assertThat(created(Race.of(110, i -> dollars(alone, "alone-" + i, amount))))
                    .hasSize(75);
            var second = service.merchant();
            assertThat(created(Race.of(40, i -> dollars(second, "second-" + i, amount))))
                    .hasSize(25);
            dollars(alone, "more", amount).expect(422, "CHANNEL_UNAVAILABLE");
            assertThat(created(Race.of(40, i -> dollars(second, "another-" + i, amount + 1_000))))
                    .as("half of what is not left for a third one")
                    .hasSize(37);
        } finally {
            weigh("USD", account -> 1);
        }
    }

    @Test
    void amongFourAMerchantGetsAtMostAQuarterOfTheReservationsOfAnAmount() throws Exception {
        users(4);
        try (var other = service.node(Map.of(), TestService.WITHOUT_WORK)) {
            var greedy = service.merchant();
            var nodes = List.of(greedy, greedy.at(other.port()));
            var replies = Race.of(120, i -> nodes.get(i % 2).payin("all-" + i, amount));
            assertThat(created(replies)).hasSize(25);
            assertThat(replies)
                    .filteredOn(reply -> reply.status() != 201)
                    .allSatisfy(reply -> assertThat(
                                    reply.expect(422, "CHANNEL_UNAVAILABLE").text())
                            .contains("use another amount", "cancel open payins"));
            var another = service.merchant();
            assertThat(created(Race.of(25, i -> another.payin("another-" + i, amount))))
                    .hasSize(25);
            greedy.payin("next", amount + 100).expect(201);

            var open = created(replies).getFirst().word("id");
            greedy.post("/v1/payins/" + open + "/cancel").expect(200);
            greedy.payin("again", amount).expect(201);
            greedy.payin("too-many", amount).expect(422, "CHANNEL_UNAVAILABLE");
            // The environments count for themselves.
            service.live(greedy).payin("live", amount).expect(201);
        }
    }

    @Test
    void neighbouringAmountsGiveAMerchantNoMore() throws Exception {
        users(4);
        var greedy = service.merchant();
        for (int step : new int[] {0, 25, 50, 75, -25, -50, -75, 10, 60, 99, -99}) {
            var base = amount + step;
            Race.of(40, i -> greedy.payin("near" + step + "-" + i, base));
        }
        for (long from = amount - 99; from <= amount + 99; from++) {
            assertThat(heldOf(greedy, from)).as("from %d", from).isLessThanOrEqualTo(25);
        }
        var another = service.merchant();
        assertThat(created(Race.of(25, i -> another.payin("another-" + i, amount))))
                .hasSize(25);
    }

    @Test
    void anExpiredPayinCountsForItsMerchantWhileItKeepsItsAmount() throws Exception {
        users(4);
        var merchant = service.merchant();
        var replies = Race.of(25, i -> merchant.payin("kept-" + i, amount));
        for (var reply : created(replies)) {
            service.expire(reply.word("id"));
        }
        awaitStatus(merchant, replies.getLast(), "expired");
        merchant.payin("more", amount).expect(422, "CHANNEL_UNAVAILABLE");
    }

    @Test
    void onTheNextAccountAMerchantHasItsShareToo() throws Exception {
        var accounts = service.tical().collectionAccounts();
        accounts.add(new CollectionAccounts.Description("USD", "BANK", "2223334441", "Another", null, 10));
        var numbers = accounts.list().stream()
                .filter(account -> account.currency().equals("USD"))
                .map(CollectionAccount::accountNo)
                .toList();
        assertThat(numbers).hasSizeGreaterThan(1);
        var merchant = service.merchant();
        var replies = Race.of(75 * numbers.size() + 5, i -> dollars(merchant, "next-" + i, amount));
        for (var number : numbers) {
            assertThat(created(replies))
                    .filteredOn(reply -> reply.word("receiving_identifier").equals(number))
                    .hasSizeBetween(25, 75);
        }
        merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"full","amount":%d,"currency":"USD"}""", amount)).expect(422, "CHANNEL_UNAVAILABLE");
    }

    private static void awaitStatus(Merchant merchant, Reply payin, String status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(merchant.payin(payin.word("id")).word("status"))
                        .isEqualTo(status));
    }

    @Test
    void amountsAreSharedWhereNoFractionCanBePaid() throws Exception {
        for (var currency : List.of("JPY", "VND")) {
            service.tical()
                    .collectionAccounts()
                    .add(new CollectionAccounts.Description(currency, "BANK", "1112223334", "Operator", null, 10));
            var merchant = service.merchant();
            var replies = Race.of(
                    120, i -> merchant.post("/v1/payins", String.format(Locale.ROOT, """
                    {"order_ref":"%s-%d","amount":50000,"currency":"%s"}""", currency, i, currency)));
            assertThat(replies)
                    .allSatisfy(reply -> assertThat(reply.expect(201).number("transfer_amount"))
                            .isEqualTo(50_000));
        }
    }

    @Test
    void aReplayOrATwiceGivenReferenceLeavesNoAmountTaken() throws Exception {
        var merchant = service.merchant();
        var replies = Race.of(40, i -> merchant.payin("one", amount));
        assertThat(created(replies)).hasSize(1);
        assertThat(replies)
                .filteredOn(reply -> reply.status() != 201)
                .allSatisfy(reply -> reply.expect(409, "RESOURCE_EXISTS"));
        for (var table : List.of("amount_reservation", "pay_token")) {
            assertThat(service.count("SELECT count(*) FROM " + table + " WHERE organization_id = '"
                            + merchant.organizationId() + "'"))
                    .isEqualTo(1);
        }
    }

    @Test
    void accountsAreChosenAsOftenAsTheirWeightSays() throws Exception {
        var accounts = service.tical().collectionAccounts();
        accounts.add(new CollectionAccounts.Description("IDR", "BCA", "1112223333", "Heavy", null, 300));
        accounts.add(new CollectionAccounts.Description("IDR", "BCA", "1112223334", "Light", null, 100));
        accounts.add(new CollectionAccounts.Description("IDR", "BCA", "1112223335", "Resting", null, 0));
        var merchant = service.merchant();
        var chosen = Race.of(
                400,
                i -> merchant.post("/v1/payins", String.format(Locale.ROOT, """
                        {"order_ref":"weight-%d","amount":100000,"currency":"IDR"}""", i))
                        .expect(201)
                        .word("receiving_holder_name"));
        assertThat(chosen).doesNotContain("Resting");
        // A quarter of 400, five standard deviations around.
        assertThat(chosen.stream().filter("Light"::equals).count()).isBetween(57L, 143L);
    }
}
