-- People look for transfers and settlements by amount. The amount beside the id is for a range that has many rows, the index of amounts for
-- one that has few.
DROP INDEX organization_transfer_direction;
CREATE INDEX organization_transfer_direction
    ON organization_transfer (organization_id, livemode, direction, currency, organization_transfer_id NULLS FIRST) INCLUDE (amount);
CREATE INDEX organization_transfer_amount
    ON organization_transfer (organization_id, livemode, direction, currency, amount, organization_transfer_id);
DROP INDEX settlement_currency;
CREATE INDEX settlement_currency
    ON settlement (organization_id, livemode, currency, status, settlement_id NULLS FIRST) INCLUDE (amount);
CREATE INDEX settlement_amount ON settlement (organization_id, livemode, currency, status, amount, settlement_id);

-- Which transfer a request with an id of the client's made.
CREATE INDEX organization_transfer_request ON organization_transfer (organization_id, livemode, request_id)
    WHERE request_id NOT LIKE '________-____-7___-____-____________';

-- A list of tickets scans one of the last two once for each status and type: the first of a merchant, the second of all. The index of ids
-- sorts nulls first, unlike the primary key, so that the list of an environment without tickets does not walk it.
DROP INDEX issue_id;
CREATE INDEX issue_id ON issue (issue_id NULLS FIRST);
DROP INDEX issue_status;
CREATE INDEX issue_kind ON issue (organization_id, livemode, status, issue_type, issue_id NULLS FIRST);
CREATE INDEX issue_kind_of_all ON issue (livemode, status, issue_type, issue_id NULLS FIRST);
