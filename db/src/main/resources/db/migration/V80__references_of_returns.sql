-- The reference of the transfer with which unallocated funds were returned.
ALTER TABLE suspense ADD COLUMN returned_reference text;
