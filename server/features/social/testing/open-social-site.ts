import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { deliverToSocialWeb } from '#server/features/social/deliveries/deliver.ts'
import { tellChanges } from '#server/features/social/deliveries/tell-changes.ts'
import { createSocialRoutes } from '#server/features/social/social-routes.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { openLimits } from '#server/platform/limits/open-limits.ts'
import { borrowTestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'
import { testHash } from '../../../../tests/support/test-settings.ts'

/** A post that has arrived at an inbox and was taken. */
interface Post {
  path: string
  activity: Record<string, unknown>
  /** Sends the same request again. */
  replay(): Promise<Response>
}

const SIGNED = ['content-type', 'date', 'digest', 'signature']
const signedHeaders = ({ headers }: Request) =>
  SIGNED.map((name): [string, string] => [name, headers.get(name) ?? ''])

/** A publication on the social web, which may ask servers of this machine. Its jobs run when a test says so. */
export async function openSocialSite({ isOn = true } = {}) {
  const database = await borrowTestDatabase()
  const { sql } = database
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  if (isOn) await sql`insert into public.settings (key, value) values ('social_web', 'true')`
  const jobs = await startTestJobs(database, { works: false, siteUrl, webhookServers: ['127.0.0.1'] })
  const limits = openLimits(database.address, testHash)
  const { services } = jobs
  const routes = createSocialRoutes({ ...services, limits, trustProxy: 0 })
  const posts: Post[] = []
  server.on(
    'request',
    getRequestListener(async (request, env) => {
      const copy = request.clone()
      const response = await routes.fetch(request, env)
      if (request.method !== 'POST' || response.status !== 202) return response
      const body = await copy.text()
      const replay = () => fetch(copy.url, { method: 'POST', headers: signedHeaders(copy), body })
      posts.push({ path: new URL(copy.url).pathname, activity: JSON.parse(body), replay })
      return response
    }),
  )
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await limits.close()
    await jobs.stop()
  })

  const signal = new AbortController().signal
  let added = 0
  return {
    sql,
    services,
    limits,
    url: siteUrl,
    posts,
    /** Publishes an article in a language, and returns its id. */
    async publish(language = 'en'): Promise<string> {
      added += 1
      const [row] = await sql<[{ id: string }]>`
        insert into public.articles (slug, language, title, excerpt, content, category, published)
        values (${`chips-${added}`}, ${language}, ${`Chips ${added}`}, 'About chips', 'Chips are *small*.', 'tech', true)
        returning id`
      return row.id
    },
    /** Runs both jobs once. */
    async tell(): Promise<void> {
      await tellChanges(services, signal)
      await deliverToSocialWeb(services, signal)
    },
    /** Makes everything due that was put off. */
    async letTimePass(): Promise<void> {
      await sql`update private.social_servers set resumes_at = now()`
    },
    get: (path: string, accept = 'application/activity+json') =>
      fetch(siteUrl + path, { headers: { accept }, redirect: 'manual' }),
    followers: () => sql`
      select language, actor, handle, name, inbox, shared_inbox from private.social_followers order by since, actor`,
    address: database.address,
    reactions: () =>
      sql`select kind, actor, body, warning, attachments, uri, changed_at from private.social_reactions order by received_at`,
  }
}

export type SocialSite = Awaited<ReturnType<typeof openSocialSite>>

/**
 * Follows a language with so many people of a server, p1, p2 …, without asking. `host` is the name that the server goes by, so that one
 * server of a test can stand for many.
 */
export async function addFollowers(
  sql: Session,
  url: string,
  { count = 1, language = 'en', shares = true, host = new URL(url).host } = {},
): Promise<void> {
  await sql`
    insert into private.social_followers (language, actor, inbox, shared_inbox, host, handle, name)
    select ${language}, ${url} || '/users/p' || n, ${url} || '/users/p' || n || '/inbox',
      case when ${shares}::boolean then ${url} || '/inbox' end, ${host}, '@p', ''
    from generate_series(1, ${count}::integer) as n`
}
