import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { createApp } from '#server/app.ts'
import { type Config, ConfigError } from '#server/config.ts'
import { lockDataDir } from '#server/database/data-dir-lock.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { listenForPageChanges } from '#server/database/page-changes.ts'
import { prepareDatabase } from '#server/database/prepare-database.ts'
import { createFirstContent } from '#server/first-content.ts'
import { createLog } from '#server/log.ts'
import { createTransport } from '#server/mail/create-transport.ts'
import { openRequestPools } from '#server/rest/request-pools.ts'
import { loadSecrets } from '#server/secrets.ts'
import { createDevelopmentServer } from '#server/ssr/development-server.ts'
import { ensureBuild } from '#server/ssr/ensure-build.ts'
import { createPageCache } from '#server/ssr/page-cache/page-cache.ts'
import { loadProductionBuild } from '#server/ssr/production-build.ts'

/** Rendered and compressed pages kept in memory; some 1,500 articles' worth. */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024
/** How long requests under way may take to finish after a stop signal. */
const DRAIN_MS = 10_000

export interface Publication {
  /** Where it listens; differs from the configuration when PORT was 0. */
  url: string
  stop(reason?: string): Promise<void>
}

/**
 * Starts everything in order: folder, database, schema, content, app, listener. Whatever was started is stopped in
 * reverse, by `stop()` and when a later step fails.
 */
export async function startPublication(
  config: Config,
  options: { development?: boolean } = {},
): Promise<Publication> {
  const say = (line: string) => console.log(line)
  const log = createLog(config.logLevel)
  const started: { name: string; stop: () => Promise<void> }[] = []
  const stopAll = async () => {
    for (const { name, stop } of started.reverse().splice(0)) {
      await stop().catch((error: unknown) => log.error(`stopping ${name}`, error))
    }
  }

  try {
    const lock = await lockDataDir(config.dataDir)
    started.push({ name: 'the data folder lock', stop: () => lock.release() })
    const secrets = await loadSecrets(config)
    if (!options.development) await ensureBuild(say)

    const database = await openDatabase(config, say, log)
    started.push({ name: 'the database', stop: () => database.close() })

    await prepareDatabase(database.sql)
    const requestPools = await openRequestPools(database.address, database.sql, secrets)
    started.push({ name: 'the connections of requests', stop: () => requestPools.close() })

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
      mail,
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

    const first = await createFirstContent({ sql: database.sql, service: app.service }, config)
    if (first.demoArticles > 0) {
      say(
        `Demo newsroom: ${first.demoArticles} articles loaded (set DEMO=0 before the first start to begin empty).`,
      )
    }

    const server = createServer((request, response) => {
      if (development) development.middlewares(request, response, () => app.listener(request, response))
      else app.listener(request, response)
    })
    await listen(server, config)
    started.push({ name: 'the listener', stop: () => closeListener(server) })

    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : config.port
    const url = config.port === 0 ? config.siteUrl.replace(/:0$/, `:${port}`) : config.siteUrl
    announce({ url, config, mail: mail.description, password: first.password, say })
    return {
      url,
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

function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const advice: Record<string, string> = {
        EADDRINUSE: `PORT: ${port} on ${host} is already in use; stop the other program or set another PORT.`,
        EACCES: `PORT: this user may not listen on ${port}; use a port above 1023.`,
        EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
        ENOTFOUND: `HOST: ${host} is not known.`,
      }
      reject(new ConfigError(advice[error.code ?? ''] ?? `PORT ${port}, HOST ${host}: ${error.message}`))
    })
    server.listen(port, host, resolve)
  })
}

/** Stops accepting, lets requests finish, and cuts what still hangs after the drain time. */
function closeListener(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function announce(options: {
  url: string
  config: Config
  mail: string
  password: string | null
  say: (line: string) => void
}): void {
  const { url, config, mail, password, say } = options
  say('')
  say(`  AI Watch   ${url}`)
  say(`  Admin      ${url}/admin`)
  if (password) say(`  Sign in    ${config.admin.email}  password: ${password}   (shown only this once)`)
  say(`  Mail goes  to ${mail}`)
  say(`  Data       ${config.dataDir}`)
  if (config.host === '127.0.0.1' || config.host === 'localhost') {
    say('  Only this machine can open it. Set HOST=0.0.0.0 and SITE_URL to open it to the network.')
  }
  say('')
}
