package io.tical.server.interorg;

import io.tical.server.access.Caller;
import io.tical.server.currency.Amounts;
import io.tical.server.input.JsonBody;
import io.tical.server.merchant.OrganizationCodes;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.MerchantReference;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to send money to another organization.
 *
 * @param targetCode a well-formed code of an organization
 * @param currency ISO 4217; not checked yet
 * @param amount minor units, 1 or more
 * @param merchantRef the sender's reference, 1 to 255 characters
 */
public record OrganizationTransferRequest(
        UUID organizationId,
        boolean livemode,
        String targetCode,
        String currency,
        long amount,
        String merchantRef,
        @Nullable String notes,
        String requestId) {
    private static final int CODE_LENGTH_MAX = 64;
    private static final int CURRENCY_LENGTH_MAX = 16;
    private static final int TEXT_LENGTH_MAX = 255;

    MerchantReference reference() {
        return new MerchantReference(organizationId, livemode, merchantRef);
    }

    /**
     * Parses a body.
     *
     * @throws Problem.Invalid for a field that is missing, too long or malformed
     * @throws Problem.BadRequest {@code AMOUNT_INVALID}
     */
    static OrganizationTransferRequest parse(Caller caller, String requestId, JsonBody json) {
        var written = json.text("target_code", CODE_LENGTH_MAX);
        var code = OrganizationCodes.parse(written);
        if (code.isEmpty() && !written.isBlank()) {
            json.wrong("target_code", "format", "must be the code of an organization: ten letters and digits");
        }
        var request = new OrganizationTransferRequest(
                caller.organizationId(),
                caller.livemode(),
                code.orElse(""),
                json.text("currency_code", CURRENCY_LENGTH_MAX),
                json.amount("amount"),
                json.text("merchant_ref_id", TEXT_LENGTH_MAX),
                json.textOrNull("notes", TEXT_LENGTH_MAX),
                requestId);
        json.check();
        Amounts.requirePositive(request.amount());
        return request;
    }
}
