-- The tables of a capture of sums, for captures that tests make.
CREATE TABLE GPUFLAME_META (name TEXT PRIMARY KEY, value TEXT);
INSERT INTO GPUFLAME_META VALUES ('format', '1.0'), ('mode', 'fold'), ('ended', 'exit');
CREATE TABLE GPUFLAME_STACK (id INTEGER PRIMARY KEY, parent INTEGER, name TEXT, kind INTEGER,
  domain TEXT, shortName TEXT, mangledName TEXT);
CREATE TABLE GPUFLAME_VALUE (stackId INTEGER, deviceId INTEGER, ns INTEGER, count INTEGER,
  min INTEGER, max INTEGER, PRIMARY KEY (stackId, deviceId));
CREATE TABLE GPUFLAME_LOSS (what TEXT PRIMARY KEY, count INTEGER, ns INTEGER);
