package io.tical.server.bankfile;

import io.tical.server.bankfile.PaymentOrder.Account;
import io.tical.server.bankfile.PaymentOrder.Bank;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Payments that a bank is told to make in one file: from one account, in one currency, on one day.
 *
 * @param fileId unique for ever at the bank, at most 35 characters
 * @param paymentId of the only part of the file, at most 35 characters
 * @param created when the file was made, in the bank's zone
 * @param debtor the name of who pays
 * @param account that pays
 * @param bank of this account; null if the file needs not name it
 * @param currency ISO 4217
 * @param scale its decimal digits
 * @param executionDate the day on which the bank is to pay
 * @param orders at least one
 */
public record PaymentOrders(
        String fileId,
        String paymentId,
        OffsetDateTime created,
        String debtor,
        Account account,
        @Nullable Bank bank,
        String currency,
        int scale,
        LocalDate executionDate,
        List<PaymentOrder> orders) {}
