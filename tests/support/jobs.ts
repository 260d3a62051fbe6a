import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Services } from '#server/features/services.ts'
import { JOBS } from '#server/features.ts'
import { MODEL_TIMING, openLanguageModel } from '#server/platform/ai/language-model.ts'
import type { AiConfig, BackupConfig, Config, S3Config } from '#server/platform/config.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { Log } from '#server/platform/log.ts'
import type { LiveMail } from '#server/platform/mail/live-mail.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import { createStopList } from '#server/platform/process/shutdown.ts'
import type { JobHandler } from '#server/platform/queue/job.ts'
import { createJobQueue, type JobQueue, openBoss } from '#server/platform/queue/job-queue.ts'
import { startWorker } from '#server/platform/queue/worker.ts'
import { ROOT } from '#server/platform/root.ts'
import { openServices } from '#server/start/open-services.ts'
import type { TestDatabase } from './database.ts'
import { TEST_SECRETS } from './test-settings.ts'
import { createWatchedLog } from './watched-log.ts'

/** No mail server in the environment. */
export const MAIL_CONFIG: Config['mail'] = {
  smtpUrl: undefined,
  resend: null,
  resendAddress: 'https://api.resend.com',
  dkim: null,
  from: 'news@example.org',
  isFromSet: false,
  resendWebhookSecret: null,
}

export interface TestJobs {
  queue: JobQueue
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
    smtpUrl?: string
    resendWebhookSecret?: string
    metricsToken?: string
    updateCheckUrl?: string
    backupPassphrase?: string
    backupS3?: BackupConfig['s3']
    cdn?: Services['cdn']
    webhookServers?: string[]
    /** A public hub that is told instead of subscribers. */
    websubHub?: string
    /** Services that are other ones here. */
    adapt?: (services: Services) => Partial<Services>
    indexNowUrl?: string
    newsroom?: Config['newsroom']
    pictureServers?: string[]
    log?: Log
    works?: boolean
    instance?: string
    /** Instead of the product's handlers of the same jobs. */
    jobs?: readonly JobHandler<Services>[]
    drainMs?: number
    /** The factor by which the waits before another try are shortened. */
    haste?: number
  } = {},
): Promise<TestJobs> {
  const { siteUrl = 'https://aiwatch.example', log = createWatchedLog(), works = true } = options
  const { dataDir = join(tmpdir(), 'ai-watch-jobs') } = options
  const config = {
    siteUrl,
    dataDir,
    storageDir: options.storageDir ?? join(dataDir, 'storage'),
    contactEmail: 'editor@example.org',
    newsletterZone: 'Europe/Zurich',
    mail: {
      ...MAIL_CONFIG,
      smtpUrl: options.smtpUrl,
      resendWebhookSecret: options.resendWebhookSecret ?? null,
    },
    s3: options.s3 ?? null,
    ai: options.ai ?? null,
    pictureServers: options.pictureServers ?? [],
    webhookServers: options.webhookServers ?? [],
    socialServers: options.webhookServers ?? [],
    websubHub: options.websubHub ?? null,
    indexNowUrl: options.indexNowUrl ?? null,
    metricsToken: options.metricsToken,
    // Feeds and pages of tests are served by this machine.
    newsroom: options.newsroom ?? { isOn: true, allowsPrivate: true },
    updateCheckUrl: options.updateCheckUrl,
    cdn: options.cdn ?? null,
    processes: 1,
    backupPassphrase: options.backupPassphrase,
    backups: { folder: join(dataDir, 'backups'), s3: options.backupS3 ?? null },
  }
  const started = createStopList(log)
  const boss = await openBoss({ address, sql, log, works, jobs: JOBS.map(({ job }) => job) })
  started.push({ name: 'the job queue', stop: () => boss.close() })
  const queue = createJobQueue(boss)
  const database = { address, sql }
  const publicDir = join(ROOT, 'public')
  const opened = await openServices({
    config,
    secrets: TEST_SECRETS,
    database,
    queue,
    publicDir,
    log,
    started,
  })
  const { haste = 1 } = options
  const services = {
    ...opened,
    ...(options.ai && {
      ai: openLanguageModel({
        sql,
        environment: options.ai,
        jwtSecret: TEST_SECRETS.jwtSecret,
        log,
        timing: { ...MODEL_TIMING, backoffMs: 1, maxBackoffMs: 2 },
      }),
    }),
    wait: (ms: number, signal?: AbortSignal) => opened.wait(ms / haste, signal),
    ...(options.mail && { mail: alwaysBy(opened.mail, options.mail) }),
    ...options.adapt?.(opened),
  }
  if (works) {
    const worker = await startWorker({
      ...boss,
      deps: services,
      jobs: JOBS.map((product) => options.jobs?.find(({ job }) => job.name === product.job.name) ?? product),
      instance: options.instance ?? randomUUID(),
      ...(options.drainMs !== undefined && { drainMs: options.drainMs }),
    })
    started.push({ name: 'the worker', stop: () => worker.stop() })
  }
  return { queue, services, stop: () => started.stopAll() }
}

/** Mail that leaves by this transport, whatever is set up. */
export const alwaysBy = (mail: LiveMail, transport: MailTransport): LiveMail => ({
  ...mail,
  current: async () => transport,
})

/** Has jobs that failed be tried again now, and wakes the workers for all jobs that are due, which they look for every ten seconds. */
export async function hurryJobs(sql: Sql): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`
  await sql`
    select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name)
    from (select distinct name from pgboss.job where state < 'active' and start_after <= now()) as due`
}

/** Waits until no job is waiting or running, so that all mails have been sent. One that failed is tried again at once. */
export async function untilJobsAreDone(sql: Sql): Promise<void> {
  await vi.waitUntil(
    async () => {
      const [row] = await sql`
        select count(*)::int as count, count(*) filter (where state = 'retry')::int as failed
        from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%'`
      if (row?.failed) await hurryJobs(sql)
      return row?.count === 0
    },
    { timeout: 30_000, interval: 20 },
  )
}
