// The timeout comes first, because the next line may already have to wait.
export const settings = `
PRAGMA busy_timeout = 5000;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -32000;
PRAGMA wal_autocheckpoint = 8000;
`

// `deliveries` and `due` are queues, so they survive a restart.
const tables = `
CREATE TABLE IF NOT EXISTS objects (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  created INTEGER NOT NULL,
  customer TEXT,
  parent TEXT,
  label TEXT,
  state TEXT,
  json TEXT NOT NULL,
  hidden TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX IF NOT EXISTS objects_kind ON objects (kind, seq);
CREATE INDEX IF NOT EXISTS objects_customer ON objects (customer, kind, seq) WHERE customer IS NOT NULL;
CREATE INDEX IF NOT EXISTS objects_parent ON objects (parent, kind, seq) WHERE parent IS NOT NULL;
CREATE INDEX IF NOT EXISTS objects_label ON objects (label, kind, seq) WHERE label IS NOT NULL;
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS answers (
  key TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  request TEXT NOT NULL,
  kept INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS due (
  job TEXT NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (job, id)
) STRICT;
CREATE INDEX IF NOT EXISTS due_at ON due (at);
CREATE TABLE IF NOT EXISTS deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  event TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 0,
  at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting'
) STRICT;
CREATE INDEX IF NOT EXISTS deliveries_waiting ON deliveries (at) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS deliveries_event ON deliveries (event);
`

// The time an object and its jobs live in: a test clock's id, or '' for the sandbox's own.
const testClocks = `
ALTER TABLE objects ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE due ADD COLUMN clock TEXT NOT NULL DEFAULT '';
CREATE INDEX objects_clock ON objects (clock, kind, seq) WHERE clock != '';
DROP INDEX due_at;
CREATE INDEX due_at ON due (clock, at, job, id);
`

// A request writes every index page it touches, so appended tables have few indexes. Delivered events leave the queue;
// failed ones stay, as pending on their event.
const eventLog = `
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  created INTEGER NOT NULL,
  label TEXT NOT NULL,
  clock TEXT NOT NULL
) STRICT;
CREATE TABLE event_bodies (seq INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
INSERT INTO events SELECT seq, id, created, label, clock FROM objects WHERE kind = 'event';
INSERT INTO event_bodies SELECT seq, json FROM objects WHERE kind = 'event';
DELETE FROM objects WHERE kind = 'event';
DELETE FROM deliveries WHERE state = 'arrived';
DELETE FROM due WHERE job = 'prune';
DROP INDEX due_at;
CREATE TABLE calendar (
  clock TEXT NOT NULL,
  at INTEGER NOT NULL,
  job TEXT NOT NULL,
  id TEXT NOT NULL,
  UNIQUE (id, job),
  PRIMARY KEY (clock, at, job, id)
) STRICT, WITHOUT ROWID;
INSERT INTO calendar SELECT clock, at, job, id FROM due;
DROP TABLE due;
ALTER TABLE calendar RENAME TO due;
`

/** The migrations between file versions, counted by `user_version`. */
export const steps: readonly string[] = [tables, testClocks, eventLog]
