package io.tical.server.slip;

import com.fasterxml.jackson.databind.node.TextNode;
import io.tical.server.qr.MiniQr;
import io.tical.server.rail.SimulatorAnswers;
import io.tical.server.rail.SlipParty;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.secret.Hashes;
import io.tical.server.slip.SlipOutcome.Reason;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Simulates a bank. Verifies a slip with the expected payment, sent now. Without an expected payment, the amount is
 * derived from the QR code. Rejects QR codes that are not from slips.
 */
public record SimulatorSlipVerifier(SimulatorAnswers answers, Clock clock) implements SlipVerifier {
    private static final Duration PENDING = Duration.ofMinutes(1);
    private static final long AMOUNT_MIN = 10_000;
    private static final long AMOUNTS = 990_000;
    private static final SlipParty SENDER = new SlipParty("KBANK", "xxxxx6789x", null, List.of("Somchai J."));
    private static final SlipParty RECEIVER = new SlipParty("SCB", "xxxxx4321x", null, List.of("Tical Sandbox"));

    @Override
    public String name() {
        return "simulator";
    }

    @Override
    public SlipOutcome ask(SlipQuestion question) {
        return switch (answers.afterLatency().slip()) {
            case VERIFIED -> usual(question);
            case REJECTED -> new SlipOutcome.Rejected(Reason.NOT_FOUND);
            case PENDING -> new SlipOutcome.Pending(PENDING);
            case UNAVAILABLE -> throw UpstreamFailure.retryable("the simulator is set to be unavailable");
        };
    }

    private SlipOutcome usual(SlipQuestion question) {
        var qrData = question.qrData();
        var qr = Optional.ofNullable(qrData).flatMap(MiniQr::read);
        var expected = question.expected();
        if (qr.isEmpty() && expected == null) {
            return new SlipOutcome.Rejected(Reason.NOT_A_SLIP);
        }
        var digest = qrData == null ? Hashes.sha256(Objects.requireNonNull(question.image())) : Hashes.sha256(qrData);
        var amount = AMOUNT_MIN + Math.floorMod(ByteBuffer.wrap(digest).getLong(), AMOUNTS);
        return new SlipOutcome.Verified(new SlipOutcome.Facts(
                qr.map(MiniQr::reference)
                        .orElseGet(() -> "SIM" + HexFormat.of().withUpperCase().formatHex(digest, 0, 11)),
                expected == null ? amount : expected.amount(),
                expected == null ? SlipFields.CURRENCY : expected.currency(),
                clock.instant(),
                qr.map(SimulatorSlipVerifier::sender).orElse(SENDER),
                expected == null ? RECEIVER : expected.receiver()));
    }

    /** The sending bank in the QR code, as real services report it. Wallets have none. */
    private static SlipParty sender(MiniQr qr) {
        var bank = Objects.requireNonNullElse(qr.sendingBank(), "");
        return new SlipParty(SlipFields.bank(new TextNode(bank)), SENDER.accountNo(), null, SENDER.names());
    }
}
