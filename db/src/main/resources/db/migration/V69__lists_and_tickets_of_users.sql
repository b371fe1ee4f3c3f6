-- People look for payments by channel and by amount. Only what is paid in USDT has the channel crypto, so a list of a channel scans the
-- index of currencies in each currency that the channel can have. The amount beside the id is for a range of amounts that has many rows.
DROP INDEX payin_currency;
CREATE INDEX payin_currency ON payin (organization_id, livemode, currency, channel, status, payin_id NULLS FIRST) INCLUDE (amount);
DROP INDEX payout_currency;
CREATE INDEX payout_currency ON payout (organization_id, livemode, currency, status, payout_id NULLS FIRST) INCLUDE (amount);

-- For a range of amounts that has few rows.
CREATE INDEX payin_amount ON payin (organization_id, livemode, currency, channel, status, amount, payin_id);
CREATE INDEX payout_amount ON payout (organization_id, livemode, currency, status, amount, payout_id);

-- A merchant's user cancels a ticket. The rows fulfil the narrower check that it replaces.
ALTER TABLE state_change DROP CONSTRAINT state_change_actor_type_check;
ALTER TABLE state_change ADD CONSTRAINT state_change_actor_type_check
    CHECK (actor_type IN ('api_key', 'payer', 'staff', 'system', 'user')) NOT VALID;
