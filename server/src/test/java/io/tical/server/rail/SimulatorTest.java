package io.tical.server.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.holder.SimulatorHolderLookup;
import io.tical.server.rail.SimulatorAnswers.Answers;
import io.tical.server.rail.SimulatorAnswers.Holder;
import io.tical.server.rail.SimulatorAnswers.Slip;
import io.tical.server.slip.SimulatorSlipVerifier;
import io.tical.server.slip.SlipOutcome;
import io.tical.server.slip.SlipOutcome.Reason;
import io.tical.server.slip.SlipQuestion;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The simulated services: the same answer each time, until an operator says otherwise. */
class SimulatorTest {
    private static final Instant NOW = Instant.parse("2025-11-21T00:00:00Z");
    private static final SlipQuestion SLIP =
            SlipQuestion.of("0041000600000101030040220013071152533APM077365102TH91048134");

    private final SimulatorAnswers answers = new SimulatorAnswers();
    private final SimulatorSlipVerifier slips = new SimulatorSlipVerifier(answers, Clock.fixed(NOW, ZoneOffset.UTC));
    private final SimulatorHolderLookup holders = new SimulatorHolderLookup(answers);

    @Test
    void aSlipOfWhichNothingIsExpectedHasItsReferenceAndTheSameAmountEachTime() {
        var facts = ((SlipOutcome.Verified) slips.verify(SLIP)).facts();

        assertThat(facts.reference()).isEqualTo("013071152533APM07736");
        assertThat(facts.amount()).isBetween(10_000L, 999_999L);
        assertThat(facts.transferredAt()).isEqualTo(NOW);
        assertThat(slips.verify(SLIP)).isEqualTo(new SlipOutcome.Verified(facts));
    }

    @Test
    void aWalletsSlipHasItsReferenceToo() {
        var slip = SlipQuestion.of("00490002010102010203P2P0314TXID12345678900408310520269104f05e");

        assertThat(((SlipOutcome.Verified) slips.verify(slip)).facts().reference())
                .isEqualTo("TXID1234567890");
    }

    @Test
    void aSlipOfWhichSomethingIsExpectedIsExactlyThat() {
        var receiver = new SlipParty("KBANK", "0123456789", null, List.of("Tical Co."));
        var expected = new SlipQuestion.Expected(125_037, "THB", receiver);

        var facts = ((SlipOutcome.Verified) slips.verify(new SlipQuestion(null, new byte[] {1}, expected))).facts();

        assertThat(facts.amount()).isEqualTo(125_037);
        assertThat(facts.receiver()).isEqualTo(receiver);
        assertThat(facts.reference()).matches("SIM[0-9A-F]{22}");
    }

    @Test
    void aTextThatIsNoSlipIsRejected() {
        for (var qrData : List.of("ABCD", "", "00", "0041", "0099xx", "000201", "00040001", "0006000201")) {
            assertThat(slips.verify(SlipQuestion.of(qrData))).isEqualTo(new SlipOutcome.Rejected(Reason.NOT_A_SLIP));
        }
        assertThat(slips.verify(new SlipQuestion(null, new byte[] {1}, null)))
                .isEqualTo(new SlipOutcome.Rejected(Reason.NOT_A_SLIP));
    }

    @Test
    void anOperatorSteersIt() {
        answers.take(1, new Answers(Slip.REJECTED, Holder.UNKNOWN, Duration.ZERO));
        assertThat(slips.verify(SLIP)).isEqualTo(new SlipOutcome.Rejected(Reason.NOT_FOUND));
        assertThat(holders.holder("KBANK", "0123456789")).isEmpty();

        answers.take(2, new Answers(Slip.PENDING, Holder.UNAVAILABLE, Duration.ZERO));
        assertThat(slips.verify(SLIP)).isInstanceOf(SlipOutcome.Pending.class);
        assertThatThrownBy(() -> holders.holder("KBANK", "0123456789")).isInstanceOf(UpstreamFailure.class);

        answers.take(3, new Answers(Slip.UNAVAILABLE, Holder.FOUND, Duration.ofMillis(200)));
        var begun = System.nanoTime();
        assertThat(slips.verify(SLIP)).isInstanceOf(SlipOutcome.Unavailable.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(Duration.ofMillis(200));

        assertThatThrownBy(() -> new Answers(Slip.VERIFIED, Holder.FOUND, Duration.ofMinutes(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anAccountHasTheSameHolderEachTimeAndSomeDoNotExist() {
        var holder = holders.holder("KBANK", "0123456789");
        assertThat(holder).isPresent().isEqualTo(holders.holder("KBANK", "0123456789"));
        assertThat(holders.holder("KBANK", "0123450000")).isEmpty();
    }
}
