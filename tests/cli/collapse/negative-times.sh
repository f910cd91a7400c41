# A clock may be before its zero: a range that never ended lasts to the last time of all, which is
# not the 0 that is read for a missing one.
python3 - <<'END'
import sqlite3
db = sqlite3.connect("report.sqlite")
db.executescript("""
CREATE TABLE NVTX_EVENTS (start, end, eventType, text, globalTid);
INSERT INTO NVTX_EVENTS VALUES (-900, NULL, 59, 'open', 16777217), (-800, -700, 59, 'layer', 16777217);
CREATE TABLE META_DATA_EXPORT (name TEXT NOT NULL, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2024.4.1'),
  ('EXPORT_SCHEMA_VERSION', '3.15.0');
""")
db.commit()
END
gpuflame collapse -q --value cpu-time report.sqlite
