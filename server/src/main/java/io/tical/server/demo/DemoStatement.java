package io.tical.server.demo;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The list of an account as SCB's web page exports it, which grows during the day. */
final class DemoStatement {
    private static final ZoneId BANGKOK = ZoneId.of("Asia/Bangkok");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("dd/MM/yyyy", Locale.ENGLISH);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);

    private final String account;
    private final String holder;
    private final StringBuilder rows = new StringBuilder();
    private long balance = 125_000_00;

    DemoStatement(String account, String holder) {
        this.account = account;
        this.holder = holder;
    }

    /** @param amount satang */
    void received(long amount, String from, Instant at) {
        balance += amount;
        row(at.atZone(BANGKOK), "X1", "", decimal(amount), "Transfer from " + from);
    }

    /** @param amount satang */
    void paid(long amount, String code, String text, Instant at) {
        balance -= amount;
        row(at.atZone(BANGKOK), code, decimal(amount), "", text);
    }

    private static String decimal(long amount) {
        return BigDecimal.valueOf(amount, 2).toPlainString();
    }

    private void row(ZonedDateTime at, String code, String withdrawal, String deposit, String text) {
        rows.append(String.format(
                Locale.ROOT,
                "%s,%s,Current,THB,0111,%s,%s,%s,,ENET,,%s,%s,%s,%s\r\n",
                account,
                holder.replace(',', ' '),
                DAY.format(at),
                TIME.format(at),
                code,
                withdrawal,
                deposit,
                decimal(balance),
                text));
    }

    byte[] csv() {
        return ("Account Number,Account Name,Account Type,Currency Code,Branch Code,Date,Time,Tr Code,Tr Description,Channel,Cheque No.,"
                        + "Withdrawal,Deposit,Outstanding Balance,Description\r\n" + rows)
                .getBytes(StandardCharsets.UTF_8);
    }
}
