-- Commands that took effect are idempotency records without an answer: the hash of a command's key is that of no key that a client may
-- choose. What was recorded before is not taken over: it protects a retry within seconds, and versions protect the rest. Records of
-- an operator have the operator's id in organization_id, and are live.
DROP TABLE command_record;
