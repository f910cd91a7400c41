PRAGMA encoding = 'UTF-16le';
CREATE TABLE a (x INTEGER, y TEXT, z BLOB);
INSERT INTO a VALUES (1, 'one', x'6162'), (2, 'zwölf', 'text');
