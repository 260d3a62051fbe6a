import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { sharedResource } from '../../../tests/support/shared-resources.ts'

test('more processes than a PostgreSQL has connections for are refused, with how many they need', async () => {
  const { host, port, user } = await sharedResource('postgres')
  const databaseUrl = `postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  const open = (processes: number) => openDatabase({ databaseUrl, dataDir: '/nowhere', processes }, () => {})
  await expect(open(64)).rejects.toThrow(
    /^PROCESSES: 64 processes use up to 1057 connections, and the PostgreSQL of DATABASE_URL allows \d+: raise its max_connections/,
  )
  const database = await open(1)
  await database.close()
})
