import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.UUID;
import shop.tical.ApiClient;
import shop.tical.ApiException;
import shop.tical.api.CustomersApi;
import shop.tical.api.PayinsApi;
import shop.tical.api.PayoutsApi;
import shop.tical.api.SandboxApi;
import shop.tical.api.SettlementsApi;
import shop.tical.model.NewCustomer;
import shop.tical.model.NewPayin;
import shop.tical.model.NewPayout;
import shop.tical.model.NewSettlement;
import shop.tical.model.NewTopUp;
import shop.tical.model.PayinStatus;
import shop.tical.model.PayoutRefused;
import shop.tical.model.PayoutStatus;
import shop.tical.model.PostingItem;
import shop.tical.model.SettlementStatus;

/** What a merchant does with the client that openapi-generator generates, at the address of its document: no cast, no JSON by hand. */
final class Merchant {
    private final ApiClient tical = new ApiClient();

    private Merchant(String key) {
        tical.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
    }

    public static void main(String[] arguments) throws ApiException, JsonProcessingException {
        var merchant = new Merchant(arguments[0]);
        var account = merchant.payout();
        merchant.payins();
        merchant.settlement(account);
    }

    private UUID payout() throws ApiException, JsonProcessingException {
        var payouts = new PayoutsApi(tical);
        var receipt = new SandboxApi(tical)
                .topUp(once(), new NewTopUp().currency("THB").amountMinor(1_000_000L), null, null, null)
                .getData();
        require(receipt.getAvailableAfter() == 1_000_000, "the wallet has the top-up");

        var account = new CustomersApi(tical)
                .registerCustomer(
                        once(),
                        new NewCustomer()
                                .holderName("Somchai Jaidee")
                                .bankCode("KBANK")
                                .accountNo("0123456789")
                                .currency("THB"),
                        null,
                        null,
                        null)
                .getData();
        var created = payouts.createPayout(once(), order("JAVA-PAYOUT", 125_000, account.getId()), null, null, null)
                .getData();
        require(created.getStatus() == PayoutStatus.PROCESSING, "the payout is captured");
        var confirmed = payouts.testConfirmPayout(once(), created.getId(), null, null, null)
                .getData();
        require(confirmed.getStatus() == PayoutStatus.SUCCESS, "the payout is paid");

        var timeline = payouts.readPayoutTimeline(created.getId(), null, null, null).getData();
        require(
                timeline.getFirst().getPayoutStateItem().getDetail().getTimelineCreation().getLegs() == 1,
                "the timeline begins with the creation");
        require(
                timeline.stream()
                        .anyMatch(entry -> entry.getActualInstance() instanceof PostingItem posting
                                && posting.getDetail().getAmount() == 125_000),
                "the timeline tells the postings");

        var page = payouts.listPayouts(
                null, null, null, PayoutStatus.SUCCESS, null, "JAVA-PAYOUT", null, null, null, null, null);
        require(page.getData().size() == 1 && !page.getMeta().getHasMore(), "the list has one page");
        require(page.getData().getFirst().getId().equals(created.getId()), "the payout is listed");

        try {
            payouts.createPayout(once(), order("JAVA-TOO-MUCH", 100_000_000, account.getId()), null, null, null);
            throw new IllegalStateException("a payout above the balance is made");
        } catch (ApiException refused) {
            var failure = tical.getObjectMapper().readValue(refused.getResponseBody(), PayoutRefused.class);
            require(
                    refused.getCode() == 422 && failure.getCode() == PayoutRefused.CodeEnum.INSUFFICIENT_BALANCE,
                    "a payout above the balance is refused");
        }
        System.out.println("payout " + confirmed.getId() + " " + confirmed.getStatus());
        return account.getId();
    }

    private void payins() throws ApiException {
        var payins = new PayinsApi(tical);
        var payin = payins.createPayin(
                        once(),
                        new NewPayin()
                                .orderRef("JAVA-PAYIN")
                                .amount(50_000L)
                                .currency("THB")
                                .channel(NewPayin.ChannelEnum.QRCODE),
                        null,
                        null,
                        null)
                .getData()
                .getPayin();
        require(payin.getPaypageUrl().getPath().endsWith(payin.getPayToken()), "the payin has a page");
        var paid = payins.testConfirmPayin(once(), payin.getId(), null, null, null)
                .getData()
                .getPayin();
        require(paid.getStatus() == PayinStatus.SUCCESS, "the payin is paid");

        var deposit = payins.createPayin(
                        once(),
                        new NewPayin()
                                .orderRef("JAVA-DEPOSIT")
                                .amount(25_000_000L)
                                .channel(NewPayin.ChannelEnum.CRYPTO)
                                .network(NewPayin.NetworkEnum.TRC20),
                        null,
                        null,
                        null)
                .getData()
                .getCryptoDeposit();
        require(deposit.getAddress().startsWith("TEST-TRC20-"), "the deposit has an address");
        System.out.println("payin " + paid.getId() + " " + paid.getStatus() + ", deposit " + deposit.getId() + " "
                + deposit.getStatus());
    }

    private void settlement(UUID account) throws ApiException {
        var created = new SettlementsApi(tical)
                .createSettlement(
                        once(),
                        new NewSettlement()
                                .destAccountId(account)
                                .amount(50_000L)
                                .clientOperationId(UUID.randomUUID()),
                        null,
                        null,
                        null)
                .getData();
        require(
                created.getStatus() == SettlementStatus.PENDING && created.getNetAmount() == 50_000,
                "the settlement is captured");
        System.out.println("settlement " + created.getId() + " " + created.getStatus());
    }

    private static NewPayout order(String reference, long amount, UUID account) {
        return new NewPayout().orderRef(reference).amount(amount).destAccountId(account);
    }

    /** A new idempotency key for each operation; a retry would send the same. */
    private static String once() {
        return UUID.randomUUID().toString();
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalStateException("not so: " + what);
        }
    }
}
