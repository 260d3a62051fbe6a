import { createServer, type Server, type Socket } from 'node:net'
import type { Config } from '#server/platform/config.ts'
import { respondWhileStarting } from '#server/platform/http/health.ts'
import { openWebServer } from '#server/platform/http/web-server.ts'
import type { Log } from '#server/platform/log.ts'
import { explainRefusedPort } from '#server/start/open-foundation.ts'

/** A process that serves connections. */
export interface Serving {
  /** Calls back when it can be handed another connection, with an error when it has ended. */
  take(socket: Socket, onTaken: (error: Error | null) => void): void
}

export interface Front {
  port: number
  add(serving: Serving): void
  /** Hands nothing more to a process. */
  remove(serving: Serving): void
  close(): Promise<void>
}

/** Connections that wait for a process, of which each is handed one at a time. */
const MAX_WAITING = 4_000

/**
 * Listens on the port, for as long as the site runs, and hands each connection to the process that was not handed one for the longest time.
 * While there is none, requests get a response that the site is starting. Only the processes read from clients.
 */
export async function openFront(options: {
  config: Pick<Config, 'host' | 'port' | 'trustProxy'>
  headers: Record<string, string>
  log: Log
}): Promise<Front> {
  const { config, headers, log } = options
  const starting = await openWebServer({ log, headers, trustProxy: config.trustProxy })
  const respond = respondWhileStarting(headers)
  starting.serve((request, response) => {
    // The next request is to reach a process.
    response.setHeader('connection', 'close')
    return respond(request, response)
  })
  const all = new Set<Serving>()
  /** The processes that can be handed a connection, first the one that has waited for the longest time. */
  const free = new Set<Serving>()
  const waiting: Socket[] = []

  function accept(socket: Socket): void {
    socket.on('error', () => {})
    if (all.size === 0) {
      starting.take(socket)
      socket.resume()
    } else if (waiting.length >= MAX_WAITING) socket.destroy()
    else {
      waiting.push(socket)
      handOut()
    }
  }

  function handOut(): void {
    for (const serving of free) {
      const socket = waiting.shift()
      if (!socket) return
      free.delete(serving)
      serving.take(socket, (error) => {
        // It went with its process. A client that has sent nothing yet connects again.
        if (error) return socket.destroy()
        if (all.has(serving)) free.add(serving)
        handOut()
      })
    }
  }

  const server = createServer({ pauseOnConnect: true, noDelay: true }, accept)
  await listen(server, config)
  server.on('error', (error) => log.error('A connection could not be accepted', error))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : config.port,
    add(serving) {
      all.add(serving)
      free.add(serving)
      handOut()
    },
    remove(serving) {
      all.delete(serving)
      free.delete(serving)
      if (all.size === 0) waiting.splice(0).forEach(accept)
    },
    async close() {
      // The close is not awaited, because it ends with the last connection that was ever accepted.
      server.close()
      await starting.close()
    },
  }
}

function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(explainRefusedPort(error, { host, port }))
    server.once('error', refuse).listen(port, host, () => {
      server.off('error', refuse)
      resolve()
    })
  })
}
