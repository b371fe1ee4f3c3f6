package io.tical.server.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.CollectionAccounts;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What payers see of an account follows what it is for, and its limits, however many payins and nodes there are. */
class AccountLimitsTest extends OperatedService {
    private CollectionAccount account(String currency, String number, int weight) {
        return service.tical()
                .collectionAccounts()
                .add(new CollectionAccounts.Description(currency, "BANK", number, "Operator", null, weight));
    }

    private String path(CollectionAccount account) {
        return "/admin/v1/collection-accounts/" + account.id();
    }

    private Reply change(CollectionAccount account, String fields) {
        var version = finance.get(path(account)).expect(200).number("version");
        return finance.patch(path(account), "{\"version\":" + version + ",\"note\":\"as agreed\"," + fields + "}");
    }

    private static Reply payin(Merchant merchant, String reference, String currency, long amount) {
        return merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"%s","amount":%d,"currency":"%s"}""", reference, amount, currency));
    }

    private static List<Reply> created(List<Reply> replies) {
        return replies.stream().filter(reply -> reply.status() == 201).toList();
    }

    private static long sum(List<Reply> payins) {
        return payins.stream()
                .mapToLong(reply -> reply.number("transfer_amount"))
                .sum();
    }

    @Test
    void anAccountForPayingIsNeverOfferedToPayers() throws Exception {
        var collecting = account("IDR", "1000000001", 1);
        var paying = account("IDR", "1000000002", 1_000);
        change(paying, "\"purpose\":\"paying\"").expect(200);
        var merchant = service.merchant();
        assertThat(Race.of(20, i -> payin(merchant, "for-" + i, "IDR", 100_000)))
                .allSatisfy(reply -> assertThat(reply.expect(201).word("receiving_identifier"))
                        .isEqualTo(collecting.accountNo()));
        change(collecting, "\"purpose\":\"paying\"").expect(200);
        payin(merchant, "none", "IDR", 100_000).expect(422, "CHANNEL_UNAVAILABLE");
        var asked = change(collecting, "\"purpose\":\"both\"");
        assertThat(asked.status()).as("payers see it again").isEqualTo(202);
    }

    @Test
    void aPayinThatIsTooLargeForAnAccountGetsAnother() throws Exception {
        var small = account("JPY", "2000000001", 1_000);
        change(small, "\"payin_max\":50000").expect(200);
        var merchant = service.merchant();
        payin(merchant, "fits", "JPY", 50_000).expect(201);
        payin(merchant, "large", "JPY", 50_100).expect(422, "CHANNEL_UNAVAILABLE");
        var large = account("JPY", "2000000002", 1);
        assertThat(payin(merchant, "large-2", "JPY", 50_100).expect(201).word("receiving_identifier"))
                .isEqualTo(large.accountNo());
        assertThat(change(small, "\"payin_max\":60000").status()).isEqualTo(202);
        change(small, "\"payin_max\":40000").expect(200);
        payin(merchant, "fits-2", "JPY", 40_000).expect(201);
    }

    @Test
    void theLimitOfADayHoldsOnSeveralNodesAtOnce() throws Exception {
        var limited = account("VND", "3000000001", 1_000);
        change(limited, "\"day_in_max\":1000000").expect(200);
        var merchant = service.merchant();
        try (var other = service.node(Map.of(), TestService.WITHOUT_WORK)) {
            var nodes = List.of(merchant, merchant.at(other.port()));
            var replies = Race.of(60, i -> payin(nodes.get(i % 2), "day-" + i, "VND", 50_000));
            assertThat(created(replies)).hasSize(20);
            assertThat(replies)
                    .filteredOn(reply -> reply.status() != 201)
                    .allSatisfy(reply -> reply.expect(422, "CHANNEL_UNAVAILABLE"));
            var live = service.live(merchant);
            payin(live, "environments-count-alone", "VND", 1_000_000).expect(201);

            merchant.post("/v1/payins/" + created(replies).getFirst().word("id") + "/cancel")
                    .expect(200);
            assertThat(created(Race.of(10, i -> payin(nodes.get(i % 2), "again-" + i, "VND", 50_000))))
                    .as("what was cancelled is free")
                    .hasSize(1);
            var next = account("VND", "3000000002", 1);
            assertThat(payin(merchant, "next", "VND", 50_000).expect(201).word("receiving_identifier"))
                    .isEqualTo(next.accountNo());
        }
    }

    @Test
    void theSurchargesOfPayinsCountInTheLimitOfADay() throws Exception {
        var accounts = service.tical().collectionAccounts();
        for (var account : accounts.list()) {
            if (account.currency().equals("USD")) {
                change(account, "\"weight\":0").expect(200);
            }
        }
        var limited = account("USD", "4000000001", 1);
        change(limited, "\"day_in_max\":100000").expect(200);
        var merchant = service.merchant();
        try (var other = service.node(Map.of(), TestService.WITHOUT_WORK)) {
            var nodes = List.of(merchant, merchant.at(other.port()));
            var replies = Race.of(40, i -> payin(nodes.get(i % 2), "usd-" + i, "USD", 10_000));
            assertThat(created(replies)).hasSize(9);
            assertThat(sum(created(replies))).isLessThanOrEqualTo(100_000);
        }
        payin(merchant, "rest", "USD", 5_000).expect(201);
    }
}
