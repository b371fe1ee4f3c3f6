-- Checks of deposits: the final transfers of an address are read again and compared with its balance. checked_through is the time of the
-- block until which all final transfers are known; null before the first check. difference is the balance without what the transfers
-- explain, in the token's own smallest units, since the check at differs_since; null if there is none. check_at is when the address is
-- checked next, and null when it is not any more.
ALTER TABLE crypto_deposit
    ADD COLUMN checked_through timestamptz,
    ADD COLUMN difference      numeric(78, 0) CHECK (difference <> 0),
    ADD COLUMN differs_since   timestamptz,
    ADD COLUMN check_at        timestamptz;
COMMENT ON COLUMN crypto_deposit.check_at IS 'not evidence: when background work checks it next';
UPDATE crypto_deposit SET check_at = now() WHERE due_at IS NOT NULL;
CREATE INDEX crypto_deposit_check ON crypto_deposit (network, livemode, check_at) WHERE check_at IS NOT NULL;
CREATE INDEX crypto_deposit_differing ON crypto_deposit (differs_since) WHERE differs_since IS NOT NULL;
