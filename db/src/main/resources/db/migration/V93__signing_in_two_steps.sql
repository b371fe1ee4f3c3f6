-- Signatures are accepted before they are required, and for a day with the secret before the last rotation. Keys of earlier releases that have a
-- secret have no value, and require them.
ALTER TABLE api_key
    ADD COLUMN signing_required        boolean,
    ADD COLUMN signing_since           timestamptz,
    ADD COLUMN previous_signing_secret bytea,
    ADD COLUMN previous_signing_until  timestamptz,
    ADD COLUMN unsigned_requests       bigint NOT NULL DEFAULT 0,
    ADD COLUMN unsigned_at             timestamptz;
COMMENT ON COLUMN api_key.unsigned_requests IS 'not evidence: counted while requests with and without a signature are accepted';
COMMENT ON COLUMN api_key.unsigned_at IS 'not evidence: when the last one was counted';
