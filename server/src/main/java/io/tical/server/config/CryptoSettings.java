package io.tical.server.config;

import io.tical.server.crypto.Network;

/** Which settings say how the live deposits of a network are served. */
public record CryptoSettings(Setting xpub, Setting url, Setting key, Setting confirmations, Setting contract) {
    public static CryptoSettings of(Network network) {
        return switch (network) {
            case TRC20 ->
                new CryptoSettings(
                        Setting.TRC20_XPUB,
                        Setting.TRC20_URL,
                        Setting.TRC20_KEY,
                        Setting.TRC20_CONFIRMATIONS,
                        Setting.TRC20_CONTRACT);
            case ERC20 ->
                new CryptoSettings(
                        Setting.ERC20_XPUB,
                        Setting.ERC20_URL,
                        Setting.ERC20_KEY,
                        Setting.ERC20_CONFIRMATIONS,
                        Setting.ERC20_CONTRACT);
            case BEP20 ->
                new CryptoSettings(
                        Setting.BEP20_XPUB,
                        Setting.BEP20_URL,
                        Setting.BEP20_KEY,
                        Setting.BEP20_CONFIRMATIONS,
                        Setting.BEP20_CONTRACT);
        };
    }
}
