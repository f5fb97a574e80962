import GRDB

/// The database's tables, and how each version of them came from the one before.
enum HistorySchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: messages and their levels") { database in
      try database.create(table: "message") { table in
        table.primaryKey("id", .integer)
        table.column("station", .text).notNull()
        table.column("lamp", .integer).notNull()
        table.column("start", .double).notNull()
        table.column("end", .double).notNull()
        table.column("text", .text).notNull()
        table.column("wpm", .double).notNull()
        table.column("confidence", .double).notNull()
        table.column("x", .double)
        table.column("y", .double)
        table.column("state", .text).notNull()
      }
      try database.execute(
        sql: """
          CREATE INDEX messageStart ON message(start);
          CREATE INDEX messageEnd ON message("end");
          CREATE INDEX messageStation ON message(station, id);
          """)
      try database.create(table: "levels") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("message", .integer).notNull().indexed()
          .references("message", onDelete: .cascade)
        table.column("points", .blob).notNull()
      }
      // Three letters anywhere in a message find it: half a call sign does.
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE messageText USING fts5(
            text, content='message', content_rowid='id', tokenize='trigram');
          CREATE TRIGGER messageInserted AFTER INSERT ON message BEGIN
            INSERT INTO messageText(rowid, text) VALUES (new.id, new.text);
          END;
          CREATE TRIGGER messageDeleted AFTER DELETE ON message BEGIN
            INSERT INTO messageText(messageText, rowid, text) VALUES ('delete', old.id, old.text);
          END;
          CREATE TRIGGER messageChanged AFTER UPDATE OF text ON message
          WHEN old.text <> new.text BEGIN
            INSERT INTO messageText(messageText, rowid, text) VALUES ('delete', old.id, old.text);
            INSERT INTO messageText(rowid, text) VALUES (new.id, new.text);
          END;
          """)
    }
    migrator.registerMigration("2: settings that clients changed") { database in
      try database.create(table: SavedSettings.databaseTableName) { table in
        table.primaryKey("station", .text)
        table.column("settings", .text).notNull()
        table.column("begun", .text).notNull()
      }
    }
    migrator.registerMigration("3: when each sign of a message came") { database in
      try database.create(table: "signs") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("message", .integer).notNull().indexed()
          .references("message", onDelete: .cascade)
        table.column("signs", .blob).notNull()
      }
    }
    return migrator
  }
}
