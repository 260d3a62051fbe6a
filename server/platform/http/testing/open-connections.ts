import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { CLIENT_LIMITS, type ClientLimits } from '#server/platform/http/connection-limits.ts'
import { openWebServer } from '#server/platform/http/web-server.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { connectTo, type RawConnection } from '../../../../tests/support/raw-connection.ts'

const HOST = '127.0.0.1'
/** The beginning of a request. */
export const GET = 'GET / HTTP/1.1\r\nHost: x\r\n'

/** A server and bare connections to it, until the test is over. */
export async function open(
  options: {
    limits?: Partial<ClientLimits>
    drainMs?: number
    retireIdleMs?: number
    log?: Partial<Log>
    trustProxy?: number
  } = {},
) {
  const { limits, log, ...rest } = options
  const server = await openWebServer({
    ...rest,
    host: HOST,
    port: 0,
    log: { ...createLog('silent'), ...log },
    headers: { 'x-content-type-options': 'nosniff' },
    limits: { ...CLIENT_LIMITS, checkMs: 10, ...limits },
  })
  onTestFinished(() => server.close())
  const url = `http://${HOST}:${server.port}`
  const connect = async (): Promise<RawConnection> => {
    const connection = await connectTo(url)
    onTestFinished(() => {
      connection.socket.destroy()
    })
    return connection
  }
  return { server, url, connect }
}

/** A handler that responds when the test says so. */
export function answerLater() {
  const waiting: ServerResponse[] = []
  return {
    listener: (_request: IncomingMessage, response: ServerResponse) => {
      waiting.push(response)
    },
    waiting,
    asked: async (count: number) => {
      while (waiting.length < count) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
