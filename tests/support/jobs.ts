import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { AiConfig, S3Config } from '#server/config.ts'
import type { Sql } from '#server/database/connection.ts'
import { openBoss } from '#server/jobs/boss.ts'
import { type Handlers, handlers } from '#server/jobs/handlers.ts'
import { createJobQueue, type JobQueue } from '#server/jobs/job-queue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLog, type Log } from '#server/log.ts'
import type { MailTransport } from '#server/mail/mail.ts'
import { createStopList } from '#server/process/stop-list.ts'
import type { Services } from '#server/services.ts'
import { openServices } from '#server/start/open-services.ts'
import type { TestDatabase } from './database.ts'
import { TEST_SECRETS } from './test-settings.ts'

export interface TestJobs {
  queue: JobQueue
  /** What the handlers work with, but for a mail transport that was given. */
  services: Services
  stop(): Promise<void>
}

/** The queue of a test database with a worker; mail goes to the outbox unless another transport is given. */
export async function startTestJobs(
  { address, sql }: Pick<TestDatabase, 'address' | 'sql'>,
  options: {
    siteUrl?: string
    dataDir?: string
    storageDir?: string
    s3?: S3Config
    ai?: AiConfig
    mail?: MailTransport
    log?: Log
    works?: boolean
    instance?: string
    handlers?: Partial<Handlers>
    drainMs?: number
  } = {},
): Promise<TestJobs> {
  const { siteUrl = 'https://aiwatch.example', log = createLog('silent'), works = true } = options
  const { dataDir = join(tmpdir(), 'ai-watch-jobs') } = options
  const config = {
    siteUrl,
    dataDir,
    storageDir: options.storageDir ?? join(dataDir, 'storage'),
    contactEmail: 'editor@example.org',
    newsletterZone: 'Europe/Zurich',
    mail: { smtpUrl: undefined, resend: null, dkim: null, from: 'news@example.org' },
    s3: options.s3 ?? null,
    ai: options.ai ?? null,
  }
  const started = createStopList(log)
  const boss = await openBoss({ address, sql, log, works })
  started.push({ name: 'the job queue', stop: () => boss.close() })
  const queue = createJobQueue(boss)
  const database = { address, sql }
  const services = await openServices({ config, secrets: TEST_SECRETS, database, queue, log, started })
  if (works) {
    const worker = await startWorker({
      ...boss,
      deps: { ...services, ...(options.mail && { mail: options.mail }) },
      handlers: { ...handlers, ...options.handlers },
      instance: options.instance ?? randomUUID(),
      ...(options.drainMs !== undefined && { drainMs: options.drainMs }),
    })
    started.push({ name: 'the worker', stop: () => worker.stop() })
  }
  return { queue, services, stop: () => started.stopAll() }
}

/** Waits until no job is waiting or running, so that all mails have been sent. */
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
