-- The ledger of a print run. Where {size} stands, Python puts in the number of cards in a pack.
CREATE TABLE run (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL CHECK (length(id) = 1),
  name TEXT NOT NULL,
  seed INTEGER NOT NULL,
  size INTEGER NOT NULL CHECK (size > 0),
  box INTEGER NOT NULL CHECK (box > 0),
  store TEXT NOT NULL CHECK (store IN ('text', 'hash')),
  key TEXT NOT NULL
) STRICT;

-- What happened, in order; each event has the hash of the one before it.
CREATE TABLE events (
  number INTEGER PRIMARY KEY,
  time TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('open', 'wave', 'void', 'replace', 'print')),
  reason TEXT NOT NULL,
  data TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE tiers (
  tier INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  copies INTEGER NOT NULL CHECK (copies > 0)
) STRICT;

-- The copies of a design that the plan allows: there is no other ordinal.
CREATE TABLE allowed (
  tier INTEGER NOT NULL REFERENCES tiers,
  ordinal INTEGER NOT NULL CHECK (ordinal > 0),
  PRIMARY KEY (tier, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE waves (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  copies INTEGER NOT NULL,
  event INTEGER NOT NULL REFERENCES events DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TABLE designs (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  code TEXT NOT NULL,
  wave INTEGER NOT NULL REFERENCES waves
) STRICT;

CREATE TABLE inserts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  subject TEXT NOT NULL,
  wave INTEGER NOT NULL REFERENCES waves
) STRICT;

CREATE TABLE boxes (
  number INTEGER PRIMARY KEY,
  wave INTEGER NOT NULL REFERENCES waves
) STRICT;

CREATE TABLE packs (
  number INTEGER PRIMARY KEY,
  wave INTEGER NOT NULL REFERENCES waves,
  box INTEGER NOT NULL REFERENCES boxes,
  position INTEGER NOT NULL CHECK (position > 0),
  "insert" INTEGER REFERENCES inserts
) STRICT;

CREATE TABLE copies (
  number INTEGER PRIMARY KEY CHECK (number >= 0),
  design INTEGER NOT NULL REFERENCES designs,
  tier INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  wave INTEGER NOT NULL REFERENCES waves,
  pack INTEGER NOT NULL REFERENCES packs,
  position INTEGER NOT NULL CHECK (position BETWEEN 1 AND {size}),
  slot INTEGER NOT NULL CHECK (slot >= 0),
  serial TEXT NOT NULL,
  voided INTEGER REFERENCES events,
  replaces INTEGER REFERENCES copies,
  FOREIGN KEY (tier, ordinal) REFERENCES allowed
) STRICT;

CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events never change'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events never change'); END;
CREATE TRIGGER copies_remain BEFORE DELETE ON copies BEGIN SELECT RAISE(ABORT, 'copies are voided, never deleted'); END;
CREATE TRIGGER copies_stay BEFORE UPDATE ON copies
  WHEN OLD.voided IS NOT NULL OR NEW.voided IS NULL
    OR (OLD.number, OLD.design, OLD.tier, OLD.ordinal, OLD.wave, OLD.pack, OLD.position, OLD.slot, OLD.serial, OLD.replaces)
    IS NOT (NEW.number, NEW.design, NEW.tier, NEW.ordinal, NEW.wave, NEW.pack, NEW.position, NEW.slot, NEW.serial, NEW.replaces)
  BEGIN SELECT RAISE(ABORT, 'copies never change, but for being voided'); END;
