import type { IncomingMessage, ServerResponse } from 'node:http'
import { type App, createApp, type Pages } from '#server/app.ts'
import { writtenFolders } from '#server/features/administration/site-checks.ts'
import type { Services } from '#server/features/services.ts'
import { FEATURES, JOBS } from '#server/features.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { watchFaults } from '#server/platform/faults/watch-faults.ts'
import { startHeartbeat } from '#server/platform/heartbeat/heartbeat.ts'
import { createHealthListener } from '#server/platform/http/health.ts'
import type { UpgradeHandler } from '#server/platform/http/web-server.ts'
import type { Log } from '#server/platform/log.ts'
import { createStopList, type StopList } from '#server/platform/process/shutdown.ts'
import { HELD_SITE, isHeld } from '#server/platform/queue/is-held.ts'
import { createJobQueue, openBoss } from '#server/platform/queue/job-queue.ts'
import { runOnNotify } from '#server/platform/queue/run-on-notify.ts'
import { loadInstanceId, startWorker } from '#server/platform/queue/worker.ts'
import { listenForChanges } from '#server/platform/settings/live-settings.ts'
import { createFirstContent } from '#server/start/first-content.ts'
import { learnLanguages } from '#server/start/learn-languages.ts'
import type { Foundation } from '#server/start/open-foundation.ts'
import { openServices, openSiteServices } from '#server/start/open-services.ts'

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
