-- Counting a request must not wait for the disk: what was tried in the last quarter of an hour may be lost in a crash.
ALTER TABLE tries SET UNLOGGED;
