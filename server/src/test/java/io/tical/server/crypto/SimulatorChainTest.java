package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.crypto.ChainWatcher.ChainOutcome.Scanned;
import io.tical.server.crypto.ChainWatcher.Watched;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pays a test deposit follows from its amount, second by second. */
class SimulatorChainTest {
    private static final Instant OPENED = Instant.parse("2025-06-01T00:00:00Z");

    /** The amounts on the chain so many seconds after the address was made, each with its confirmations. */
    @ParameterizedTest
    @CsvSource({
        "10000001, 1,  ''",
        "10000001, 2,  10000001*1",
        "10000001, 21, 10000001*20",
        "10000002, 3,  5000001*2",
        "10000003, 3,  11000003*2",
        "10000004, 3,  5000002*2",
        "10000004, 5,  5000002*4 5000002*1",
        "10000005, 5,  10000005*4",
        "10000005, 6,  ''",
        "10000000, 600, ''",
        "10000042, 600, ''",
        "2,        2,  1*1"
    })
    void amountsSayWhatHappens(long asked, int seconds, String onChain) {
        var clock = Clock.fixed(OPENED.plusSeconds(seconds), ZoneOffset.UTC);
        var unitsPerMicro = BigInteger.TEN.pow(12);
        var watched = new Watched("TEST-BEP20-000000000001", OPENED, null, 15, Set.of(), asked);
        var scan = (Scanned)
                new SimulatorChain(clock, unitsPerMicro).scan(List.of(watched)).getFirst();

        assertThat(scan.transfers().stream()
                        .map(transfer -> transfer.units().divide(unitsPerMicro) + "*" + transfer.confirmations())
                        .toList())
                .containsExactlyElementsOf(onChain.isEmpty() ? List.of() : List.of(onChain.split(" ")));
        assertThat(scan.transfers()).allMatch(transfer -> transfer.txHash().startsWith("SIM-TEST-BEP20-"));
    }
}
