-- Lists with a filter walk the index of that filter, newest first. Its ids sort nulls first, so that an order of
-- ids DESC NULLS LAST is the order of these indexes and not of the primary key: the planner must not walk that one in search
-- of rows which may not exist. The ids are never null.
DROP INDEX payout_status;
CREATE INDEX payout_status ON payout (organization_id, livemode, status, payout_id NULLS FIRST);
CREATE INDEX payout_currency ON payout (organization_id, livemode, currency, status, payout_id NULLS FIRST);
DROP INDEX payin_status;
CREATE INDEX payin_status ON payin (organization_id, livemode, status, payin_id NULLS FIRST);
CREATE INDEX payin_currency ON payin (organization_id, livemode, currency, status, payin_id NULLS FIRST);

-- Searches of customers by the beginning of an account number.
CREATE INDEX customer_account_number ON customer_account (organization_id, livemode, account_no text_pattern_ops);
