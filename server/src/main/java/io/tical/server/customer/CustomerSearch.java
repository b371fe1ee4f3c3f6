package io.tical.server.customer;

import io.tical.server.overview.SearchTable.By;
import io.tical.server.overview.SearchTable.Place;

/** Finds what belongs to customers' accounts, for the searches and lists of other packages. */
public final class CustomerSearch {
    /** The table of accounts, with their {@code account_id}, {@code account_no} and {@code holder_name}. */
    public static final String ACCOUNTS = "customer_account";

    /** The accounts whose number begins with a text, as {@code c}. */
    private static final String OF_NUMBER = """
            (SELECT c.account_id FROM customer_account c
             WHERE c.organization_id = o.organization_id AND c.livemode = e.livemode
               AND c.account_no ~>=~ :from AND c.account_no ~<=~ :to
             ORDER BY c.account_no USING ~<~ LIMIT :rows) c""";

    private CustomerSearch() {}

    /**
     * A prefix search for the account number of an object's customer.
     *
     * @param table a table with {@code account_id}
     * @param id its id column
     */
    public static Place accountNo(String table, String id) {
        return new Place(
                "account_no",
                By.DIGITS,
                OF_NUMBER + " JOIN LATERAL (SELECT * FROM " + table + " x WHERE x.organization_id = o.organization_id"
                        + " AND x.livemode = e.livemode AND x.account_id = c.account_id ORDER BY x." + id
                        + " DESC LIMIT :rows) t ON true",
                "true",
                "t." + id + " DESC",
                false);
    }
}
