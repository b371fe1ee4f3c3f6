package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;

/** The format of transfers in both versions of EasySlip. */
final class EasySlipBody {
    private EasySlipBody() {}

    static SlipOutcome.Facts facts(JsonNode slip) {
        return new SlipOutcome.Facts(
                SlipFields.reference(slip.path("transRef")),
                SlipFields.minorUnits(slip.path("amount").path("amount")),
                SlipFields.CURRENCY,
                SlipFields.instant(slip.path("date")),
                party(slip.path("sender")),
                party(slip.path("receiver")));
    }

    private static SlipParty party(JsonNode party) {
        var bank = SlipFields.bank(party.path("bank").path("id"));
        var account = party.path("account");
        return new SlipParty(
                bank == null ? SlipFields.bank(party.path("bank").path("short")) : bank,
                SlipFields.masked(account.path("bank").path("account")),
                SlipFields.masked(account.path("proxy").path("account")),
                SlipFields.names(
                        account.path("name").path("th"), account.path("name").path("en")));
    }
}
