package io.tical.server.webhook;

import java.net.InetAddress;

/**
 * A range of addresses of one kind. IPv4-mapped addresses are not converted.
 *
 * @param bits the length of the prefix in bits
 * @param kind the kind with an article, such as {@code a private address}
 */
record SpecialRange(byte[] prefix, int bits, String kind) {
    /** @param cidr {@code 10.0.0.0/8} */
    static SpecialRange of(String cidr, String kind) {
        var slash = cidr.indexOf('/');
        var prefix = InetAddress.ofLiteral(cidr.substring(0, slash)).getAddress();
        return new SpecialRange(prefix, Integer.parseInt(cidr.substring(slash + 1)), kind);
    }

    boolean contains(byte[] address) {
        if (address.length != prefix.length) {
            return false;
        }
        var whole = bits / 8;
        for (int i = 0; i < whole; i++) {
            if (address[i] != prefix[i]) {
                return false;
            }
        }
        var rest = bits % 8;
        return rest == 0 || ((address[whole] ^ prefix[whole]) & 0xFF) >>> (8 - rest) == 0;
    }
}
