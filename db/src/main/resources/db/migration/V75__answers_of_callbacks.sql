-- Merchants look for callbacks by their event and by the last answer: an HTTP status, 0 without an answer, null before the first attempt
-- has ended.
ALTER TABLE delivery ADD COLUMN last_code integer;
UPDATE delivery d SET last_code = coalesce(a.status_code, 0)
FROM (SELECT DISTINCT ON (organization_id, livemode, delivery_id) organization_id, livemode, delivery_id, status_code
      FROM delivery_attempt ORDER BY organization_id, livemode, delivery_id, attempt DESC) a
WHERE d.organization_id = a.organization_id AND d.livemode = a.livemode AND d.delivery_id = a.delivery_id;

-- A delivery passes every index at each of its changes. It enters this one when an attempt ends, and so only one time if that is accepted.
-- A list scans it once for each event and answer.
CREATE INDEX delivery_answer ON delivery (organization_id, livemode, type, last_code, delivery_id NULLS FIRST) WHERE last_code IS NOT NULL;
-- What was suspended or given up before it was tried.
CREATE INDEX delivery_untried ON delivery (organization_id, livemode, type, delivery_id NULLS FIRST)
    WHERE last_code IS NULL AND status IN ('failed', 'suspended');
