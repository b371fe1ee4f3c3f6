-- Somebody who deletes a callback must delete what says that it exists: the change of the object's history that told the event, and the
-- event that says which delivery tells it. Rows of earlier releases say neither.
ALTER TABLE state_change ADD COLUMN event_id uuid;
ALTER TABLE event ADD COLUMN delivery_id uuid;
