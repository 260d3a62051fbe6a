import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { databaseUrl, type ServerAddress } from './database-url.ts'
import { leftOpen } from './left-open.ts'
import { saveRows } from './saved-rows.ts'
import { sharedResource } from './shared-resources.ts'

export interface TestDatabase {
  address: ServerAddress
  /** For DATABASE_URL. */
  url: string
  sql: Sql
  /** Closes all connections and refuses new ones until `restore`, like a server that is down. */
  cut(): Promise<void>
  restore(): Promise<void>
  drop(): Promise<void>
}

/**
 * A separate database for one test file: migrated, empty, copied from the template in about 50 ms. With `bare` it has not even
 * been migrated; with `copyOf` it is a copy of a database to which nobody is connected.
 */
export async function createTestDatabase({
  bare = false,
  copyOf = null as string | null,
} = {}): Promise<TestDatabase> {
  const server = await sharedResource('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const maintenance = connect({ ...server, database: 'postgres' }, { max: 1 })
  await maintenance.script(
    `create database ${name} template ${copyOf ?? (bare ? 'template0' : server.template)} strategy file_copy`,
  )
  const address = { host: server.host, port: server.port, user: server.user, database: name }
  const sql = connect(address)
  return {
    address,
    url: databaseUrl(address),
    sql,
    async cut() {
      await maintenance.script(`alter database ${name} allow_connections false`)
      // PostgreSQL waits until they have ended, and not while one of them still answers.
      await maintenance`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${name}`
    },
    async restore() {
      await maintenance.script(`alter database ${name} allow_connections true`)
    },
    async drop() {
      await sql.end()
      await maintenance.script(`drop database ${name} with (force)`)
      await maintenance.end()
    },
  }
}

const idle: { database: TestDatabase; restore: () => Promise<void> }[] = []

/** A database for one test, which the next test of the file gets as new; so it must not change the schema. */
export async function borrowTestDatabase(): Promise<TestDatabase> {
  const borrowed = idle.pop() ?? (await createReusable())
  onTestFinished(async () => {
    await borrowed.restore()
    idle.push(borrowed)
  })
  return borrowed.database
}

async function createReusable() {
  const database = await createTestDatabase()
  const restore = await saveRows(database.sql, ['public', 'private', 'storage', 'auth', 'pgboss'])
  leftOpen.push(async () => {
    idle.splice(0)
    await database.drop()
  })
  return { database, restore }
}
