// The part of better-sqlite3 that mem0ai uses, over @photostructure/sqlite, which needs no compiler. mem0's own code
// and SQL run as they are.
import { DatabaseSync } from '@photostructure/sqlite'

export default class Database {
  #database

  constructor(path) {
    this.#database = new DatabaseSync(path)
  }

  exec(sql) {
    this.#database.exec(sql)
    return this
  }

  prepare(sql) {
    return this.#database.prepare(sql)
  }

  transaction(work) {
    return (...values) => {
      this.#database.exec('BEGIN')
      try {
        const result = work(...values)
        this.#database.exec('COMMIT')
        return result
      } catch (error) {
        this.#database.exec('ROLLBACK')
        throw error
      }
    }
  }

  close() {
    this.#database.close()
  }
}
