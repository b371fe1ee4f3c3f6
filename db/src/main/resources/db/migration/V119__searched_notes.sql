-- Operators find transactions by the beginning of the merchant's notes. Only rows that have notes are in these indexes, so other transactions are
-- written as fast as before.
CREATE INDEX payin_notes ON payin (lower(left(notes, 128)) text_pattern_ops) WHERE notes IS NOT NULL;
CREATE INDEX payout_notes ON payout (lower(left(notes, 128)) text_pattern_ops) WHERE notes IS NOT NULL;
CREATE INDEX organization_transfer_notes ON organization_transfer (lower(left(notes, 128)) text_pattern_ops) WHERE notes IS NOT NULL;
