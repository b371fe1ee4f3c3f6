package io.tical.server.merchant;

/** What an organization pays for one operation, in one environment and currency. */
public record FeeRule(boolean livemode, String currency, Operation operation, Fee fee) {}
