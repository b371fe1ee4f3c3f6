package io.tical.server.merchant;

/** What operators turn on and off for an organization; in test and in live alike. */
public record Switches(ChannelSwitches channels, NetworkSwitches networks, MatchFallback p2pFallback) {
    /** What a new organization has. */
    public static final Switches STANDARD =
            new Switches(ChannelSwitches.STANDARD, NetworkSwitches.STANDARD, MatchFallback.BANK_THEN_QR);
}
