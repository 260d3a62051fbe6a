import type { DatabaseAddress } from '#server/platform/database/connection.ts'

/** An address of a server, and no text. */
export type ServerAddress = Exclude<DatabaseAddress, string>

/** For DATABASE_URL. */
export function databaseUrl({ host, port, user, database }: ServerAddress): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
