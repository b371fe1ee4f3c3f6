-- The table is named after what its rows are.
ALTER TABLE payin_slot RENAME TO amount_reservation;
ALTER INDEX payin_slot_pkey RENAME TO amount_reservation_pkey;
ALTER INDEX payin_slot_free RENAME TO amount_reservation_free;
