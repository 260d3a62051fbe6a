import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { feedLinks } from '#core/feeds/describe-feed.ts'
import type { Services } from '#server/features/services.ts'
import { askCallback } from '#server/features/websub/ask-callback.ts'
import { createHubEndpoint } from '#server/features/websub/hub-endpoint.ts'
import { sendFeed } from '#server/features/websub/send-feed.ts'
import { lookAtFeeds } from '#server/features/websub/watch-feeds.ts'
import type { RequestBindings } from '#server/platform/http/client-ip.ts'
import { openLimits } from '#server/platform/limits/open-limits.ts'
import { borrowTestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'
import { testHash } from '../../../../tests/support/test-settings.ts'

export const SITE = 'https://watch.example'
export const TOPIC = `${SITE}/feeds/en.xml`
const RUN = { signal: new AbortController().signal }

/** Lets subscribers be on this machine. */
export const toThisMachine = ({ websub }: Pick<Services, 'websub'>) => ({
  websub: { ...websub, client: { ...websub.client, allowed: ['127.0.0.1'] } },
})

/** A hub for feeds whose contents the test decides, which sends to this machine. What jobs do is done when the test says so. */
export async function openHubSite({ hubUrl }: { hubUrl?: string } = {}) {
  const database = await borrowTestDatabase()
  const jobs = await startTestJobs(database, {
    siteUrl: SITE,
    works: false,
    adapt: toThisMachine,
    ...(hubUrl !== undefined && { websubHub: hubUrl }),
  })
  const limits = openLimits(database.address, testHash)
  onTestFinished(async () => {
    await limits.close()
    await jobs.stop()
  })
  const { sql } = database
  const { websub } = jobs.services
  const services = { ...jobs.services, limits, trustProxy: 0 }

  const feeds = new Map([[TOPIC, 'one']])
  const fetchPage = ({ url }: Request): Response => {
    const content = feeds.get(url)
    if (content === undefined) return new Response('Not found', { status: 404 })
    const link = feedLinks({ hubUrl: websub.hubUrl, selfUrl: url })
    return new Response(content, { headers: { 'content-type': 'application/rss+xml; charset=utf-8', link } })
  }
  const app = new Hono<{ Bindings: RequestBindings }>()
  app.all('/websub', createHubEndpoint({ ...services, fetchPage }))

  const post = async (form: Record<string, string> | string[][] | string, clientIp = '192.0.2.1') =>
    app.fetch(new Request(`${SITE}/websub`, { method: 'POST', body: new URLSearchParams(form) }), {
      clientIp,
    })

  /** Asks the callbacks of all requests, whether or not they were asked before. */
  async function askCallbacks(): Promise<void> {
    const requests = await sql<{ id: string }[]>`select id from private.websub_requests order by requested_at`
    for (const { id } of requests) await askCallback(services, { requestId: id }, RUN)
  }

  /** Sends to every subscriber for whom there is something new, whenever the next attempt is due. */
  async function sendFeeds(): Promise<void> {
    await lookAtFeeds(services, fetchPage, undefined, 0)
    const all = await sql<{ id: string }[]>`select id from private.websub_subscriptions order by callback`
    for (const { id } of all) await sendFeed(services, { subscriptionId: id }, RUN)
  }

  const subscribe = async (callback: string, more: Record<string, string> = {}): Promise<void> => {
    const response = await post({
      'hub.mode': 'subscribe',
      'hub.topic': TOPIC,
      'hub.callback': callback,
      ...more,
    })
    if (response.status !== 202) throw new Error(await response.text())
    await askCallbacks()
  }

  const readSubscriptions = () => sql<
    { callback: string; failures: number; waits: number; lease: number; sealed_secret: string | null }[]
  >`
    select callback, failures, extract(epoch from resumes_at - now())::float8 as waits,
      extract(epoch from expires_at - now())::float8 as lease, sealed_secret
    from private.websub_subscriptions order by callback`

  return {
    database,
    sql,
    services,
    feeds,
    fetchPage,
    app,
    post,
    askCallbacks,
    sendFeeds,
    subscribe,
    readSubscriptions,
  }
}

interface Received {
  method: string
  path: string
  search: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

type Answer = (received: Received, response: ServerResponse) => void

/** Confirms whatever it is asked, and takes whatever it is sent. */
export const agree: Answer = ({ query }, response) => response.end(query.get('hub.challenge') ?? '')

/** A server with callbacks on this machine until the test ends. */
export async function startSubscriber(answer: Answer = agree) {
  const received: Received[] = []
  const behaviour = { answer }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://here')
    const one = {
      method: request.method ?? '',
      path: url.pathname,
      search: url.search,
      query: url.searchParams,
      headers: request.headers,
      body: await buffer(request).catch(() => Buffer.alloc(0)),
    }
    received.push(one)
    behaviour.answer(one, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    callback: `${url}/callback`,
    received,
    posts: () => received.filter(({ method }) => method === 'POST'),
    answerWith(next: Answer) {
      behaviour.answer = next
    },
  }
}
