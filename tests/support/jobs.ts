import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { Sql } from '#server/database/connection.ts'
import { openBoss } from '#server/jobs/boss.ts'
import { type Handlers, handlers } from '#server/jobs/handlers.ts'
import { createJobQueue, type JobQueue } from '#server/jobs/job-queue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLog, type Log } from '#server/log.ts'
import { createTransport } from '#server/mail/create-transport.ts'
import type { MailTransport } from '#server/mail/mail.ts'
import { type LiveSettings, openSettings } from '#server/settings/live-settings.ts'
import type { TestDatabase } from './database.ts'

export interface TestJobs {
  queue: JobQueue
  stop(): Promise<void>
}

/** The queue of a test database with a worker on it; mail goes to the outbox unless it is given another way. */
export async function startTestJobs(
  { address, sql }: Pick<TestDatabase, 'address' | 'sql'>,
  options: {
    siteUrl?: string
    mail?: MailTransport
    settings?: LiveSettings
    log?: Log
    works?: boolean
    instance?: string
    handlers?: Partial<Handlers>
    drainMs?: number
  } = {},
): Promise<TestJobs> {
  const { siteUrl = 'https://aiwatch.example', log = createLog('silent'), works = true } = options
  const config = { siteUrl, mail: { smtpUrl: undefined, from: 'news@example.org' } }
  const mail = options.mail ?? createTransport({ config, sql })
  const boss = await openBoss({ address, sql, log, works })
  const environment = { contact_address: 'news@example.org' }
  const settings = options.settings ?? (await openSettings({ sql, environment, log }))
  const worker =
    works &&
    (await startWorker({
      ...boss,
      deps: { sql, mail, siteUrl, settings, log },
      handlers: { ...handlers, ...options.handlers },
      instance: options.instance ?? randomUUID(),
      ...(options.drainMs !== undefined && { drainMs: options.drainMs }),
    }))
  return {
    queue: createJobQueue(boss),
    async stop() {
      if (worker) await worker.stop()
      await boss.close()
    },
  }
}

/** Waits until no job is waiting or running, so that what was asked for has been mailed. */
export async function untilJobsAreDone(sql: Sql): Promise<void> {
  await vi.waitUntil(
    async () => {
      const [row] = await sql`
        select count(*)::int as count from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%'`
      return row?.count === 0
    },
    { timeout: 10_000, interval: 20 },
  )
}
