package io.tical.server.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** The IPv4 addresses that are embedded in an IPv6 address. */
final class EmbeddedAddresses {
    private static final SpecialRange COMPATIBLE = SpecialRange.of("::/96", "");

    /** Unspecified and loopback, which are in that range but embed no address. */
    private static final SpecialRange ALONE = SpecialRange.of("::/127", "");

    private static final SpecialRange TRANSLATED = SpecialRange.of("::ffff:0:0:0/96", "");
    private static final SpecialRange SIX_TO_FOUR = SpecialRange.of("2002::/16", "");
    private static final SpecialRange TEREDO = SpecialRange.of("2001::/32", "");
    private static final SpecialRange NAT64 = SpecialRange.of("64:ff9b::/96", "");
    private static final SpecialRange LOCAL_NAT64 = SpecialRange.of("64:ff9b:1::/48", "");

    /** Where RFC 6052 puts the four bytes after a prefix of 48, 56, 64 and 96 bits; byte 8 stays zero. */
    private static final int[][] NAT64_PLACES = {{6, 7, 9, 10}, {7, 9, 10, 11}, {9, 10, 11, 12}, {12, 13, 14, 15}};

    private EmbeddedAddresses() {}

    static List<InetAddress> of(byte[] address) {
        var carried = new ArrayList<InetAddress>();
        if (address.length != 16) {
            return carried;
        }
        if (mapped(address)
                || isatap(address)
                || TRANSLATED.contains(address)
                || NAT64.contains(address)
                || (COMPATIBLE.contains(address) && !ALONE.contains(address))) {
            carried.add(taken(address, 0, 12, 13, 14, 15));
        }
        if (SIX_TO_FOUR.contains(address)) {
            carried.add(taken(address, 0, 2, 3, 4, 5));
        }
        if (TEREDO.contains(address)) {
            carried.add(taken(address, 0, 4, 5, 6, 7));
            carried.add(taken(address, 0xFF, 12, 13, 14, 15));
        }
        if (LOCAL_NAT64.contains(address)) {
            // The position depends on the gateway's prefix, so all possible positions count.
            for (var places : NAT64_PLACES) {
                if (endsAfter(address, places[3])) {
                    carried.add(taken(address, 0, places));
                }
            }
        }
        return carried;
    }

    /** Java usually converts such addresses to IPv4. */
    static boolean mapped(byte[] address) {
        for (int i = 0; i < 10; i++) {
            if (address[i] != 0) {
                return false;
            }
        }
        return address[10] == (byte) 0xFF && address[11] == (byte) 0xFF;
    }

    /** Whether the interface identifier is from ISATAP, with any prefix. */
    static boolean isatap(byte[] address) {
        return (address[8] & 0xFC) == 0 && address[9] == 0 && address[10] == 0x5E && address[11] == (byte) 0xFE;
    }

    private static boolean endsAfter(byte[] address, int last) {
        if (last == 15) {
            return (address[12] | address[13] | address[14] | address[15]) != 0;
        }
        for (int i = last + 1; i < 16; i++) {
            if (address[i] != 0) {
                return false;
            }
        }
        return address[8] == 0;
    }

    private static InetAddress taken(byte[] from, int mask, int... places) {
        var bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            bytes[i] = (byte) (from[places[i]] ^ mask);
        }
        return address(bytes);
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
