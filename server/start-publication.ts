import { createApp } from '#server/app.ts'
import { type Config, ConfigError } from '#server/config.ts'
import { lockDataDir } from '#server/database/data-dir-lock.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { listenForPageChanges } from '#server/database/page-changes.ts'
import { prepareDatabase } from '#server/database/prepare-database.ts'
import { createFirstContent } from '#server/first-content.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { openWebServer, type WebServer } from '#server/http/web-server.ts'
import { openBoss, requireQueueRights } from '#server/jobs/boss.ts'
import { handlers } from '#server/jobs/handlers.ts'
import { loadInstanceId } from '#server/jobs/instance-id.ts'
import { createJobQueue } from '#server/jobs/job-queue.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { openLimits } from '#server/limits/open-limits.ts'
import type { Log } from '#server/log.ts'
import { createTransport } from '#server/mail/create-transport.ts'
import { openRequestPools } from '#server/rest/request-pools.ts'
import { loadSecrets } from '#server/secrets.ts'
import { createDevelopmentServer } from '#server/ssr/development-server.ts'
import { ensureBuild } from '#server/ssr/ensure-build.ts'
import { createPageCache } from '#server/ssr/page-cache/page-cache.ts'
import { loadProductionBuild } from '#server/ssr/production-build.ts'

/** Rendered and compressed pages kept in memory; some 1,500 articles' worth. */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024

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
    if (!options.development) await ensureBuild(say)

    const database = await openDatabase(config, say, log)
    started.push({ name: 'the database', stop: () => database.close() })

    await requireQueueRights(database.sql)
    await prepareDatabase(database.sql)
    const { address, sql } = database
    const boss = await openBoss({ address, sql, log, works: config.worker !== 'off' })
    started.push({ name: 'the job queue', stop: () => boss.close() })
    const requestPools = await openRequestPools(database.address, database.sql, secrets)
    started.push({ name: 'the connections of requests', stop: () => requestPools.close() })

    const limits = openLimits(database.address)
    started.push({ name: 'limits', stop: () => limits.close() })

    const mail = createTransport({ config, sql: database.sql })
    started.push({ name: 'mail', stop: () => mail.close() })

    const development = options.development ? await createDevelopmentServer() : null
    if (development) started.push({ name: 'the development server', stop: () => development.close() })
    // While pages are edited none is kept.
    const pageCache = createPageCache({ maxBytes: development ? 0 : PAGE_CACHE_BYTES })
    const changes = await listenForPageChanges(database.address, {
      onChange: pageCache.drop,
      onUnknown: pageCache.dropAll,
    })
    started.push({ name: 'listening for changes', stop: () => changes.stop() })
    const app = createApp({
      sql: database.sql,
      requestPools,
      limits,
      queue: createJobQueue(boss),
      secrets,
      siteUrl: config.siteUrl,
      dataDir: config.dataDir,
      contactEmail: config.contactEmail,
      trustProxy: config.trustProxy,
      log,
      loadBuild: development?.loadBuild ?? loadProductionBuild,
      pageCache,
      development: development !== null,
    })

    const sayPassword = (password: string) =>
      say(`Administrator: ${config.admin.email}  password: ${password}   (shown only this once)`)
    const first = await createFirstContent({ sql: database.sql, service: app.service, sayPassword }, config)
    if (first.demoArticles > 0) {
      say(
        `Demo newsroom: ${first.demoArticles} articles loaded (set DEMO=0 before the first start to begin empty).`,
      )
    }

    if (config.worker !== 'off') {
      const deps = { sql: database.sql, mail, siteUrl: config.siteUrl, log }
      const instance = await loadInstanceId(config.dataDir)
      const worker = await startWorker({ ...boss, deps, handlers, instance })
      started.push({ name: 'the worker', stop: () => worker.stop() })
    }

    server.serve((request, response) => {
      const answer = () => app.listener(request, response)
      if (!development) return answer()
      return new Promise((resolve) => development.middlewares(request, response, () => resolve(answer())))
    })
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

function announce(options: { config: Config; mail: string; say: (line: string) => void }): void {
  const { config, mail, say } = options
  say('')
  say(`  AI Watch   ${config.siteUrl}`)
  say(`  Admin      ${config.siteUrl}/admin`)
  say(`  Mail goes  to ${mail}`)
  say(`  Data       ${config.dataDir}`)
  if (config.host === '127.0.0.1' || config.host === 'localhost') {
    say('  Only this machine can open it. Set HOST=0.0.0.0 and SITE_URL to open it to the network.')
  }
  say('')
}
