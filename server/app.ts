import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { RequestContext } from '#app/context.ts'
import { findPublishedArticle } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import { createCallerCheck } from '#server/auth/bearer-token.ts'
import { createAuth } from '#server/auth/index.ts'
import type { Sql } from '#server/database/connection.ts'
import { createFunctions } from '#server/functions/index.ts'
import { clientIp, limitKey, type RequestBindings } from '#server/http/client-ip.ts'
import { answerErrors, answerUnreadable } from '#server/http/errors.ts'
import { healthChecks } from '#server/http/health.ts'
import { requestLog } from '#server/http/request-log.ts'
import { addSecurityHeaders, securityHeaders } from '#server/http/security-headers.ts'
import { createWriteProbe } from '#server/http/write-probe.ts'
import { createImageDescriber } from '#server/images/describe-image.ts'
import { createImageRoutes } from '#server/images/image-routes.ts'
import { publicImages } from '#server/images/image-source.ts'
import { createImageWorker } from '#server/images/worker/image-worker.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import type { Limits } from '#server/limits/limits.ts'
import type { Log } from '#server/log.ts'
import { createRest, REST_PREFIX } from '#server/rest/index.ts'
import type { RequestPools } from '#server/rest/request-pools.ts'
import type { Secrets } from '#server/secrets.ts'
import type { LiveSettings } from '#server/settings/live-settings.ts'
import { acceptPageRequests } from '#server/ssr/accept-page-requests.ts'
import { createInProcessClient } from '#server/ssr/in-process-client.ts'
import type { PageCache } from '#server/ssr/page-cache/page-cache.ts'
import { pageKey } from '#server/ssr/page-cache/page-key.ts'
import { createPageServer } from '#server/ssr/page-server.ts'
import { createRenderer, type LoadPages } from '#server/ssr/pages.ts'
import { staticFiles } from '#server/ssr/static-files.ts'

/** A form on a page has one field. */
const PAGE_BODY_LIMIT = 10 * 1024
const INVALID_PATH = {
  code: 'PGRST125',
  details: null,
  hint: null,
  message: 'Invalid path specified in request URL',
}

export interface AppDeps {
  sql: Sql
  requestPools: RequestPools
  limits: Limits
  queue: JobQueue
  secrets: Secrets
  siteUrl: string
  /** Where image variants are kept. */
  dataDir: string
  settings: LiveSettings
  trustProxy: number
  log: Log
  loadPages: LoadPages
  /** What browsers may fetch as it is: assets, and the pictures that variants are made of. */
  publicDir: string
  pageCache: PageCache
  /** Pages come from Vite, untransformed and with live updates. */
  development: boolean
}

export interface App {
  /** The official client with every right, answered inside this process. */
  service: Client
  /** Answers a request from inside this process. */
  fetch(request: Request, bindings?: RequestBindings): Response | Promise<Response>
  /** Answers a request from a socket; a kept page leaves without touching anything else. */
  listener(request: IncomingMessage, response: ServerResponse): void | Promise<void>
}

/** The whole service. Its mounts, in order, are the map of what a request can reach. */
export function createApp(deps: AppDeps): App {
  const { secrets, siteUrl, trustProxy, log } = deps
  const https = siteUrl.startsWith('https:')
  const headers = securityHeaders({ https })
  const identify = createCallerCheck(secrets)
  const pages = createPageServer({
    render: createRenderer(deps.loadPages, { development: deps.development }),
    cache: deps.pageCache,
    siteUrl,
    headers,
  })

  const images = {
    dataDir: deps.dataDir,
    source: publicImages(deps.publicDir),
    worker: createImageWorker(),
    log,
  }
  const describeImage = createImageDescriber({ ...images, siteUrl })
  const rest = createRest({ ...deps, identify, headers })
  const clientFor = (key: string, reader?: string) =>
    createInProcessClient({
      rest,
      fetch: (request, ip) => app.fetch(request, { clientIp: ip ?? '' }),
      key,
      clientIp: reader,
    })
  const anonymous = clientFor(secrets.publishableKey)

  const app = new Hono<{ Bindings: RequestBindings }>()
  app.onError(answerErrors(log))
  app.use(requestLog(log), addSecurityHeaders({ https }))
  const probeWriting = createWriteProbe(join(deps.dataDir, '.write-probe'))
  app.route('/', healthChecks({ sql: deps.sql, probeWriting }))
  app.route('/auth/v1', createAuth({ ...deps, identify }))
  app.route(
    '/functions/v1',
    createFunctions({ ...deps, identify, fetchPage: (request) => app.fetch(request) }),
  )
  // Another spelling of a path of the data service, which only answers to its own.
  app.all('/rest/*', (c) => c.json(INVALID_PATH, 404))
  app.all('/:service{auth|functions|storage|realtime|graphql|pg}/*', (c) =>
    c.json({ message: 'no Route matched with those values' }, 404),
  )
  app.route(
    '/',
    createImageRoutes({
      ...images,
      siteName: () => deps.settings.current().site_name,
      async findArticle(language, slug) {
        const article = await findPublishedArticle(anonymous, slug, language)
        return article?.language === language ? article : null
      },
    }),
  )
  app.use(staticFiles(deps.publicDir))
  app.use(acceptPageRequests({ siteUrl }))
  app.post('*', bodyLimit({ maxSize: PAGE_BODY_LIMIT }))
  app.all('*', (c) => {
    const reader = clientIp(c, trustProxy)
    const values: RequestContext = {
      // A client of its own for whom something is counted.
      supabase: isCounted(c.req.raw) ? clientFor(secrets.publishableKey, reader) : anonymous,
      siteUrl,
      settings: deps.settings.current(),
      publishableKey: secrets.publishableKey,
      withHero: async (article) => ({ ...article, hero: await describeImage(article.hero_image) }),
    }
    return pages.answer(c.req.raw, values, limitKey(reader))
  })

  const listen = getRequestListener(app.fetch, { errorHandler: answerUnreadable(log, headers) })
  return {
    service: clientFor(secrets.secretKey),
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    listener(request, response) {
      if (pages.answerKept(request, response)) return
      if (request.url?.startsWith(`${REST_PREFIX}/`)) return rest.listener(request, response)
      // The fetch standard knows no such request.
      if (request.method === 'TRACE') response.writeHead(405, { ...headers, allow: 'GET, HEAD, POST' }).end()
      else return listen(request, response)
    },
  }
}

/** Sign-ups and searches are limited by reader, and neither is ever kept; what is kept is read for everyone. */
function isCounted({ method, url }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return true
  const { pathname, search } = new URL(url)
  return pageKey(pathname + search) === null
}
