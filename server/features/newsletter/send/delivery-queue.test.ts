import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDeliveryQueue } from '#server/features/newsletter/send/delivery-queue.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { openSending, SENDING_TIMEOUT } from '#server/features/newsletter/send/testing/open-sending.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'
import { addApprovedIssue, addReaders } from '../../../../tests/support/newsletter-issues.ts'

const sending = await openSending()
const { database, sql, startSenders, statusOf } = sending
afterAll(() => sending.stop())
beforeEach(() => sending.reset())

/** The deliveries of an issue that is being sent, over two connections. */
async function openQueue(session: Sql = sql) {
  await addReaders(sql, 40)
  const { id } = await addApprovedIssue(sql)
  const desk = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
  const { services } = desk
  await startSending(services, id, null)
  await desk.stop()
  const runEnds = new AbortController()
  const signals = { runEnds: runEnds.signal, processEnds: new AbortController().signal }
  const deps = { ...services, sql: session, mail: { ...(await services.mail.current()), concurrency: 2 } }
  return { queue: openDeliveryQueue(deps, id, signals), runEnds }
}

test('a message that was claimed twice, because its process was believed dead, begins once', async () => {
  const { queue } = await openQueue()
  const row = await queue.next()
  if (!row) throw new TypeError('There must be a delivery')
  expect(await Promise.all([queue.begin(row), queue.begin(row)])).toEqual([true, false])
  expect(await queue.begin(row)).toBe(false)
  queue.record(row, { status: 'sent' })
  await queue.close()
  expect(await sql`select attempts from public.newsletter_deliveries where status = 'sent'`).toEqual([
    { attempts: 1 },
  ])
})

test('a claim that is under way at the end of a run is not left behind', async () => {
  const events: string[] = []
  const claim = Promise.withResolvers<void>()
  let claims = 0
  const ask = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const isClaim = strings.join('').includes('reserve_newsletter_deliveries')
    if (isClaim && ++claims > 1) await claim.promise
    const rows = await sql(strings, ...values)
    if (isClaim) events.push('claimed')
    return rows
  }
  const run: Sql['run'] = (statement, values = []) => {
    events.push('closed')
    return sql.run(statement, values)
  }
  const { queue, runEnds } = await openQueue(Object.assign(ask, sql, { run }) as Sql)
  while (claims < 2) await queue.next()
  runEnds.abort()
  const closed = queue.close()
  claim.resolve()
  await closed
  expect(events).toEqual(['claimed', 'claimed', 'closed'])
  expect(await sql`select from private.newsletter_batches`).toEqual([])
})

test('processes that may send no more before the pause do not run again and again', async () => {
  await addReaders(sql, 20)
  const { id } = await addApprovedIssue(sql, { pauseAfter: 3 })
  const { sink, deps } = await startSenders({ count: 2 })
  sink.behave({ kind: 'accept', afterMs: 3_000 })
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('paused')
  expect(sink.receipts).toHaveLength(3)
  const [jobs] = await sql<[{ count: number }]>`
    select count(*)::int as count from pgboss.job where name = 'send-newsletter-issue'`
  expect(jobs.count).toBeLessThan(10)
})
