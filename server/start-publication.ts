import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { prepareDatabase } from '#server/database/prepare-database.ts'
import { answerHealthOnly } from '#server/http/health.ts'
import { createWriteProbe } from '#server/http/write-probe.ts'
import { openBoss, requireQueueRights } from '#server/jobs/boss.ts'
import { handlers } from '#server/jobs/handlers.ts'
import { loadInstanceId } from '#server/jobs/instance-id.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import type { Log } from '#server/log.ts'
import { createTransport } from '#server/mail/create-transport.ts'
import type { Foundation } from '#server/open-foundation.ts'
import { openSite } from '#server/open-site.ts'
import { createStopList } from '#server/process/stop-list.ts'
import { followChanges } from '#server/settings/follow-changes.ts'
import { openSettings } from '#server/settings/live-settings.ts'
import type { LoadPages } from '#server/ssr/pages.ts'

export interface Publication {
  listener(request: IncomingMessage, response: ServerResponse): void | Promise<void>
  /** Where mail goes, in words. */
  mailGoes: string
  stop(): Promise<void>
}

/** Where the pages come from, and the files that go with them. */
export interface Pages {
  loadPages: LoadPages
  /** What browsers may fetch as it is. */
  publicDir: string
  /** Pages come from Vite, untransformed and with live updates. */
  development: boolean
}

/**
 * Starts what answers requests and does the work behind them, over a foundation that outlives it: schema, queue, mail, site,
 * worker. Whatever was started is stopped in reverse, by `stop()` and when a later step fails.
 */
export async function startPublication(
  { config, secrets, database }: Foundation,
  log: Log,
  pages: Pages,
): Promise<Publication> {
  const started = createStopList(log)
  const { address, sql } = database

  try {
    await requireQueueRights(sql)
    await prepareDatabase(sql)
    const boss = await openBoss({ address, sql, log, works: config.worker !== 'off' })
    started.push({ name: 'the job queue', stop: () => boss.close() })
    const environment = { contact_address: config.contactEmail }
    const settings = await openSettings({ sql, environment, log })
    started.push({ name: 'settings', stop: async () => settings.stop() })
    const mail = createTransport({ config, sql })
    started.push({ name: 'mail', stop: () => mail.close() })

    const listener =
      config.worker === 'only'
        ? answerHealthOnly({ sql, probeWriting: createWriteProbe(join(config.dataDir, '.write-probe')) })
        : await openSite({
            config,
            database,
            secrets,
            queue: createJobQueue(boss),
            settings,
            log,
            pages,
            started,
          })
    if (config.worker === 'only') {
      const changes = await followChanges(address, settings)
      started.push({ name: 'listening for changes', stop: () => changes.stop() })
    }
    if (config.worker !== 'off') {
      const deps = { sql, mail, siteUrl: config.siteUrl, settings, log }
      const instance = await loadInstanceId(config.dataDir)
      const worker = await startWorker({ ...boss, deps, handlers, instance })
      started.push({ name: 'the worker', stop: () => worker.stop() })
    }
    return { listener, mailGoes: mail.description, stop: () => started.stopAll() }
  } catch (error) {
    await started.stopAll()
    throw error
  }
}
