-- What the simulated bank booked on its test accounts, each of which stands for a collection account.
CREATE TABLE simulator_entry (
    collection_account_id uuid NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    source_id uuid NOT NULL,
    returned boolean NOT NULL,
    booked_at timestamptz NOT NULL,
    amount bigint NOT NULL CHECK (amount <> 0),
    reference text NOT NULL,
    text text NOT NULL,
    party_name text,
    party_account text,
    PRIMARY KEY (collection_account_id, number),
    UNIQUE (source_id, returned)
);
COMMENT ON TABLE simulator_entry IS 'append-only: what the simulated bank booked';
COMMENT ON COLUMN simulator_entry.source_id IS 'the payin that was paid, or the attempt of a payment';
CREATE INDEX simulator_entry_time ON simulator_entry (collection_account_id, booked_at);

-- The test payins of an account, which its test statement shows. Live ones cost nothing.
CREATE INDEX payin_test ON payin (collection_account_id, payin_id) WHERE NOT livemode AND collection_account_id IS NOT NULL;
