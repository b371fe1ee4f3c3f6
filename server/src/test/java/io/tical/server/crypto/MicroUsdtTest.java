package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing is lost between a chain's units and micro-USDT. */
class MicroUsdtTest {
    @ParameterizedTest
    @CsvSource({
        "TRC20, 1, 1, 0",
        "ERC20, 1000000, 1000000, 0",
        "TRC20, 9223372036854775807, 9223372036854775807, 0",
        "BEP20, 0, 0, 0",
        "BEP20, 1, 0, 1",
        "BEP20, 999999999999, 0, 999999999999",
        "BEP20, 1000000000000, 1, 0",
        "BEP20, 1999999999999, 1, 999999999999",
        "BEP20, 100000000000000000000, 100000000, 0",
        "BEP20, 9223372036854775807999999999999, 9223372036854775807, 999999999999"
    })
    void unitsAreWholeMicroUsdtAndDust(Network network, BigInteger units, long micro, BigInteger dust) {
        var amount = MicroUsdt.of(units, network);
        assertThat(amount).isEqualTo(new MicroUsdt(micro, dust));
        assertThat(BigInteger.valueOf(amount.micro())
                        .multiply(MicroUsdt.unitsPerMicro(network))
                        .add(amount.dust()))
                .isEqualTo(units);
    }

    @Test
    void moreThanThereCanBeIsNeverCutOff() {
        var max = BigInteger.TWO.pow(256).subtract(BigInteger.ONE);
        for (var network : Network.values()) {
            assertThatThrownBy(() -> MicroUsdt.of(max, network)).isInstanceOf(ArithmeticException.class);
        }
    }
}
