package io.tical.server.http.wire;

/** Classes of bytes in HTTP/1.1. */
final class Bytes {
    private static final boolean[] TOKEN = alphanumericAnd("!#$%&'*+-.^_`|~");
    /** RFC 3986, sections 3.3 and 3.4, without the percent sign. */
    private static final boolean[] TARGET = alphanumericAnd("._~!$&'()*+,;=:@/?-");

    private Bytes() {}

    private static boolean[] alphanumericAnd(String others) {
        var set = new boolean[256];
        others.chars().forEach(other -> set[other] = true);
        for (int b = 0; b < 128; b++) {
            set[b] |= Character.isLetterOrDigit(b);
        }
        return set;
    }

    /** RFC 9110, section 5.6.2. */
    static boolean token(byte b) {
        return TOKEN[b & 0xFF];
    }

    static boolean target(byte b) {
        return TARGET[b & 0xFF];
    }

    /** RFC 9110, section 5.5: visible characters, space, tab, and bytes above ASCII. */
    static boolean fieldValue(byte b) {
        return b >= ' ' ? b != 0x7F : b < 0 || b == '\t';
    }

    /** The value of a hexadecimal digit, or -1. */
    static int hex(byte b) {
        return b >= 0 ? Character.digit(b, 16) : -1;
    }
}
