import type { IncomingMessage, ServerResponse } from 'node:http'
import { type App, createApp, type Pages } from '#server/app.ts'
import { writtenFolders } from '#server/features/administration/site-checks.ts'
import { chooseTopics } from '#server/features/articles/choose-topics.ts'
import { wasDemoRemoved } from '#server/features/demo/remove-demo.ts'
import { hasArticles, seedDemo, seedDemoPictures } from '#server/features/demo/seed-demo.ts'
import { seedDemoIssuesJob } from '#server/features/newsletter/jobs.ts'
import type { Services } from '#server/features/services.ts'
import { FEATURES, JOBS } from '#server/features.ts'
import type { Config } from '#server/platform/config.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { watchFaults } from '#server/platform/faults/watch-faults.ts'
import { startHeartbeat } from '#server/platform/heartbeat/heartbeat.ts'
import { createHealthListener } from '#server/platform/http/health.ts'
import type { UpgradeHandler } from '#server/platform/http/web-server.ts'
import type { Log } from '#server/platform/log.ts'
import { createStopList, type StopList } from '#server/platform/process/shutdown.ts'
import { HELD_SITE, isHeld } from '#server/platform/queue/job.ts'
import { createJobQueue, openBoss } from '#server/platform/queue/job-queue.ts'
import { runOnNotify } from '#server/platform/queue/run-on-notify.ts'
import { loadInstanceId, startWorker } from '#server/platform/queue/worker.ts'
import { listenForChanges } from '#server/platform/settings/live-settings.ts'
import { learnLanguages } from '#server/start/learn-languages.ts'
import type { Foundation } from '#server/start/open-foundation.ts'
import { openServices, openSiteServices } from '#server/start/open-services.ts'
import { createAdministrator, hasAdministrator, randomPassword } from '#server/supabase/auth/accounts.ts'

export interface Publication {
  listener(request: IncomingMessage, response: ServerResponse): void | Promise<void>
  /** Absent when no pages are served. */
  upgrades?: UpgradeHandler
  /** The destination of mail, printed at the start. */
  mailGoes: string
  stop(): Promise<void>
}

/**
 * Starts the site and the worker on an open foundation: schema, queue, services, site, worker. The started parts are stopped in reverse
 * order, by `stop()` and when a later step fails.
 */
export async function startPublication(foundation: Foundation, log: Log, pages: Pages): Promise<Publication> {
  const { config, secrets, database, measureOthers } = foundation
  const { address, sql } = database
  const started = createStopList(log)

  try {
    await prepareDatabase(sql)
    await learnLanguages(sql)
    const boss = await openBoss({
      address,
      sql,
      log,
      works: config.worker !== 'off',
      jobs: JOBS.map(({ job }) => job),
    })
    started.push({ name: 'the job queue', stop: () => boss.close() })
    const queue = createJobQueue(boss)
    const { publicDir } = pages
    const services = await openServices({
      ...{ config, secrets, database, queue, measureOthers },
      ...{ publicDir, log, started },
    })

    const faults = watchFaults(services)
    started.push({ name: 'watching for faults', stop: async () => faults.stop() })

    if (config.worker === 'only') {
      const changes = await listenForChanges(address, services.settings)
      started.push({ name: 'listening for changes', stop: () => changes.stop() })
    }
    const served: Pick<Publication, 'listener' | 'upgrades'> =
      config.worker === 'only'
        ? { listener: createHealthListener(services) }
        : await openSite(services, { foundation, pages, started })
    if (config.worker !== 'off') {
      if (await isHeld(sql)) log.warn(HELD_SITE)
      const instance = await loadInstanceId(config.dataDir)
      const worker = await startWorker({ ...boss, deps: services, jobs: JOBS, instance })
      started.push({ name: 'the worker', stop: () => worker.stop() })
      const notified = FEATURES.flatMap((feature) => feature.notified?.(services) ?? [])
      const work = await runOnNotify(address, notified)
      started.push({ name: 'listening for work', stop: () => work.stop() })
    }
    const role = ({ on: 'everything', off: 'serving', only: 'jobs' } as const)[config.worker]
    const heartbeat = await startHeartbeat({
      ...{ sql, dataDir: config.dataDir, role },
      folders: await writtenFolders(config),
    })
    started.push({ name: 'the sign of life', stop: () => heartbeat.stop() })
    const mailGoes = (await services.mail.current()).description
    return { ...served, mailGoes, stop: () => started.stopAll() }
  } catch (error) {
    await started.stopAll()
    throw error
  }
}

/** Starts everything that people reach, with its first content. The started parts are added to the end of `started`, in order. */
async function openSite(
  services: Services,
  options: { foundation: Foundation; pages: Pages; started: StopList },
): Promise<Pick<App, 'listener' | 'upgrades'>> {
  const { foundation, pages, started } = options
  const { config, secrets, database } = foundation
  const cachesPages = !pages.development
  const site = await openSiteServices(services, { config, secrets, database, cachesPages, started })
  const app = createApp(site, pages)
  for (const { starts } of FEATURES) if (starts) started.push(starts(site, (request) => app.fetch(request)))

  await createFirstContent({ ...services, say: (line) => console.log(line) }, config)
  return app
}

/**
 * Creates what a publication starts with: the demo and an administrator. Once there is an administrator, nothing is added, even when there is
 * no article, nor is the demo after it was removed. A generated password is printed before it is stored, so that a process that is killed
 * cannot leave a password that was never shown.
 */
export function createFirstContent(
  deps: Pick<Services, 'sql' | 'queue' | 'storage'> & { say: (line: string) => void },
  config: Pick<Config, 'demo' | 'admin'>,
): Promise<void> {
  return withAdvisoryLock(deps.sql, 'firstContent', async () => {
    if (await hasAdministrator(deps.sql)) return
    if (config.demo && !(await wasDemoRemoved(deps.sql))) await loadDemo(deps)
    const { email, password = randomPassword() } = config.admin
    if (!config.admin.password)
      deps.say(`Administrator: ${email}  password: ${password}   (shown only this once)`)
    await createAdministrator(deps.sql, email, password, { isPrinted: !config.admin.password })
  })
}

async function loadDemo(deps: Parameters<typeof createFirstContent>[0]): Promise<void> {
  const { sql, queue, say } = deps
  say('Loading the demo newsroom ...')
  if (!(await hasArticles(sql))) await seedDemoPictures(deps)
  const articles = await seedDemo(sql)
  if (articles > 0) await chooseTopics(sql)
  const rows = await sql`select from private.demo_rows limit 1`
  if (rows.length > 0) await queue.enqueue(seedDemoIssuesJob, {})
  if (articles === 0) return
  // One entry instead of one for each article; nothing else has happened yet.
  await sql`
    with entries as (delete from public.audit_log)
    select private.record_act('articles', 'load_demo', 'loaded the demo newsroom')`
  const [demo] = await sql<[{ articles: number; languages: number }]>`
    select count(*) filter (where original_article_id is null)::integer as articles,
      count(distinct language)::integer as languages from public.articles`
  say(
    `Demo newsroom: ${demo.articles} articles in ${demo.languages} languages loaded (set DEMO=0 before the first start to begin empty).`,
  )
}
