-- An idempotency record holds 128 bits of the SHA-256 of environment and key, 64 bits of that of what was asked, and the answer packed: a
-- byte of form, then the answer in that form. Form 0 is the answer as it is, which is what earlier records have.
CREATE TABLE packed (
    organization_id uuid NOT NULL,
    key_hash        uuid NOT NULL,
    created_at      timestamptz NOT NULL,
    fingerprint     bigint NOT NULL,
    status          smallint NOT NULL,
    answer          bytea NOT NULL
);
INSERT INTO packed (organization_id, key_hash, created_at, fingerprint, status, answer)
SELECT organization_id, cast(encode(substring(sha256(convert_to(CASE WHEN livemode THEN 'live' ELSE 'test' END || E'\n' || key, 'UTF8')) FROM 1 FOR 16), 'hex') AS uuid),
       created_at, cast(cast('x' || encode(substring(fingerprint FROM 1 FOR 8), 'hex') AS bit(64)) AS bigint), status, '\x00'::bytea || data
FROM idempotency ORDER BY created_at;
DROP TABLE idempotency;
ALTER TABLE packed RENAME TO idempotency;
ALTER TABLE idempotency ADD PRIMARY KEY (organization_id, key_hash);
CREATE INDEX idempotency_age ON idempotency USING brin (created_at);
