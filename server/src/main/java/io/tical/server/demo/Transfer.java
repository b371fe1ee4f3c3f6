package io.tical.server.demo;

import io.tical.server.qr.Crc16;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A transfer of a payer, as the payer's bank knows it.
 *
 * @param amount satang
 * @param toAccount the number of the receiving account
 * @param toName its holder
 */
record Transfer(Bank bank, String reference, Payer from, long amount, String toAccount, String toName, Instant at) {
    /** The bank of the operator's collection account. */
    static final Bank RECEIVING_BANK = Bank.SCB;

    private static final ZoneId BANGKOK = ZoneId.of("Asia/Bangkok");

    /** A bank whose app draws slips. */
    enum Bank {
        KBANK("004", "K+", 0x138f2d),
        SCB("014", "SCB EASY", 0x4e2e7f),
        BBL("002", "Bangkok Bank", 0x1e4598),
        KTB("006", "Krungthai NEXT", 0x1ba5e1),
        BAY("025", "krungsri", 0xc89b00);

        final String number;
        final String app;
        final int colour;

        Bank(String number, String app, int colour) {
            this.number = number;
            this.app = app;
            this.colour = colour;
        }
    }

    /** The payer. */
    record Payer(String name, String thaiName, String account) {}

    /** The text of the slip's QR code: the bank's number and the reference, and a check value. */
    String code() {
        var transfer = field("00", "000001") + field("01", bank.number) + field("02", reference);
        var text = field("00", transfer) + field("51", "TH") + "9104";
        return text + Crc16.of(text);
    }

    private static String field(String id, String value) {
        return id + String.format(Locale.ROOT, "%02d", value.length()) + value;
    }

    Transfer withAmount(long other) {
        return new Transfer(bank, reference, from, other, toAccount, toName, at);
    }

    Transfer toOther(String account, String name) {
        return new Transfer(bank, reference, from, amount, account, name, at);
    }

    Transfer earlier(Duration by) {
        return new Transfer(bank, reference, from, amount, toAccount, toName, at.minus(by));
    }

    /** Baht with two digits, as slips write it. */
    String baht() {
        return String.format(Locale.ROOT, "%,d.%02d", amount / 100, amount % 100);
    }

    String time(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(at.atZone(BANGKOK));
    }

    /** An account number with only the digits that banks show: the four before the last one. */
    static String masked(String account) {
        var shown = new StringBuilder();
        for (int at = 0; at < account.length(); at++) {
            var last = account.length() - 1;
            shown.append(at < last && at >= last - 4 ? account.charAt(at) : 'x');
        }
        return shown.toString();
    }
}
