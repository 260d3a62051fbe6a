import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { removeDemo } from '#server/features/demo/remove-demo.ts'
import { createFirstContent } from '#server/start/start-publication.ts'
import { hasAdministrator } from '#server/supabase/auth/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { startTestJobs } from '../../tests/support/jobs.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

function create({ password, say }: { password?: string; say: (line: string) => void }) {
  // Without the demo nothing else is used.
  const deps = { sql: database.sql, say } as Parameters<typeof createFirstContent>[0]
  return createFirstContent(deps, { demo: false, admin: { email: 'ada@example.org', password } })
}

test('a generated password is printed before it is in force, so that it is known even if the process ends then', async () => {
  const dieSaying = () => {
    throw new Error('the process ended here')
  }
  await expect(create({ say: dieSaying })).rejects.toThrow('the process ended here')
  expect(await hasAdministrator(database.sql)).toBe(false)

  const said: string[] = []
  await create({ say: (line) => said.push(line) })
  expect(said).toEqual([expect.stringMatching(/ password: \w{20} /)])
  expect(await hasAdministrator(database.sql)).toBe(true)
})

test('a given password is not printed, and neither is one when there is an administrator already', async () => {
  const said: string[] = []
  const say = (line: string) => said.push(line)
  await create({ password: 'a long password', say })
  await create({ say })
  expect(said).toEqual([])
})

test('the demo is one entry of the audit log, whatever it consists of', async () => {
  const jobs = await startTestJobs(database, { works: false })
  onTestFinished(() => jobs.stop())
  const deps = { ...jobs.services, say: () => {} }
  await createFirstContent(deps, {
    demo: true,
    admin: { email: 'ada@example.org', password: 'a long password' },
  })
  expect(
    await database.sql`select did from public.audit_log where kind in ('articles', 'translations')`,
  ).toEqual([{ did: 'loaded the demo newsroom' }])
})

test('a demo that was removed before the first start is not loaded', async () => {
  await database.sql.transaction((session) => removeDemo(session))
  const said: string[] = []
  const deps = { sql: database.sql, say: (line: string) => said.push(line) }
  await createFirstContent(deps as unknown as Parameters<typeof createFirstContent>[0], {
    demo: true,
    admin: { email: 'ada@example.org', password: 'a long password' },
  })
  expect(said).toEqual([])
  expect(await hasAdministrator(database.sql)).toBe(true)
})
