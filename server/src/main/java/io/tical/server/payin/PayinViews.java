package io.tical.server.payin;

import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.Deposits;
import io.tical.server.crypto.Network;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Payins as JSON: {@link CryptoDepositView} for those by USDT, {@link PayinView} for all others. */
record PayinViews(PayPage page, Deposits deposits) {
    /** The view after a change, without reading received transfers. */
    Object changed(Payin payin) {
        return view(payin, null);
    }

    /** The response of {@code POST /v2/payins}; a deposit's also says where to pay. */
    Object created(Payin payin) {
        var created = PayinView.created(payin, page);
        var receiving = payin.progress().receiving();
        return payin.terms().channel() == Channel.CRYPTO
                ? created.put("address", receiving.identifier()).put("network", receiving.platform())
                : created;
    }

    /** The view with received transfers. */
    Object read(Payin payin) {
        return of(List.of(payin)).apply(payin);
    }

    /** The views of these payins. Reads received transfers with one statement. */
    Function<Payin, Object> of(List<Payin> payins) {
        var keys = payins.stream()
                .filter(payin -> payin.terms().channel() == Channel.CRYPTO)
                .map(Payin::key)
                .toList();
        var found = deposits.find(keys);
        return payin -> view(payin, found.get(payin.key()));
    }

    private Object view(Payin payin, @Nullable Deposit deposit) {
        return switch (payin.terms().channel()) {
            case BANK, QRCODE -> PayinView.of(payin, page);
            case CRYPTO -> {
                var network = Network.valueOf(
                        Objects.requireNonNull(payin.progress().receiving().platform()));
                yield CryptoDepositView.of(payin, deposit, deposits.networks().confirmations(network));
            }
        };
    }
}
