-- When finance refused to verify an account whose verification was requested; null unless that was the last that happened.
ALTER TABLE customer_account ADD COLUMN verification_refused_at timestamptz;
-- Operators find an account by its id alone.
CREATE INDEX customer_account_id ON customer_account (account_id);
CREATE INDEX customer_account_verification ON customer_account (account_id)
    WHERE verification_requested_at IS NOT NULL AND verified_at IS NULL AND verification_refused_at IS NULL;

-- How the simulators of all nodes answer; no row while they answer as usual.
CREATE TABLE simulator (
    singleton  boolean PRIMARY KEY CHECK (singleton),
    payout     text NOT NULL,
    slip       text NOT NULL,
    holder     text NOT NULL,
    latency_ms bigint NOT NULL,
    version    bigint NOT NULL,
    mac        bytea
);
COMMENT ON TABLE simulator IS 'kept';
