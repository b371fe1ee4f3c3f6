-- What each transaction did to rows of money and of evidence: see Journal.java. A transaction that posts transfers writes it with the last
-- one of each organization, any other one with a row of the journal. A node appends to several chains of it, each transaction to one.
ALTER TABLE transfer ADD COLUMN changes bytea;
ALTER TABLE transfer ALTER COLUMN changes SET STORAGE EXTERNAL;
CREATE TABLE journal (
    chain      uuid        NOT NULL,
    number     bigint      NOT NULL CHECK (number > 0),
    previous   bytea       NOT NULL,
    changes    bytea       NOT NULL,
    mac        bytea       NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (chain, number)
);
-- Digests do not compress.
ALTER TABLE journal ALTER COLUMN changes SET STORAGE EXTERNAL;
COMMENT ON TABLE journal IS 'append-only';
COMMENT ON COLUMN journal.previous IS 'the MAC of the row before it in its chain; empty in the first';
COMMENT ON COLUMN journal.changes IS 'which rows were written, and what their MACs were before and after';
COMMENT ON COLUMN journal.created_at IS 'not evidence: for people who look for a row';
