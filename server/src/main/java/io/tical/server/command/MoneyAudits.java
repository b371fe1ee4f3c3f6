package io.tical.server.command;

import io.tical.server.ledger.MoneyAudit;
import io.tical.server.payin.MatchAudit;
import io.tical.server.payin.PayinAudit;
import io.tical.server.payout.PayoutAudit;
import io.tical.server.suspense.SuspenseAudit;
import java.util.List;

/** The audits of all packages that post to the ledger. */
public final class MoneyAudits {
    public static final List<MoneyAudit> ALL =
            List.of(new PayoutAudit(), new PayinAudit(), new MatchAudit(), new SuspenseAudit());

    private MoneyAudits() {}
}
