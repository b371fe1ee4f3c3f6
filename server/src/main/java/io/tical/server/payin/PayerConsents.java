package io.tical.server.payin;

import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.TimelineSource;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What payers accepted before they saw the account of another person. The timeline, which merchants read too, omits their addresses. */
public interface PayerConsents extends TimelineSource {
    /**
     * The consent of one payer, for operators.
     *
     * @param textVersion the version of the text, or {@code unstated} for a page of the merchant's own
     * @param address that it came from
     */
    record Consent(
            Instant acceptedAt,
            String textVersion,
            String address,
            @Nullable String requestId) {}

    /** The consents to pay a payin, oldest first. */
    List<Consent> all(TransactionKey payin);
}
