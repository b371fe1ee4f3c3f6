package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.picture.Pictures;
import io.tical.server.qr.Crc16;
import java.awt.image.BufferedImage;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Slips drawn for tests, and what became of them. */
public final class SlipDrawing {
    private static final AtomicLong NUMBERS = new AtomicLong(System.nanoTime() % 1_000_000_000);

    private SlipDrawing() {}

    /** A reference that nobody had. */
    public static String reference() {
        return String.format(Locale.ROOT, "0130%016d", NUMBERS.incrementAndGet());
    }

    /** A slip of KBANK with this reference. */
    public static byte[] slip(String reference) {
        return slip("004", reference, reference.hashCode());
    }

    public static byte[] slip(String bank, String reference, long seed) {
        return Pictures.png(Pictures.slip(540, 960, Pictures.slipText(bank, reference), 220, seed));
    }

    /** A slip of the TrueMoney wallet, whose code names no bank. */
    static byte[] trueMoney(String reference) {
        var slip = "000201" + "010201" + "0203P2P"
                + String.format(Locale.ROOT, "03%02d%s", reference.length(), reference) + "040831102026";
        var text = String.format(Locale.ROOT, "00%02d%s9104", slip.length(), slip);
        var code = text + Crc16.of(text).toLowerCase(Locale.ROOT);
        return Pictures.png(Pictures.slip(540, 960, code, 220, reference.hashCode()));
    }

    static Luminance luminance(BufferedImage image) {
        return Luminance.of(Pictures.copy(image));
    }

    static void awaitStatus(Merchant merchant, String payinId, String status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(
                        () -> assertThat(merchant.payin(payinId).word("status")).isEqualTo(status));
    }

    /** The id of the payin's slip with this number. */
    public static UUID id(TestService service, Merchant merchant, boolean livemode, String payinId, int number) {
        return service.tical()
                .database()
                .run(session -> session.sql("""
                        SELECT slip_id FROM slip WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND payin_id = cast(:payin AS uuid) AND number = :number
                        """)
                        .bind("organization", merchant.organizationId())
                        .bind("livemode", livemode)
                        .bind("payin", payinId)
                        .bind("number", number)
                        .one(row -> row.uuid("slip_id")));
    }

    /** Waits until finance has the slip. */
    public static SlipReview.Dossier awaitReview(TestService service, UUID slipId) {
        return awaitStage(service, slipId, SlipStage.REVIEW);
    }

    static SlipReview.Dossier awaitStage(TestService service, UUID slipId, SlipStage stage) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(service.tical()
                                .slipReview()
                                .get(slipId)
                                .slip()
                                .progress()
                                .stage())
                        .isEqualTo(stage));
        return service.tical().slipReview().get(slipId);
    }

    /** As if a verifier had found a transfer of this amount for a slip that waits for finance. */
    public static void verified(TestService service, UUID slipId, long amount, String currency) {
        verdict(service, slipId, reference(), null, amount, currency, party(null, null));
    }

    /** As if a verifier had found the transfer that the slip's code names, of the expected amount, without its receiver. */
    public static void read(TestService service, UUID slipId) {
        var payin = awaitReview(service, slipId).payin().terms();
        read(service, slipId, payin.transferAmount(), payin.currency(), null);
    }

    /** The same of another amount and with the account that received it, of a bank that none of ours is at; null for none. */
    public static void read(TestService service, UUID slipId, long amount, String currency, @Nullable String receiver) {
        var code = awaitReview(service, slipId)
                .slip()
                .code()
                .map(Slip.Transfer::of)
                .orElseThrow();
        verdict(
                service,
                slipId,
                code.reference(),
                code.bank(),
                amount,
                currency,
                receiver == null ? party(null, null) : party("GSB", receiver));
    }

    private static void verdict(
            TestService service,
            UUID slipId,
            String reference,
            @Nullable String sendingBank,
            long amount,
            String currency,
            String receiver) {
        service.asService(
                "slip",
                String.format(
                        Locale.ROOT, """
                UPDATE slip SET verdict = '{"outcome":"verified","verifier":"slipok","why":null,"facts":{"reference":"%s",\
                "amount":%d,"currency":"%s","transferred_at":null,"sender":%s,"receiver":%s},"asked_at":1760000060}'
                WHERE slip_id = '%s'""", reference, amount, currency, party(sendingBank, null), receiver, slipId));
    }

    private static String party(@Nullable String bank, @Nullable String account) {
        return "{\"bank_code\":%s,\"account_no\":%s,\"proxy\":null,\"names\":[]}"
                .formatted(quoted(bank), quoted(account));
    }

    private static String quoted(@Nullable String text) {
        return text == null ? "null" : '"' + text + '"';
    }

    /** What came of a check. */
    static String result(SlipReview.Dossier dossier, String check) {
        return dossier.checks().stream()
                .filter(one -> one.check().equals(check))
                .map(one -> one.result().word())
                .findFirst()
                .orElse("");
    }

    /** The checks that do not match, with what came of them. */
    static List<String> wrong(SlipReview.Dossier dossier) {
        return dossier.checks().stream()
                .filter(check -> check.result() != Check.Result.MATCH)
                .map(check -> check.check() + " " + check.result().word())
                .toList();
    }
}
