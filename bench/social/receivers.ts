import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kind, kindOf } from './servers.ts'

/** What has arrived since the start, of one kind of server. */
export interface Arrivals {
  /** Different inboxes that a message arrived at. */
  inboxes: number
  requests: number
  /** When the last new inbox was reached, in milliseconds since 1970. */
  lastAt: number
}

const CHUNK = Buffer.alloc(64 * 1024)

/**
 * All servers on which somebody follows, in a process of their own: which one it is, is the first part of the path. It says to which port
 * it listens, and answers each message of its parent with what has arrived.
 */
const reached = new Set<string>()
const arrivals: Partial<Record<Kind, Arrivals>> = {}

const server = createServer((request, response) => {
  const { url = '' } = request
  const number = Number(url.split('/')[1])
  const kind = kindOf(number)
  request.resume().on('end', async () => {
    arrivals[kind] ??= { inboxes: 0, requests: 0, lastAt: 0 }
    const seen = arrivals[kind]
    seen.requests += 1
    if (!reached.has(url)) {
      reached.add(url)
      seen.inboxes += 1
      seen.lastAt = Date.now()
    }
    if (kind === 'never') return
    if (kind === 'slowly') await delay(2_000 + ((number * 97) % 3_000))
    if (kind === 'fails') response.writeHead(500).end()
    else if (kind === 'circles') response.writeHead(307, { location: url }).end()
    else if (kind !== 'hugely') response.writeHead(202).end()
    else {
      response.writeHead(202)
      while (!response.destroyed) {
        response.write(CHUNK)
        await delay(1)
      }
    }
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.on('message', () => void process.send?.(arrivals))
process.on('disconnect', () => process.exit())
