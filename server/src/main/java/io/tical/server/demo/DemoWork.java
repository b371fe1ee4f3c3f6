package io.tical.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.demo.ExternalServices.Answer;
import io.tical.server.demo.Transfer.Bank;
import io.tical.server.demo.Transfer.Payer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Creates the data of the demo service: merchants, successful transactions, and work in every queue. */
final class DemoWork {
    private static final String RECEIVER = "Tical Payments Co., Ltd.";
    private static final String RECEIVING_ACCOUNT = "4052871934";
    private static final Duration FILLED_MAX = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(100);

    /** The queues that must have this many items at the end, because background work fills them. */
    private static final Map<String, Integer> AWAITED = Map.of(
            "slips_pending",
            28,
            "payouts_in_review",
            3,
            "payouts_manual",
            6,
            "settlements_manual",
            2,
            "deliveries_failed",
            2);

    private static final List<Payer> PAYERS = List.of(
            new Payer("Somchai Jaidee", "สมชาย ใจดี", "0481234567"),
            new Payer("Malee Srisuk", "มาลี ศรีสุข", "7012245678"),
            new Payer("Anan Thongchai", "อนันต์ ทองชัย", "2298813345"),
            new Payer("Kanya Wongsa", "กัญญา วงศา", "9836620174"),
            new Payer("Prasert Boonmee", "ประเสริฐ บุญมี", "1150937726"),
            new Payer("Siriporn Chaiyo", "ศิริพร ไชโย", "6674401298"),
            new Payer("Wichai Rattanakul", "วิชัย รัตนกุล", "3342098615"),
            new Payer("Nattaya Phongsiri", "ณัฐยา พงศ์ศิริ", "5521870946"));

    private final DemoClient admin;
    private final DemoClient second;
    private final DemoClient finance;
    private final ExternalServices external;
    private final Clock clock;
    private final Random random = new Random(13);
    private final List<DemoMerchant> merchants = new ArrayList<>();
    private final List<Transfer> paid = new ArrayList<>();
    private int number = 4_700;

    /** @param second another administrator, who approves what {@code admin} and {@code finance} ask for */
    DemoWork(DemoClient admin, DemoClient second, DemoClient finance, ExternalServices external, Clock clock) {
        this.admin = admin;
        this.second = second;
        this.finance = finance;
        this.external = external;
        this.clock = clock;
    }

    /** @param api the address of the merchants' API and the dashboard */
    void create(String api, String closedUrl) {
        collectionAccount();
        var callbacks = external.url() + "/callbacks";
        merchants.add(merchant(api, "บ้านสวนคอฟฟี่ (Baan Suan Coffee)", "baansuan", callbacks, callbacks));
        merchants.add(merchant(api, "Siam Gadget Co., Ltd.", "siamgadget", callbacks, external.url() + "/moved"));
        merchants.add(merchant(api, "บริษัท ทองดี เทรดดิ้ง จำกัด", "thongdee", closedUrl, callbacks));
        merchants.add(merchant(api, "Andaman Divers", "andaman", callbacks, callbacks));
        merchants.forEach(this::successes);
        statements();
        new DemoDays(finance, second, RECEIVER, this::await, clock).create();
        customers();
        paymentFiles();
        var rehearsing = merchants.getFirst();
        new DemoRehearsal(admin, finance, second, this::await)
                .create(rehearsing, DemoMerchant.customer(rehearsing.test(), payerWithout(Bank.BBL), Bank.BBL));
        merchants.forEach(this::payouts);
        testPayouts(merchants.getFirst());
        settlements();
        approvals();
        unallocatedFunds();
        tickets();
        slips();
        awaitQueues();
    }

    private DemoMerchant merchant(String api, String name, String username, String payinUrl, String payoutUrl) {
        return DemoMerchant.create(admin, second, api, name, username, Map.of("payin", payinUrl, "payout", payoutUrl));
    }

    /** Adds a collection account, and removes the account of the first start from new payins. */
    private void collectionAccount() {
        finance.changeWith(
                second,
                "POST",
                "/admin/v1/collection-accounts",
                Map.of(
                        "currency",
                        "THB",
                        "bank_code",
                        Transfer.RECEIVING_BANK.name(),
                        "account_no",
                        RECEIVING_ACCOUNT,
                        "holder_name",
                        RECEIVER));
        for (var account : finance.get("/admin/v1/collection-accounts")) {
            if (account.path("account_no").asText().startsWith("0000")) {
                finance.patch(
                        "/admin/v1/collection-accounts/" + account.path("id").asText(),
                        Map.of("version", account.path("version").asLong(), "weight", 0));
            }
        }
    }

    private String reference() {
        return "INV-" + ++number;
    }

    /** Whole baht between 90 and 4,800, sometimes with satang. */
    private long amount() {
        return (90 + random.nextInt(4_710)) * 100L + (random.nextInt(3) == 0 ? random.nextInt(100) : 0);
    }

    /** The bank of the account that a payer has registered. */
    private static Bank bank(int payer) {
        return Bank.values()[payer % Bank.values().length];
    }

    /** A payer whose registered account is at another bank. */
    private Payer payerWithout(Bank bank) {
        while (true) {
            var payer = payer();
            if (bank(PAYERS.indexOf(payer)) != bank) {
                return payer;
            }
        }
    }

    private Payer payer() {
        return PAYERS.get(random.nextInt(PAYERS.size()));
    }

    /** The transfer that pays a payin. */
    private Transfer transfer(JsonNode payin) {
        var bank = Bank.values()[random.nextInt(Bank.values().length)];
        var reference = String.format(
                Locale.ROOT,
                "0%d%s%06d",
                random.nextInt(10),
                clock.instant().getEpochSecond(),
                random.nextInt(1_000_000));
        return new Transfer(
                bank,
                reference,
                payer(),
                payin.path("transfer_amount").asLong(),
                RECEIVING_ACCOUNT,
                RECEIVER,
                clock.instant());
    }

    private void upload(DemoMerchant merchant, JsonNode payin, Transfer transfer, Answer answer, boolean coded) {
        external.knows(transfer, answer);
        merchant.live().slip(payin.path("id").asText(), new SlipPicture(transfer, coded).png());
    }

    /** Payments that the verification service confirmed, and larger ones that finance found on a bank statement. */
    private void successes(DemoMerchant merchant) {
        for (int count = 0; count < 7; count++) {
            var payin = merchant.payin(reference(), amount());
            var transfer = transfer(payin);
            upload(merchant, payin, transfer, Answer.VERIFIED, true);
            paid.add(transfer);
        }
        for (int count = 0; count < 2; count++) {
            confirm(merchant.payin(reference(), 9_000_000 + amount()), "Found on the bank statement of this morning");
        }
    }

    /**
     * The bank's list of today, twice: one that was imported and proves most payments, with two that nobody explained and a fee; and a longer one
     * that waits, with the transfers of payers who sent no slip.
     */
    private void statements() {
        var statement = new DemoStatement(RECEIVING_ACCOUNT, RECEIVER);
        paid.stream()
                .skip(2)
                .forEach(transfer ->
                        statement.received(transfer.amount(), transfer.from().name(), transfer.at()));
        statement.received(123_456, "Rungroj Saetang", clock.instant());
        statement.received(50_000, "Pim Kaewta", clock.instant());
        statement.paid(3_500, "FE", "Fee", clock.instant());
        var imported = sent("scb-morning.csv", statement);
        var asked = finance.post(imported + "/import", Map.of("version", 1, "note", "The list of this morning"));
        if (asked.has("approval_id")) {
            second.post("/admin/v1/approvals/" + asked.path("approval_id").asText() + "/approve", Map.of());
        }
        for (var merchant : merchants) {
            for (int count = 0; count < 2; count++) {
                var payin = merchant.payin(reference(), amount());
                statement.received(payin.path("transfer_amount").asLong(), payer().name(), clock.instant());
            }
        }
        sent("scb-noon.csv", statement);
    }

    /** The path of a file that was sent. */
    private String sent(String name, DemoStatement statement) {
        var file = finance.file("/admin/v1/bank-statements?name=" + name, "file", statement.csv());
        return "/admin/v1/bank-statements/" + file.path("id").asText();
    }

    private JsonNode confirm(JsonNode payin, String note) {
        var id = payin.path("id").asText();
        return finance.post(
                "/admin/v1/payins/" + id + "/confirm",
                Map.of(
                        "version",
                                finance.get("/admin/v1/payins/" + id)
                                        .path("version")
                                        .asLong(),
                        "paid_amount", payin.path("transfer_amount").asLong(),
                        "reference", transfer(payin).reference(),
                        "sending_bank", "KBANK",
                        "note", note));
    }

    private void customers() {
        for (int at = 0; at < PAYERS.size(); at++) {
            var server = merchants.get(at % merchants.size()).live();
            var id = DemoMerchant.customer(server, PAYERS.get(at), bank(at));
            server.post("/v1/customers/" + id + "/verify", Map.of());
            if (at < 3) {
                finance.post("/admin/v1/customers/" + id + "/verify", Map.of());
            }
        }
    }

    private void paymentFiles() {
        var merchant = merchants.getFirst();
        var payees = Stream.of(Bank.values())
                .filter(bank -> bank != Bank.BBL)
                .map(bank -> DemoMerchant.customer(merchant.live(), payerWithout(bank), bank))
                .toList();
        new DemoPayments(finance, second, this::await)
                .create(
                        RECEIVING_ACCOUNT,
                        () -> merchant.payout(
                                merchant.live(), reference(), amount(), payees.get(number % payees.size())));
    }

    /** One in review, two on the manual rail, two delivered and one that the bank refused. */
    private void payouts(DemoMerchant merchant) {
        var account = DemoMerchant.customer(merchant.live(), payerWithout(Bank.BBL), Bank.BBL);
        merchant.payout(merchant.live(), reference(), 5_000_000 + amount(), account);
        for (int count = 0; count < 5; count++) {
            var payout = merchant.payout(merchant.live(), reference(), amount(), account);
            switch (count) {
                case 0, 1 -> outcome(payout, Map.of("outcome", "success", "reference", "BBL" + number + "0917"));
                case 2 -> outcome(payout, Map.of("outcome", "failed", "note", "The account is closed"));
                default -> {} // waits for a transfer
            }
        }
    }

    private void outcome(JsonNode payout, Map<String, String> outcome) {
        var path = "/admin/v1/payouts/" + payout.path("id").asText();
        await(() -> finance.get(path)
                .at("/execution_steps/0/attempts/0/state")
                .asText()
                .equals("open"));
        var body = new HashMap<String, Object>(outcome);
        body.put("version", finance.get(path).path("version").asLong());
        finance.post(path + "/steps/1/outcome", body);
    }

    /** The simulated rail fails amounts that end in 01, and reports no outcome for those that end in 03. */
    private void testPayouts(DemoMerchant merchant) {
        merchant.test().post("/v1/sandbox/top-up", Map.of("currency", "THB", "amount_minor", 5_000_000));
        var account = DemoMerchant.customer(merchant.test(), PAYERS.getFirst(), Bank.KBANK);
        for (var amount : new long[] {120_003, 85_503, 240_003, 99_901, 150_001, 75_000, 310_000}) {
            merchant.payout(merchant.test(), reference(), amount, account);
        }
    }

    private void settlements() {
        for (int at = 0; at < 3; at++) {
            var merchant = merchants.get(at);
            var id = merchant.ownAccount(String.format(Locale.ROOT, "61%08d", 20_735_118 + at));
            if (at < 2) {
                finance.post("/admin/v1/organization-accounts/" + id + "/verify", Map.of());
                merchant.live()
                        .post(
                                "/v1/organization-settlements",
                                Map.of(
                                        "organization_account_id",
                                        id,
                                        "source_currency_code",
                                        "THB",
                                        "source_amount",
                                        2_500_000 + at * 150_000));
            }
        }
    }

    /** Decisions of finance that need the approval of a second person. */
    private void approvals() {
        confirm(merchants.get(1).payin(reference(), 18_500_000), "Found on the bank statement, paid at the counter");
        confirm(merchants.get(3).payin(reference(), 12_050_000), "The payer sent the bank's confirmation");
    }

    private void unallocatedFunds() {
        for (var merchant : merchants.subList(0, 3)) {
            var payin = merchant.payin(reference(), amount());
            merchant.live().post("/v2/payins/" + payin.path("id").asText() + "/cancel", Map.of());
            confirm(payin, "Came after the payin was cancelled");
        }
    }

    private void tickets() {
        var merchant = merchants.get(0);
        merchant.ticket(
                "payin",
                "not_credited",
                merchant.payin(reference(), amount()),
                "ลูกค้าโอนแล้วแต่ยอดยังไม่เข้า รบกวนตรวจสอบด้วยค่ะ");
        var other = merchants.get(1);
        other.ticket(
                "payin",
                "wrong_amount",
                other.payin(reference(), amount()),
                "The payer sent 20 baht too much. Please advise.");
        var third = merchants.get(3);
        third.ticket("payin", "delayed", third.payin(reference(), amount()), "Paid 40 minutes ago, still open.");
    }

    /** Slips on which an operator must decide, for different reasons. */
    private void slips() {
        for (int count = 0; count < 28; count++) {
            var merchant = merchants.get(count % merchants.size());
            var payin = merchant.payin(reference(), amount());
            var transfer = transfer(payin);
            switch (count % 14) {
                case 3, 10 ->
                    upload(merchant, payin, transfer.withAmount(transfer.amount() - 5_000), Answer.VERIFIED, true);
                case 5 -> upload(merchant, payin, transfer.toOther("7731905526", "Malee S."), Answer.VERIFIED, true);
                case 6 -> upload(merchant, payin, used(count), Answer.VERIFIED, true);
                case 8 -> upload(merchant, payin, used(count), Answer.VERIFIED, false);
                case 9 -> upload(merchant, payin, transfer.earlier(Duration.ofDays(2)), Answer.VERIFIED, true);
                case 11 -> upload(merchant, payin, transfer, Answer.NOT_FOUND, true);
                case 13 -> upload(merchant, payin, transfer, Answer.UNAVAILABLE, true);
                default -> upload(merchant, payin, transfer, Answer.VERIFIED_WITHOUT_ACCOUNT, true);
            }
        }
    }

    /** A transfer that has paid another payin. */
    private Transfer used(int count) {
        return paid.get(count % paid.size());
    }

    private void awaitQueues() {
        await(() -> {
            for (var queue : admin.get("/admin/v1/overview").path("queues")) {
                var least = AWAITED.getOrDefault(queue.path("queue").asText(), 0);
                if (queue.path("count").asInt() < least) {
                    return false;
                }
            }
            return true;
        });
    }

    private void await(BooleanSupplier condition) {
        var end = clock.instant().plus(FILLED_MAX);
        while (!condition.getAsBoolean()) {
            if (clock.instant().isAfter(end)) {
                throw new IllegalStateException(
                        "The demo service did not fill its queues: " + admin.get("/admin/v1/overview"));
            }
            try {
                Thread.sleep(POLL);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("The demo was stopped", e);
            }
        }
    }
}
