package io.tical.server.payin;

import io.tical.server.customer.CustomerSearch;
import io.tical.server.overview.Activity;
import io.tical.server.overview.ActivityTable;
import io.tical.server.overview.Search;
import io.tical.server.overview.SearchTable;
import io.tical.server.overview.SearchTable.Place;
import java.util.List;

/** Payins in the overview of operators. */
final class PayinOverview {
    static final Search SEARCH = new SearchTable(
            "payin",
            "payin_id",
            "t.status, t.amount, t.currency, t.merchant_ref AS reference",
            List.of(
                    Place.id("payin", "payin_id"),
                    Place.prefix("merchant_ref", "payin t", "t.merchant_ref BETWEEN :from AND :to", "t.merchant_ref"),
                    Place.notes("payin"),
                    CustomerSearch.accountNo("payin", "payin_id"),
                    Place.payLink(
                            "pay_token k JOIN payin t USING (organization_id, livemode, payin_id)",
                            "k.pay_token = :token AND t.pay_token = k.pay_token"),
                    // The bank transfer or the deposit that paid it.
                    Place.prefixEverywhere(
                            "reference",
                            "slip_reference r JOIN payin t USING (organization_id, livemode, payin_id)",
                            "r.reference BETWEEN :from AND :to",
                            "r.reference"),
                    Place.prefixEverywhere(
                            "tx_hash",
                            "crypto_transfer c JOIN payin t USING (organization_id, livemode, payin_id)",
                            "c.network IN ('BEP20', 'ERC20', 'TRC20') AND c.tx_hash BETWEEN :from AND :to",
                            "c.network, c.tx_hash")));

    static final List<Activity> ACTIVITIES = List.of(new ActivityTable(
            "payin",
            "payin",
            "payin_id",
            "t.currency",
            ActivityTable.OF_TRANSACTION,
            "CASE WHEN t.paid > 0 THEN t.paid ELSE t.amount END",
            "true"));

    private PayinOverview() {}
}
