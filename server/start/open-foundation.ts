import type { Config } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { lockDataDir } from '#server/platform/database/data-dir.ts'
import { type Database, openDatabase } from '#server/platform/database/open-database.ts'
import { securityHeaders } from '#server/platform/http/security-headers.ts'
import { openWebServer, type WebServer } from '#server/platform/http/web-server.ts'
import type { Log } from '#server/platform/log.ts'
import type { Measured } from '#server/platform/metrics/metrics-endpoint.ts'
import { createStopList } from '#server/platform/process/shutdown.ts'
import { loadSecrets, type Secrets } from '#server/platform/secrets.ts'

/** The resources that stay open while `npm run dev` restarts changed code. */
export interface Foundation {
  /** The given settings, with the port that is listened on in the site's address. */
  config: Config
  secrets: Secrets
  server: WebServer
  database: Database
  /** Reads the metrics of the other processes of this site. */
  measureOthers?: () => Promise<Measured[]>
  close(): Promise<void>
}

/**
 * Opens what a publication needs, in order: data folder, port, keys, database. The port comes early, so that a start whose port is
 * taken changes nothing. Until `server.serve` is called, requests get a response that the site is starting.
 */
export async function openFoundation(given: Config, log: Log): Promise<Foundation> {
  const opened = createStopList(log)
  try {
    const lock = await lockDataDir(given.dataDir)
    opened.push({ name: 'the data folder lock', stop: () => lock.release() })
    const server = await listen(given, log)
    opened.push({ name: 'the listener', stop: () => server.close() })
    const config = { ...given, siteUrl: given.siteUrl.replace(/:0$/, `:${server.port}`) }
    const secrets = await loadSecrets(config)
    const database = await openDatabase(config, (line) => console.log(line), log)
    opened.push({ name: 'the database', stop: () => database.close() })
    return { config, secrets, server, database, close: () => opened.stopAll() }
  } catch (error) {
    await opened.stopAll()
    throw error
  }
}

async function listen({ host, port, siteUrl, trustProxy }: Config, log: Log): Promise<WebServer> {
  const headers = securityHeaders({ https: siteUrl.startsWith('https:') })
  try {
    return await openWebServer({ host, port, log, headers, trustProxy })
  } catch (error) {
    throw explainRefusedPort(error, { host, port })
  }
}

/** Says what to do when a port cannot be listened on. */
export function explainRefusedPort(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
): ConfigError {
  const { code, message } = error as NodeJS.ErrnoException
  const advice = new Map([
    ['EADDRINUSE', `PORT: ${port} on ${host} is already in use; stop its program or set another PORT.`],
    ['EACCES', `PORT: this user may not listen on ${port}; use a port above 1023.`],
    ['EADDRNOTAVAIL', `HOST: ${host} is not an address of this machine.`],
    ['ENOTFOUND', `HOST: ${host} is not known.`],
  ])
  return new ConfigError(advice.get(code ?? '') ?? `PORT ${port}, HOST ${host}: ${message}`)
}
