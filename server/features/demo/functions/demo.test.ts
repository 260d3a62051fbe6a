import { afterAll, expect, test } from 'vitest'
import { readDemo } from '#server/features/demo/functions/demo.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { untilSomebodyWaits } from '../../../../tests/support/lock-waits.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())

test('many who ask at once, while the demo is being loaded, wait with one connection', async () => {
  await withAdvisoryLock(sql, 'firstContent', async () => {
    const answers = Promise.all(Array.from({ length: 60 }, () => readDemo({ sql })))
    await untilSomebodyWaits(sql)
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    expect(waiting).toHaveLength(1)
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([409]))
  })
  expect((await readDemo({ sql })).status).toBe(200)
})
