import { join } from 'node:path'
import { type Config, ConfigError } from '#server/config.ts'
import { lockDataDir } from '#server/database/data-dir-lock.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { prepareDatabase } from '#server/database/prepare-database.ts'
import { answerHealthOnly } from '#server/http/health.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { openWebServer, type WebServer } from '#server/http/web-server.ts'
import { createWriteProbe } from '#server/http/write-probe.ts'
import { openBoss, requireQueueRights } from '#server/jobs/boss.ts'
import { handlers } from '#server/jobs/handlers.ts'
import { loadInstanceId } from '#server/jobs/instance-id.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import type { Log } from '#server/log.ts'
import { createTransport } from '#server/mail/create-transport.ts'
import { openSite } from '#server/open-site.ts'
import { loadSecrets } from '#server/secrets.ts'
import { ensureBuild } from '#server/ssr/ensure-build.ts'

export interface Publication {
  /** Where it listens; differs from the configuration when PORT was 0. */
  url: string
  stop(reason?: string): Promise<void>
}

/**
 * Starts everything in order: folder, port, database, schema, app, content. Whatever was started is stopped in
 * reverse, by `stop()` and when a later step fails. The port comes early, so that a start which cannot have it leaves
 * nothing behind; until all is ready it answers that it is starting.
 */
export async function startPublication(
  given: Config,
  log: Log,
  options: { development?: boolean } = {},
): Promise<Publication> {
  const say = (line: string) => console.log(line)
  const started: { name: string; stop: () => Promise<void> }[] = []
  const stopAll = async () => {
    for (const { name, stop } of started.reverse().splice(0)) {
      await stop().catch((error: unknown) => log.error(`stopping ${name}`, error))
    }
  }

  try {
    const lock = await lockDataDir(given.dataDir)
    started.push({ name: 'the data folder lock', stop: () => lock.release() })
    const server = await listen(given, log)
    started.push({ name: 'the listener', stop: () => server.close() })
    const config = { ...given, siteUrl: given.siteUrl.replace(/:0$/, `:${server.port}`) }
    const secrets = await loadSecrets(config)
    const isWorkerOnly = config.worker === 'only'
    if (!options.development && !isWorkerOnly) await ensureBuild(say)

    const database = await openDatabase(config, say, log)
    started.push({ name: 'the database', stop: () => database.close() })
    const { address, sql } = database

    await requireQueueRights(sql)
    await prepareDatabase(sql)
    const boss = await openBoss({ address, sql, log, works: config.worker !== 'off' })
    started.push({ name: 'the job queue', stop: () => boss.close() })
    const mail = createTransport({ config, sql })
    started.push({ name: 'mail', stop: () => mail.close() })

    const listener = isWorkerOnly
      ? answerHealthOnly({ sql, probeWriting: createWriteProbe(join(config.dataDir, '.write-probe')) })
      : await openSite({
          config,
          database,
          secrets,
          queue: createJobQueue(boss),
          log,
          say,
          isDevelopment: options.development ?? false,
          onStop: (name, stop) => started.push({ name, stop }),
        })
    if (config.worker !== 'off') {
      const deps = { sql, mail, siteUrl: config.siteUrl, log }
      const instance = await loadInstanceId(config.dataDir)
      const worker = await startWorker({ ...boss, deps, handlers, instance })
      started.push({ name: 'the worker', stop: () => worker.stop() })
    }

    server.serve(listener)
    // Once more, as the first to stop: what a request under way needs must still be there.
    started.push({ name: 'the listener', stop: () => server.close() })

    announce({ config, mail: mail.description, say })
    return {
      url: config.siteUrl,
      async stop(reason) {
        if (reason) say(`Stopping (${reason}) ...`)
        await stopAll()
        if (reason) say('Stopped.')
      },
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function listen({ host, port, siteUrl }: Config, log: Log): Promise<WebServer> {
  const headers = securityHeaders({ https: siteUrl.startsWith('https:') })
  try {
    return await openWebServer({ host, port, log, headers })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const advice = new Map([
      ['EADDRINUSE', `PORT: ${port} on ${host} is already in use; stop its program or set another PORT.`],
      ['EACCES', `PORT: this user may not listen on ${port}; use a port above 1023.`],
      ['EADDRNOTAVAIL', `HOST: ${host} is not an address of this machine.`],
      ['ENOTFOUND', `HOST: ${host} is not known.`],
    ])
    throw new ConfigError(advice.get(code ?? '') ?? `PORT ${port}, HOST ${host}: ${message}`)
  }
}

const JOBS_ARE = {
  on: 'done here',
  only: 'done here, and nothing else: no page is served',
  off: 'left to other processes (WORKER=off)',
}

function announce(options: { config: Config; mail: string; say: (line: string) => void }): void {
  const { config, mail, say } = options
  say('')
  say(`  AI Watch   ${config.siteUrl}`)
  if (config.worker !== 'only') say(`  Admin      ${config.siteUrl}/admin`)
  say(`  Mail goes  to ${mail}`)
  say(`  Jobs are   ${JOBS_ARE[config.worker]}`)
  say(`  Data       ${config.dataDir}`)
  if (config.host === '127.0.0.1' || config.host === 'localhost') {
    say('  Only this machine can open it. Set HOST=0.0.0.0 and SITE_URL to open it to the network.')
  }
  say('')
}
