-- Commands that took effect are idempotency records without an answer. A command's key has spaces, so it never equals a key that a
-- client chose. Records of an operator have the operator's id in organization_id, and are live.
INSERT INTO idempotency (organization_id, livemode, key, fingerprint, status, data, created_at)
SELECT organization_id, livemode, object_id || ' ' || command_id, '', 0, '', created_at FROM command_record;
DROP TABLE command_record;
