package io.tical.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangesTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.2, false",
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.1.2.3/8, 10.200.0.1, true",
        "10.0.0.4/30, 10.0.0.7, true",
        "10.0.0.4/30, 10.0.0.8, false",
        "0.0.0.0/0, 8.8.8.8, true",
        "0.0.0.0/0, ::1, false",
        "::/0, ::1, true",
        "::/0, 8.8.8.8, false",
        "::1, ::1, true",
        "::1, 0:0:0:0:0:0:0:1, true",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::1, false",
        "127.0.0.1, ::ffff:127.0.0.1, true"
    })
    void aRangeContainsWhatItSays(String entry, String address, boolean contained) throws Exception {
        assertThat(AddressRanges.of(List.of(entry)).contains(InetAddress.getByName(address)))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "*",
                "10.0.0.*",
                "10.0.0",
                "10",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/",
                "/8",
                "010.0.0.1",
                "0x0a.0.0.1",
                "10.0.0.1-10.0.0.9",
                "10.0.0.1 10.0.0.2",
                "localhost",
                "::1%eth0",
                "2001:db8::/129",
                "::ffff::1",
                "10.0.0.0/255.0.0.0",
                "10.0-5.0.1",
                "1.2.3.4:80"
            })
    void aTextThatIsNeitherAnAddressNorARangeIsRefused(String entry) {
        assertThat(AddressRanges.normal(entry)).isEmpty();
        assertThatThrownBy(() -> AddressRanges.of(List.of(entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(entry.strip());
    }

    @ParameterizedTest
    @CsvSource({
        "' 10.1.2.3/8 ', 10.0.0.0/8",
        "127.0.0.1, 127.0.0.1",
        "2001:DB8:0:0::1, 2001:db8::1",
        "2001:db8::5/32, 2001:db8::/32",
        "10.0.0.1/32, 10.0.0.1/32"
    })
    void anEntryHasOneNormalForm(String entry, String normal) {
        assertThat(AddressRanges.normal(entry)).contains(normal);
    }

    @Test
    void noEntriesContainNothing() throws Exception {
        assertThat(AddressRanges.of(List.of()).contains(InetAddress.getByName("127.0.0.1")))
                .isFalse();
    }
}
