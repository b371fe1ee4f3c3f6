package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.server.key.TransactionKey;
import io.tical.server.picture.PictureReader;
import io.tical.server.problem.Problem;
import java.util.List;

/** The slips of a payin, for the merchant that it belongs to. */
record MerchantSlips(Database database, SlipStorage storage) {
    /** In the order of their uploads, at most {@link Slips#UPLOADS_MAX}. */
    public List<PayinSlip> of(TransactionKey payin) {
        return database.run(session -> SlipStore.ofPayin(session, payin)).stream()
                .map(PayinSlip::of)
                .toList();
    }

    /**
     * The picture of a slip, a {@link PictureReader#MEDIA_TYPE}.
     *
     * @param number of the slip, as text
     * @throws Problem.NotFound {@code SLIP_NOT_FOUND} when the payin has no such slip
     */
    public byte[] picture(TransactionKey payin, String number) {
        return database.run(session -> SlipStore.ofPayin(session, payin)).stream()
                .filter(slip -> String.valueOf(slip.upload().number()).equals(number))
                .findFirst()
                .flatMap(slip -> storage.picture(database, slip))
                .orElseThrow(() -> Problem.NotFound.of(SlipRules.OBJECT_TYPE));
    }
}
