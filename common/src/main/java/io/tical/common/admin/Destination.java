package io.tical.common.admin;

/** The bank account that money is sent to. */
public record Destination(String bankCode, String accountNo, String holderName) {}
