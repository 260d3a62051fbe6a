import { expect, onTestFinished, test } from 'vitest'
import { JOBS } from '#server/features.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { createLog } from '#server/platform/log.ts'
import { openBoss } from '#server/platform/queue/job-queue.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'

const log = createLog('silent')
const jobs = JOBS.map(({ job }) => job)

async function newDatabase({ bare = false } = {}) {
  const database = await createTestDatabase({ bare })
  onTestFinished(() => database.drop())
  return database
}

test('processes that start concurrently over an empty database create one queue', async () => {
  const { address, sql } = await newDatabase({ bare: true })
  await prepareDatabase(sql)
  const all = await Promise.all(
    Array.from({ length: 4 }, () => openBoss({ address, sql, log, works: true, jobs })),
  )
  const rows = await sql<
    { name: string }[]
  >`select name from pgboss.queue where name not like '\\_\\_%' order by name`
  expect(rows.map(({ name }) => name)).toEqual(jobs.map(({ name }) => name).toSorted())
  await Promise.all(all.map((boss) => boss.close()))
})

test('the request roles cannot read or change the queue', async () => {
  const { sql } = await newDatabase()
  const reachable = await sql`
    select role, relname from pg_class, unnest(array['anon', 'authenticated', 'service_role', 'access_token']) as role
    where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p')
      and has_table_privilege(role, oid, 'select, insert, update, delete')`
  expect(reachable).toEqual([])
  for (const role of ['anon', 'authenticated', 'service_role', 'access_token']) {
    const asRole = sql.transaction(async (transaction) => {
      await transaction.script(`set local role ${role}`)
      await transaction`select * from pgboss.job`
    })
    await expect(asRole).rejects.toThrow('permission denied for schema pgboss')
  }
})
