PRAGMA page_size = 512;
CREATE TABLE a (id INTEGER PRIMARY KEY, before, long TEXT, after INTEGER);
WITH RECURSIVE k(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM k WHERE n < 400)
INSERT INTO a SELECT n, n, replace(hex(zeroblob(n * 3)), '00', 'ab' || n), -n FROM k;
