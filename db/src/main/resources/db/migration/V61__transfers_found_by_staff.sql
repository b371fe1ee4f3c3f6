-- A payment that staff found claims its transfer as a slip does. It has no slip, and its bank is empty when it is unknown.
ALTER TABLE slip_reference ALTER COLUMN slip_id DROP NOT NULL;
ALTER TABLE slip_first_use ALTER COLUMN slip_id DROP NOT NULL;

-- People type references with spaces and in either case.
CREATE INDEX slip_reference_compared ON slip_reference (upper(regexp_replace(reference, '\s', '', 'g')), livemode);
CREATE INDEX slip_first_use_compared ON slip_first_use (upper(regexp_replace(reference, '\s', '', 'g')), livemode);
