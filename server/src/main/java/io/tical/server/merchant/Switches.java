package io.tical.server.merchant;

/** The features that operators turn on and off for an organization, in both environments. */
public record Switches(ChannelSwitches channels, NetworkSwitches networks, MatchFallback p2pFallback) {
    /** The default of a new organization. */
    public static final Switches STANDARD =
            new Switches(ChannelSwitches.STANDARD, NetworkSwitches.STANDARD, MatchFallback.BANK_THEN_QR);
}
