package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.access.AddressRanges;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the guard decides about an address. It is a function: nothing is resolved or connected to here. */
class AddressGuardTest {
    private static AddressGuard allowing(String... ranges) {
        return new AddressGuard(AddressRanges.of(Arrays.asList(ranges)));
    }

    private static final AddressGuard STRICT = allowing();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "127.0.0.1       | a loopback address",
                "127.255.255.255 | a loopback address",
                "0.0.0.0         | the unspecified address",
                "0.0.0.1         | a reserved address",
                "0.255.255.255   | a reserved address",
                "10.0.0.0        | a private address",
                "10.255.255.255  | a private address",
                "172.16.0.0      | a private address",
                "172.31.255.255  | a private address",
                "192.168.0.0     | a private address",
                "192.168.255.255 | a private address",
                "100.64.0.0      | an address shared behind a carrier's NAT",
                "100.127.255.255 | an address shared behind a carrier's NAT",
                "100.100.100.200 | a cloud's metadata address",
                "169.254.0.0     | a link-local address",
                "169.254.255.255 | a link-local address",
                "169.254.169.254 | a cloud's metadata address",
                "169.254.170.2   | a cloud's metadata address",
                "168.63.129.16   | a cloud's metadata address",
                "192.0.0.0       | a reserved address",
                "192.0.0.192     | a cloud's metadata address",
                "192.0.0.255     | a reserved address",
                "192.0.2.1       | an address for documentation only",
                "192.31.196.1    | a reserved address",
                "192.52.193.1    | a reserved address",
                "192.88.99.1     | a reserved address",
                "192.175.48.1    | a reserved address",
                "198.18.0.0      | an address for benchmarks only",
                "198.19.255.255  | an address for benchmarks only",
                "198.51.100.1    | an address for documentation only",
                "203.0.113.1     | an address for documentation only",
                "224.0.0.0       | a multicast address",
                "239.255.255.255 | a multicast address",
                "240.0.0.0       | a reserved address",
                "255.255.255.254 | a reserved address",
                "255.255.255.255 | the broadcast address",
                "::              | the unspecified address",
                "::1             | a loopback address",
                "::2             | an IPv4-compatible address",
                "::7f00:1        | an IPv4-compatible address",
                "::ffff:0:7f00:1 | an IPv4-translated address",
                "64:ff9b::       | a NAT64 address",
                "64:ff9b::a00:1  | a NAT64 address",
                "64:ff9b::808:808 | a NAT64 address",
                "64:ff9b:1::     | a NAT64 address",
                "64:ff9b:1:ffff:ffff:ffff:ffff:ffff | a NAT64 address",
                "64:ff9b:2::1    | a reserved address",
                "100::           | a reserved address",
                "100:0:0:1::1    | a reserved address",
                "200::1          | a reserved address",
                "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | a reserved address",
                "2001::1         | a Teredo address",
                "2001:0:4136:e378:8000:63bf:3fff:fdd2 | a Teredo address",
                "2001:1::1       | a reserved address",
                "2001:2::1       | a reserved address",
                "2001:10::1      | an ORCHID address",
                "2001:20::1      | an ORCHID address",
                "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff | a reserved address",
                "2001:db8::      | an address for documentation only",
                "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff | an address for documentation only",
                "2002::1         | a 6to4 address",
                "2002:808:808::1 | a 6to4 address",
                "2002:7f00:1::   | a 6to4 address",
                "2620:4f:8000::1 | a reserved address",
                "3ffe::1         | a reserved address",
                "3fff::1         | an address for documentation only",
                "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff | an address for documentation only",
                "4000::1         | a reserved address",
                "5f00::1         | a reserved address",
                "fc00::1         | a unique-local address",
                "fd00:ec2::254   | a cloud's metadata address",
                "fd20:ce::254    | a cloud's metadata address",
                "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | a unique-local address",
                "fe80::1         | a link-local address",
                "febf::1         | a link-local address",
                "fec0::1         | a site-local address",
                "feff::1         | a site-local address",
                "ff02::1         | a multicast address",
                "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | a multicast address",
                "2a00:1450:4001::5efe:a00:1     | an ISATAP address",
                "2a00:1450:4001::200:5efe:a00:1 | an ISATAP address"
            })
    void whatIsNotPublicIsRefusedByItsName(String address, String kind) {
        assertThat(STRICT.refusal(InetAddress.ofLiteral(address))).contains(kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.0.0.0",
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "191.255.255.255",
                "192.0.1.0",
                "192.0.3.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "203.0.112.255",
                "203.0.114.0",
                "223.255.255.255",
                "2000::1",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2001:db7:ffff::1",
                "2001:db9::1",
                "2003::1",
                "2606:4700::1111",
                "2a00:1450:4001::5eff:a00:1",
                "3ffd:ffff::1",
                "3fff:1000::1"
            })
    void whatIsPublicIsNot(String address) {
        assertThat(STRICT.refusal(InetAddress.ofLiteral(address))).isEmpty();
    }

    @Test
    void anIpv4MappedAddressIsItsIpv4OneOrRefused() throws UnknownHostException {
        assertThat(STRICT.refusal(InetAddress.getByName("::ffff:127.0.0.1"))).contains("a loopback address");
        // What Java leaves as IPv6 when it is made by its bytes.
        var stays = mapped("7f000001");
        assertThat(stays.getAddress()).hasSize(16);
        assertThat(STRICT.refusal(stays)).contains("an IPv4-mapped address");
        assertThat(STRICT.refusal(mapped("08080808"))).contains("an IPv4-mapped address");
        assertThat(allowing("127.0.0.0/8").refusal(stays)).contains("an IPv4-mapped address");
    }

    private static InetAddress mapped(String ipv4) throws UnknownHostException {
        return Inet6Address.getByAddress(
                "host", HexFormat.of().parseHex("00000000000000000000ffff" + ipv4), /* scope_id= */ -1);
    }

    @Test
    void aZoneDoesNotMakeALinkLocalAddressAnythingElse() throws UnknownHostException {
        var zoned = Inet6Address.getByAddress(
                "host", InetAddress.ofLiteral("fe80::1").getAddress(), 1);

        assertThat(STRICT.refusal(zoned)).contains("a link-local address");
    }

    @Test
    void theOperatorsWordComesFirst() {
        var guard = allowing("127.0.0.1", "10.1.0.0/16", "::1", "fd12::/16");

        for (var address : List.of("127.0.0.1", "10.1.2.3", "::1", "fd12::7", "8.8.8.8")) {
            assertThat(guard.refusal(InetAddress.ofLiteral(address)))
                    .as(address)
                    .isEmpty();
        }
        assertThat(guard.refusal(InetAddress.ofLiteral("127.0.0.2"))).contains("a loopback address");
        assertThat(guard.refusal(InetAddress.ofLiteral("10.2.0.1"))).contains("a private address");
        assertThat(guard.refusal(InetAddress.ofLiteral("::2"))).contains("an IPv4-compatible address");
        assertThat(guard.refusal(InetAddress.ofLiteral("fd13::7"))).contains("a unique-local address");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "::/96           | ::808:808          | ",
                "::/96           | ::7f00:1           | a loopback address",
                "::/96           | ::a9fe:a9fe        | a cloud's metadata address",
                "::ffff:0:0:0/96 | ::ffff:0:a00:1     | a private address",
                "::ffff:0:0:0/96 | ::ffff:0:808:808   | ",
                "2002::/16       | 2002:808:808::1    | ",
                "2002::/16       | 2002:7f00:1::1     | a loopback address",
                "2002::/16       | 2002:c0a8:101::    | a private address",
                "2002::/16       | 2002:808:808::5efe:a00:1 | a private address",
                "64:ff9b::/96    | 64:ff9b::808:808   | ",
                "64:ff9b::/96    | 64:ff9b::7f00:1    | a loopback address",
                "64:ff9b::/96    | 64:ff9b::a9fe:a9fe | a cloud's metadata address",
                "64:ff9b:1::/48  | 64:ff9b:1::808:808 | ",
                "64:ff9b:1::/48  | 64:ff9b:1::7f00:1  | a loopback address",
                "64:ff9b:1::/48  | 64:ff9b:1:808:8:800:: | ",
                "64:ff9b:1::/48  | 64:ff9b:1:7f00:0:100:: | a loopback address",
                "64:ff9b:1::/48  | 64:ff9b:1:7f:0:1:: | a loopback address",
                "2001::/32       | 2001:0:808:808:0:0:f7f7:f7f7 | ",
                "2001::/32       | 2001:0:7f00:1:0:0:f7f7:f7f7  | a loopback address",
                "2001::/32       | 2001:0:808:808:0:0:80ff:fffe | a loopback address",
                "2a00::/16       | 2a00::5efe:808:808 | ",
                "2a00::/16       | 2a00::5efe:a00:1   | a private address",
                "2a00::/16       | 2a00::200:5efe:7f00:1 | a loopback address"
            })
    void whereTheOperatorAllowsACarrierWhatItCarriesMustBeAllowedToo(String allowed, String address, String carried) {
        assertThat(allowing(allowed).refusal(InetAddress.ofLiteral(address)).orElse(null))
                .isEqualTo(carried == null ? null : "an address that embeds " + carried);
        if (carried != null) {
            assertThat(allowing(allowed, "0.0.0.0/0").refusal(InetAddress.ofLiteral(address)))
                    .isEmpty();
        }
    }

    @Test
    void noRangeIsAsWideAsItLooks() {
        var everyIpv6 = allowing("::/0");

        assertThat(everyIpv6.refusal(InetAddress.ofLiteral("fe80::1"))).isEmpty();
        assertThat(everyIpv6.refusal(InetAddress.ofLiteral("127.0.0.1"))).contains("a loopback address");
        assertThat(everyIpv6.refusal(InetAddress.ofLiteral("64:ff9b::7f00:1")))
                .contains("an address that embeds a loopback address");
    }
}
