import { Client } from 'pg'
import type { Postmaster } from '#server/platform/database/embedded/postmaster.ts'
import {
  type ServerHome,
  startServer,
  stopServer,
} from '#server/platform/database/embedded/server-process.ts'

/** What PostgreSQL holds back for superusers. */
const RESERVED = 3

/**
 * Has a running server allow so many connections. One that allows fewer is started again once, because PostgreSQL reads the number
 * only then, and keeps it for later starts. An operator may allow more.
 */
export async function allowConnections(
  home: ServerHome,
  running: Postmaster,
  connections = 0,
): Promise<Postmaster> {
  const needed = connections + RESERVED
  const { socketDir: host, port } = running
  const client = new Client({ host, port, database: 'postgres', user: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query("select current_setting('max_connections')::int as allowed")
    if (rows[0].allowed >= needed) return running
    await client.query(`alter system set max_connections = ${needed}`)
  } finally {
    await client.end()
  }
  await stopServer(home)
  return startServer(home)
}
