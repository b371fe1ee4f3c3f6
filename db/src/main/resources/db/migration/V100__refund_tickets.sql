-- Merchants ask for the refund of a payin, or about one.
ALTER TABLE issue
    DROP CONSTRAINT issue_issue_type_check,
    ADD CONSTRAINT issue_issue_type_check
        CHECK (issue_type IN ('payin', 'payout', 'settlement', 'refund', 'callback', 'other')),
    DROP CONSTRAINT issue_issue_sub_type_check,
    ADD CONSTRAINT issue_issue_sub_type_check CHECK (issue_sub_type IN
        ('not_credited', 'wrong_amount', 'delayed', 'not_received', 'refund_requested', 'callback_missing', 'other'));
