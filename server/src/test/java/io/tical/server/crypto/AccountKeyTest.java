package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.config.Setting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.bitcoinj.base.BitcoinNetwork;
import org.bitcoinj.crypto.ChildNumber;
import org.bitcoinj.crypto.DeterministicKey;
import org.bitcoinj.crypto.HDKeyDerivation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of deposits are those that wallets show, by vectors of others and by another library. */
class AccountKeyTest {
    private static final JsonNode VECTORS = vectors();
    private static final String TRON = VECTORS.at("/tron/xpub").asText();

    private static JsonNode vectors() {
        try (var in = AccountKeyTest.class.getResourceAsStream("hd-addresses.json")) {
            return Json.mapper().readTree(in);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"tron, TRC20", "ethereum, ERC20", "ethereum, BEP20"})
    void theFirstAddressesOfAnAccountAreThoseOfTheVectors(String chain, Network network) {
        var key = AccountKey.parse(VECTORS.at("/" + chain + "/xpub").asText());
        var addresses = VECTORS.at("/" + chain + "/addresses");
        assertThat(addresses.size()).isEqualTo(2);
        for (int i = 0; i < addresses.size(); i++) {
            assertThat(network.address(key.publicKey(i)))
                    .isEqualTo(addresses.path(i).asText());
        }
        assertThat(network.address(key.publicKey(0)))
                .isEqualTo(addresses.path(0).asText());
    }

    @Test
    void anAddressIsOneOfItsNetworkAloneAndOnlyWithItsChecksum() {
        for (var valid : VECTORS.path("valid")) {
            var tron = valid.asText().startsWith("T");
            assertThat(Network.TRC20.isAddress(valid.asText())).isEqualTo(tron);
            assertThat(Network.ERC20.isAddress(valid.asText())).isEqualTo(!tron);
            assertThat(Network.BEP20.isAddress(valid.asText())).isEqualTo(!tron);
        }
        for (var invalid : VECTORS.path("invalid")) {
            for (var network : Network.values()) {
                assertThat(network.isAddress(invalid.asText()))
                        .as(invalid.asText())
                        .isFalse();
            }
        }
        assertThat(Network.ERC20.isAddress("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"))
                .isTrue();
        assertThat(Network.ERC20.isAddress("5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"))
                .isFalse();
        for (var network : Network.values()) {
            assertThat(network.isAddress(
                            Setting.valueOf(network.name() + "_CONTRACT").initial()))
                    .isTrue();
            assertThat(network.isAddress("")).isFalse();
        }
    }

    @Test
    void anotherLibraryDerivesTheSameKeysOfAnyAccountAtAnyNumber() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            var entropy = new byte[32];
            random.nextBytes(entropy);
            var account = HDKeyDerivation.createMasterPrivateKey(entropy)
                    .derive(44)
                    .derive(195)
                    .derive(random.nextInt(10));
            var key = AccountKey.parse(account.dropPrivateBytes().serializePubB58(BitcoinNetwork.MAINNET));
            var index = random.nextInt() & 0x7fff_ffff;
            assertThat(HexFormat.of().formatHex(key.publicKey(index)))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(HexFormat.of().formatHex(deposit(account, index)));
        }
    }

    private static byte[] deposit(DeterministicKey account, int index) {
        var receiving = HDKeyDerivation.deriveChildKey(account, ChildNumber.ZERO);
        var uncompressed = HDKeyDerivation.deriveChildKey(receiving, new ChildNumber(index))
                .getPubKeyPoint()
                .getEncoded(false);
        return Arrays.copyOfRange(uncompressed, 1, uncompressed.length);
    }

    @Test
    void keysHaveDifferentFingerprints() {
        assertThat(AccountKey.parse(TRON).fingerprint())
                .matches("[0-9a-f]{16}")
                .isEqualTo(AccountKey.parse(TRON).fingerprint())
                .isNotEqualTo(
                        AccountKey.parse(VECTORS.at("/ethereum/xpub").asText()).fingerprint());
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0x8000_0000L, Long.MAX_VALUE})
    void thereAreNoAddressesBeyondTheLastNumber(long index) {
        var key = AccountKey.parse(TRON);
        assertThatThrownBy(() -> key.publicKey(index)).isInstanceOf(IllegalArgumentException.class);
        assertThat(key.publicKey(AccountKey.INDEX_MAX)).hasSize(64);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "xpub",
                "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
                "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCe"
            })
    void aTextThatIsNoExtendedKeyIsRefused(String text) {
        assertThatThrownBy(() -> AccountKey.parse(text)).hasMessageContaining("not an extended key");
    }

    @Test
    void aPrivateKeyIsRefusedWithoutBeingRepeated() {
        var text = changed(0, HexFormat.of().parseHex("0488ade4"));
        assertThatThrownBy(() -> AccountKey.parse(text))
                .hasMessageContaining("private key")
                .hasMessageNotContaining(text);
    }

    @Test
    void aKeyOfAnotherKindOrDepthOrOffTheCurveIsRefused() {
        assertThatThrownBy(() -> AccountKey.parse(changed(0, HexFormat.of().parseHex("043587cf"))))
                .hasMessageContaining("another kind");
        assertThatThrownBy(() -> AccountKey.parse(changed(4, new byte[] {4}))).hasMessageContaining("depth 4");
        var offTheCurve = new byte[33];
        Arrays.fill(offTheCurve, (byte) 0xff);
        offTheCurve[0] = 2;
        assertThatThrownBy(() -> AccountKey.parse(changed(45, offTheCurve))).hasMessageContaining("damaged");
        assertThatThrownBy(() -> AccountKey.parse(changed(45, new byte[33]))).hasMessageContaining("damaged");
    }

    /** The key with other bytes at a place, and a checksum that fits. */
    private static String changed(int at, byte[] bytes) {
        var payload = Base58Check.decode(TRON).orElseThrow();
        return Base58Check.encode(ByteBuffer.wrap(payload).put(at, bytes).array());
    }
}
