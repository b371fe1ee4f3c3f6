package io.tical.server.qr;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Reads a QR code off a picture of a screen. It was written from the standard (ISO/IEC 18004) and shares nothing with what
 * draws our codes: neither a line of ours nor the library that we draw with. A screen shows a code upright and sharp, so nothing
 * is straightened or repaired: every codeword must be right, or there is no code. Versions 1 to 7.
 */
public final class ScreenQr {
    private static final String ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
    private static final int VERSION_MAX = 7;
    // The tables of the standard, a row for each level in the order of its two bits: M, L, H, Q.
    private static final int[] CODEWORDS = {26, 44, 70, 100, 134, 172, 196};
    private static final int[][] CHECKS = {
        {10, 16, 26, 18, 24, 16, 18},
        {7, 10, 15, 20, 26, 18, 20},
        {17, 28, 22, 16, 22, 28, 26},
        {13, 22, 18, 26, 18, 24, 18}
    };
    private static final int[][] BLOCKS = {
        {1, 1, 1, 2, 2, 4, 4},
        {1, 1, 1, 1, 1, 2, 2},
        {1, 1, 2, 4, 4, 4, 5},
        {1, 1, 2, 2, 4, 4, 6}
    };

    private final BufferedImage picture;
    private Centre corner = new Centre(0, 0, 0);
    private double module;
    private int side;
    private int version;

    /** The middle of one of the three large squares, in pixels. */
    private record Centre(double x, double y, double module) {}

    private ScreenQr(BufferedImage picture) {
        this.picture = picture;
    }

    /**
     * The text of the only code on a picture.
     *
     * @throws IllegalArgumentException when there is none, or it is damaged
     */
    public static String read(BufferedImage picture) {
        var code = new ScreenQr(picture);
        code.find();
        return code.text();
    }

    private static void require(boolean right, String what) {
        if (!right) {
            throw new IllegalArgumentException("no QR code: " + what);
        }
    }

    private boolean dark(int x, int y) {
        if (x < 0 || y < 0 || x >= picture.getWidth() || y >= picture.getHeight()) {
            return false;
        }
        var rgb = picture.getRGB(x, y);
        return (rgb >> 16 & 0xFF) * 299 + (rgb >> 8 & 0xFF) * 587 + (rgb & 0xFF) * 114 < 128_000;
    }

    private void find() {
        var centres = centres();
        require(centres.size() == 3, centres.size() + " large squares");
        corner = centres.stream()
                .min(Comparator.comparingDouble(centre -> centre.x() + centre.y()))
                .orElseThrow();
        var right = centres.stream()
                .max(Comparator.comparingDouble(Centre::x))
                .orElseThrow()
                .x();
        version = (int) Math.round(((right - corner.x()) / corner.module() + 7 - 17) / 4);
        require(version >= 1 && version <= VERSION_MAX, "version " + version);
        side = 17 + 4 * version;
        module = (right - corner.x()) / (side - 7);
    }

    /** Dark, light, dark, light, dark as 1 : 1 : 3 : 1 : 1, across and down. */
    private List<Centre> centres() {
        var centres = new ArrayList<Centre>();
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                if (!dark(x, y) || dark(x - 1, y)) {
                    continue;
                }
                var across = square(x, y, 1, 0);
                if (across == 0) {
                    continue;
                }
                var middle = x + (int) (across / 2);
                var top = y;
                for (int edges = 0; edges < 3 && top >= 0; top--) {
                    edges += dark(middle, top) == dark(middle, top - 1) ? 0 : 1;
                }
                var down = square(middle, top + 1, 0, 1);
                var centre = new Centre(middle + 0.5, top + 1 + down / 2, across / 7);
                if (Math.abs(down - across) <= across / 14
                        && whole(centre)
                        && centres.stream()
                                .noneMatch(one -> Math.abs(one.x() - centre.x()) < across
                                        && Math.abs(one.y() - centre.y()) < across)) {
                    centres.add(centre);
                }
            }
        }
        return centres;
    }

    /** Modules of text may look like it across and down, but not all around. */
    private boolean whole(Centre centre) {
        for (int row = -3; row <= 3; row++) {
            for (int column = -3; column <= 3; column++) {
                var dark =
                        dark((int) (centre.x() + column * centre.module()), (int) (centre.y() + row * centre.module()));
                if (dark == (Math.max(Math.abs(row), Math.abs(column)) == 2)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** How long the pattern is that starts here; 0 when it is another. */
    private double square(int x, int y, int across, int down) {
        var runs = new int[5];
        for (int run = 0, cx = x, cy = y; run < 5; run++) {
            while (dark(cx, cy) == (run % 2 == 0) && cx < picture.getWidth() && cy < picture.getHeight()) {
                runs[run]++;
                cx += across;
                cy += down;
            }
        }
        var total = runs[0] + runs[1] + runs[2] + runs[3] + runs[4];
        var one = total / 7.0;
        var fits = one >= 2;
        for (int run = 0; run < 5; run++) {
            fits &= Math.abs(runs[run] - (run == 2 ? 3 * one : one)) <= one / 2;
        }
        return fits ? total : 0;
    }

    private int bit(int row, int column) {
        return dark((int) (corner.x() + (column - 3) * module), (int) (corner.y() + (row - 3) * module)) ? 1 : 0;
    }

    private String text() {
        var format = 0;
        for (int i = 0; i < 15; i++) {
            var at = i < 6 ? i : i < 8 ? i + 1 : 14 - i;
            format = format << 1 | (i < 8 ? bit(8, at) : bit(i == 8 ? 7 : at, 8));
        }
        format ^= 0x5412;
        var rest = format;
        for (int i = 14; i >= 10; i--) {
            rest ^= (rest >> i & 1) == 0 ? 0 : 0x537 << (i - 10);
        }
        require(rest == 0, "its format is damaged");
        return decoded(data(codewords(format >> 10 & 7), format >> 13));
    }

    private int[] codewords(int mask) {
        var words = new int[CODEWORDS[version - 1]];
        var at = 0;
        for (int right = side - 1, turn = 0; right > 0; right -= 2, turn++) {
            if (right == 6) {
                right--;
            }
            for (int i = 0; i < side; i++) {
                var row = turn % 2 == 0 ? side - 1 - i : i;
                for (int column = right; column > right - 2; column--) {
                    if (!pattern(row, column) && at < words.length * 8) {
                        var bit = bit(row, column) ^ (masked(mask, row, column) ? 1 : 0);
                        words[at / 8] = words[at / 8] << 1 | bit;
                        at++;
                    }
                }
            }
        }
        return words;
    }

    /** What is the same in every code of this version, and so carries no text. */
    private boolean pattern(int row, int column) {
        var squares = (row < 9 && (column < 9 || column >= side - 8)) || (row >= side - 8 && column < 9);
        var timing = row == 6 || column == 6;
        var numbered = version == 7 && (numbered(row, column) || numbered(column, row));
        return squares || timing || numbered || aligning(row, column);
    }

    private boolean numbered(int near, int far) {
        return near < 6 && far >= side - 11 && far < side - 8;
    }

    private boolean aligning(int row, int column) {
        var places = version == 1 ? new int[] {} : version == 7 ? new int[] {6, 22, 38} : new int[] {6, side - 7};
        for (int y : places) {
            for (int x : places) {
                var inSquare = (y == 6 && x == 6) || (y == 6 && x == side - 7) || (y == side - 7 && x == 6);
                if (!inSquare && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean masked(int mask, int row, int column) {
        var product = row * column;
        return switch (mask) {
            case 0 -> (row + column) % 2 == 0;
            case 1 -> row % 2 == 0;
            case 2 -> column % 3 == 0;
            case 3 -> (row + column) % 3 == 0;
            case 4 -> (row / 2 + column / 3) % 2 == 0;
            case 5 -> product % 2 + product % 3 == 0;
            case 6 -> (product % 2 + product % 3) % 2 == 0;
            default -> ((row + column) % 2 + product % 3) % 2 == 0;
        };
    }

    /** The codewords of the text, of blocks that are dealt out in turns and must each pass their check. */
    private int[] data(int[] words, int level) {
        var blocks = BLOCKS[level][version - 1];
        var checks = CHECKS[level][version - 1];
        var shorter = words.length / blocks - checks;
        var shortBlocks = blocks - words.length % blocks;
        var data = new int[words.length - blocks * checks];
        for (int block = 0, start = 0; block < blocks; block++) {
            var length = shorter + (block < shortBlocks ? 0 : 1);
            var whole = new int[length + checks];
            for (int i = 0; i < whole.length; i++) {
                var inTurn = i < shorter
                        ? i * blocks + block
                        : i < length
                                ? shorter * blocks + block - shortBlocks
                                : data.length + (i - length) * blocks + block;
                whole[i] = words[inTurn];
            }
            requireWhole(whole, checks);
            System.arraycopy(whole, 0, data, start, length);
            start += length;
        }
        return data;
    }

    /** As a polynomial over GF(256) the block is 0 at the first powers of two. */
    private static void requireWhole(int[] block, int checks) {
        for (int i = 0, root = 1; i < checks; i++, root = times(root, 2)) {
            var value = 0;
            for (int word : block) {
                value = times(value, root) ^ word;
            }
            require(value == 0, "its modules are damaged");
        }
    }

    private static int times(int a, int b) {
        var product = 0;
        for (int bit = 7; bit >= 0; bit--) {
            product = product << 1 ^ ((product & 0x80) == 0 ? 0 : 0x11D);
            product ^= (b >> bit & 1) == 0 ? 0 : a;
        }
        return product;
    }

    private static String decoded(int[] data) {
        var bits = new StringBuilder();
        for (int word : data) {
            bits.append(Integer.toBinaryString(word | 0x100), 1, 9);
        }
        var reader = new Bits(bits.toString());
        var text = new StringBuilder();
        for (int mode = reader.take(4); mode != 0; mode = reader.left() < 4 ? 0 : reader.take(4)) {
            switch (mode) {
                case 1 -> {
                    for (int left = reader.take(10); left > 0; left -= 3) {
                        var digits = Math.min(3, left);
                        text.append(String.format(Locale.ROOT, "%0" + digits + "d", reader.take(digits * 3 + 1)));
                    }
                }
                case 2 -> {
                    for (int left = reader.take(9); left > 0; left -= 2) {
                        var pair = reader.take(left > 1 ? 11 : 6);
                        text.append(left > 1 ? String.valueOf(ALPHANUMERIC.charAt(pair / 45)) : "");
                        text.append(ALPHANUMERIC.charAt(pair % 45));
                    }
                }
                case 4 -> {
                    for (int left = reader.take(8); left > 0; left--) {
                        text.append((char) reader.take(8));
                    }
                }
                default -> require(false, "mode " + mode);
            }
        }
        return text.toString();
    }

    private static final class Bits {
        private final String bits;
        private int at;

        Bits(String bits) {
            this.bits = bits;
        }

        int left() {
            return bits.length() - at;
        }

        int take(int count) {
            at += count;
            return Integer.parseInt(bits.substring(at - count, at), 2);
        }
    }
}
