package io.tical.server.merchant;

/** An organization's fee for one operation, in one environment and currency. */
public record FeeRule(boolean livemode, String currency, FeeType operation, Fee fee) {}
