import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/database.ts'
import { startTestJobs } from '../../tests/support/jobs.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

test('a job that is enqueued is worked on', async () => {
  const seen: unknown[] = []
  const jobs = await startTestJobs(database, {
    handlers: { 'send-confirmation-mail': async (_, p) => void seen.push(p) },
  })
  await jobs.queue.enqueue('send-confirmation-mail', { email: 'ada@example.com' })
  await expect.poll(() => seen).toEqual([{ email: 'ada@example.com' }])
  await jobs.stop()
})
