package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OpenApiContract;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The document has exactly the listed operations. The payer's
 * endpoints are on the pay host and in {@code docs/pay-page.md}.
 */
class OperationListTest {
    /** Of both vocabularies, each operation once. */
    private static final String SPECIFICATION = """
            POST   /v1/payins
            GET    /v1/payins
            GET    /v1/payins/{id}
            POST   /v1/payins/{id}/cancel
            POST   /v1/payins/{id}/test-confirm
            POST   /v1/payins/{id}/slip
            POST   /v2/payins
            POST   /v2/payins/{id}/cancel
            POST   /v1/payouts
            GET    /v1/payouts
            GET    /v1/payouts/{id}
            POST   /v1/payouts/{id}/cancel
            POST   /v1/payouts/{id}/test-confirm
            POST   /v1/settlements
            GET    /v1/settlements
            GET    /v1/settlements/{id}
            GET    /v1/balance
            GET    /v1/me/balances
            GET    /v1/me/limits
            POST   /v1/sandbox/top-up
            GET    /v1/bank/verify
            POST   /v1/slip/verify
            GET    /v1/slip/verify/{ref}
            POST   /v1/customers
            POST   /v1/issues
            GET    /v1/issues
            GET    /v1/issues/{request_id}
            PATCH  /v1/issues/{request_id}/cancel
            GET    /v1/organization-settlements/limits
            POST   /v1/organization-settlements/preview
            POST   /v1/organization-settlements
            GET    /v1/organization-settlements/{id}
            GET    /v1/organization-transfers/targets/by-code
            POST   /v1/organization-transfers
            GET    /v1/organization-transfers
            GET    /v1/organizations/accounts
            POST   /v1/organizations/accounts
            PATCH  /v1/organizations/accounts/{id}
            DELETE /v1/organizations/accounts/{id}
            """;

    /** What users of such a service expect besides. */
    private static final String ADDITIONS = """
            GET    /v1/me
            GET    /v1/currencies
            GET    /v1/customers
            GET    /v1/customers/{id}
            POST   /v1/customers/{id}/verify
            GET    /v1/payins/{id}/timeline
            GET    /v1/payouts/{id}/timeline
            GET    /v1/settlements/{id}/timeline
            GET    /v1/organization-transfers/{id}
            GET    /v1/organization-transfers/{id}/timeline
            GET    /v1/statements
            GET    /v1/statements/daily
            """;

    private final TreeSet<String> documented = OpenApiContract.merchants().operations().stream()
            .map(operation -> operation.method() + " " + operation.path())
            .collect(Collectors.toCollection(TreeSet::new));

    private static TreeSet<String> lines(String table) {
        return table.lines().map(line -> line.replaceAll(" +", " ")).collect(Collectors.toCollection(TreeSet::new));
    }

    private static TreeSet<String> expected() {
        var expected = lines(SPECIFICATION);
        expected.addAll(lines(ADDITIONS));
        return expected;
    }

    @Test
    void theDocumentHasTheOperationsOfTheListAndNoOthers() {
        assertThat(documented).containsExactlyElementsOf(expected());
    }
}
