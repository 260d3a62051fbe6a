import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LRUCache } from 'lru-cache'
import { findOriginalSlug, findPublishedArticle } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/languages.ts'
import {
  type PublicationCatalogs,
  pageCatalogOf,
  publicationCatalogs,
} from '#core/i18n/publication-catalogs.ts'
import { previewedSettings } from '#core/look/previewed-settings.ts'
import { shareImagePath } from '#core/paths.ts'
import type { RouteDeps } from '#server/features/feature.ts'
import { createSubscriptionByLink } from '#server/features/newsletter/subscriptions/subscription-by-link.ts'
import { createOpenApi } from '#server/features/openapi/index.ts'
import type { RequestContext } from '#server/features/pages/page-build.ts'
import { pageKeysOf } from '#server/features/pages/page-cache/page-key.ts'
import { acceptPageRequests, redirectDefaultLanguage } from '#server/features/pages/page-requests.ts'
import { createPageServer, oldAddressesOf } from '#server/features/pages/page-server.ts'
import { createRenderer, type LoadPages } from '#server/features/pages/render-page.ts'
import { staticFiles } from '#server/features/pages/static-files.ts'
import type { SiteServices } from '#server/features/services.ts'
import { readTranslatedText } from '#server/features/translation/read-story.ts'
import { FEATURES, FUNCTIONS } from '#server/features.ts'
import { addressOf, clientIp, limitKey, type RequestBindings } from '#server/platform/http/client-ip.ts'
import { compressBrotli, compressGzip } from '#server/platform/http/compress.ts'
import { createErrorHandler, createInvalidRequestHandler } from '#server/platform/http/errors.ts'
import { healthChecks } from '#server/platform/http/health.ts'
import { chooseEncoding, type Encoding } from '#server/platform/http/request-headers.ts'
import { requestLog } from '#server/platform/http/request-log.ts'
import { addSecurityHeaders, securityHeaders } from '#server/platform/http/security-headers.ts'
import type { UpgradeHandler } from '#server/platform/http/web-server.ts'
import { createImageDescriber } from '#server/platform/images/describe-image.ts'
import { createImageRoutes } from '#server/platform/images/image-routes.ts'
import { createLookFiles } from '#server/platform/images/look/look-files.ts'
import { createLookRoutes } from '#server/platform/images/look/look-routes.ts'
import { metricsEndpoint } from '#server/platform/metrics/metrics-endpoint.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'
import { currentRequestId, nameRequest } from '#server/platform/request-id.ts'
import type { LiveSettings } from '#server/platform/settings/live-settings.ts'
import { refuseTokenInAddress } from '#server/supabase/auth/access-token.ts'
import type { AdmittedCaller } from '#server/supabase/auth/bearer-token.ts'
import { createAuth } from '#server/supabase/auth/index.ts'
import { createFunctions } from '#server/supabase/functions/index.ts'
import { createInProcessClient } from '#server/supabase/in-process-client.ts'
import { createRest, REST_PREFIX } from '#server/supabase/rest/index.ts'
import { createStorage, STORAGE_PREFIX } from '#server/supabase/storage/index.ts'

/** A form on a page has one field. */
const PAGE_BODY_LIMIT = 10 * 1024
/** A request line with a whole address, as proxies get it. */
const WITH_USER_NAME = /^https?:\/\/[^/?#]*@/
/** Making a client takes longer than a read with it, so those of the latest readers are cached. */
const MAX_CLIENTS = 200
const INVALID_PATH = {
  code: 'PGRST125',
  details: null,
  hint: null,
  message: 'Invalid path specified in request URL',
}

/** The loader of the pages, and the folder of the files that they use. */
export interface Pages {
  loadPages: LoadPages
  /** Files that browsers may fetch as they are: assets, and the pictures that variants are made of. */
  publicDir: string
  /** Pages come from Vite, untransformed and with live updates; none is cached. */
  development: boolean
}

export interface App {
  /** Handles a request from inside this process. */
  fetch(request: Request, bindings?: RequestBindings): Response | Promise<Response>
  /** Handles a request from a socket; a cached page is sent before any middleware. */
  listener(request: IncomingMessage, response: ServerResponse): void | Promise<void>
  /** Takes over the connections of WebSockets. */
  upgrades: UpgradeHandler
}

/** The whole site. Its mounts, in order, list everything that a request can reach. */
export function createApp(services: SiteServices, { loadPages, publicDir }: Omit<Pages, 'development'>): App {
  const { log, secrets, siteUrl, trustProxy } = services
  const https = siteUrl.startsWith('https:')
  const headers = securityHeaders({ https })
  const images = {
    dataDir: services.dataDir,
    source: services.imageSource,
    worker: services.images,
    log,
  }
  const lookFiles = createLookFiles(services.sql)
  const describeImage = createImageDescriber({ ...images, siteUrl })
  const storage = createStorage({ ...services, worker: images.worker, headers })
  const rest = createRest({ ...services, headers })
  const clientFor = (key: string, reader?: string, caller?: AdmittedCaller) =>
    createInProcessClient({
      rest,
      fetch: (request, ip) => app.fetch(request, { clientIp: ip ?? '' }),
      key,
      clientIp: reader,
      ...(caller && { caller }),
    })
  const anonymous = clientFor(secrets.publishableKey)
  const readers = new LRUCache<string, Client>({
    max: MAX_CLIENTS,
    memoMethod: (reader) => clientFor(secrets.publishableKey, reader),
  })

  const countView = (pathAndQuery: string, request: IncomingMessage) => {
    if (services.settings.current().counts_page_views)
      services.pageViews.count(pathAndQuery, {
        headers: request.headers,
        client: addressOf(request, trustProxy),
      })
  }
  const pages = createPageServer({
    render: createRenderer(loadPages),
    loadPageKey: pageKeysOf(loadPages),
    cache: services.pageCache,
    findOldAddress: oldAddressesOf(anonymous, services.settings),
    siteUrl,
    headers,
    isBehindCdn: services.cdn !== null,
    onSent: countView,
  })

  const app = new Hono<{ Bindings: RequestBindings }>()
  app.onError(createErrorHandler(log))
  app.use(requestLog(log), addSecurityHeaders({ https }))
  app.route('/', healthChecks(services))
  app.route('/', metricsEndpoint(services))
  app.route('/auth/v1', createAuth(services))
  const deps: RouteDeps = {
    ...services,
    anonymous,
    fetchPage: (request, reader) => app.fetch(request, reader === undefined ? {} : { clientIp: reader }),
    storeFile: storage.store,
    readersOf: (reader) => readers.memo(reader),
    clientOf: (caller, key, reader) => clientFor(key, reader, caller),
  }
  app.route('/functions/v1', createFunctions(FUNCTIONS, deps))
  app.route('/realtime/v1', services.realtime.endpoints)
  // Requests to /rest/v1 and /storage/v1 never get here: `listener` handles them. These are other paths and spellings.
  app.all('/rest/*', (c) => c.json(INVALID_PATH, 404))
  app.all('/:service{(?:auth|functions|storage|realtime|graphql|pg)}/*', (c) =>
    c.json({ message: 'no Route matched with those values' }, 404),
  )
  app.route(
    '/',
    createImageRoutes({
      ...images,
      settings: services.settings.current,
      lookFiles,
      async findArticle(language, slug) {
        const article = await findPublishedArticle(anonymous, slug, language)
        return article?.language === language ? article : null
      },
      async findInEnglish(language, slug) {
        const original = await findOriginalSlug(anonymous, slug, language)
        return original && shareImagePath({ slug: original, language: DEFAULT_LANGUAGE })
      },
    }),
  )
  app.route('/', createLookRoutes({ ...images, files: lookFiles, settings: services.settings.current }))
  app.route('/', createOpenApi({ ...services, functions: FUNCTIONS }))
  for (const { routes } of FEATURES) routes?.(app, deps)
  app.route('/', messagesForBrowsers(services.settings))
  app.use(staticFiles(publicDir))
  app.use(acceptPageRequests({ siteUrl }))
  app.use(redirectDefaultLanguage({ siteUrl }))
  app.post('*', bodyLimit({ maxSize: PAGE_BODY_LIMIT }))
  app.all('*', async (c) => {
    const reader = clientIp(c, trustProxy)
    const valuesFor = (forEveryone: boolean): RequestContext => ({
      // Sign-ups and searches are limited by reader, and neither is ever cached.
      supabase: forEveryone ? anonymous : readers.memo(reader),
      siteUrl,
      hubUrl: services.hubUrl,
      // Those of the moment at which rendering begins, which may be long after the request has arrived.
      settings: previewedSettings(new URL(c.req.url), services.settings.current()),
      subscription: createSubscriptionByLink(services, reader),
      publishableKey: secrets.publishableKey,
      requestId: currentRequestId,
      describeImage,
      offTurn,
      readTranslatedText: (translationId) => readTranslatedText(services.sql, translationId),
      async withHero(article) {
        const details = await describeImage(article.hero_image)
        if (!details) return { ...article, hero: null }
        const { facts: _, ...hero } = details
        return { ...article, hero }
      },
    })
    const response = await pages.respond(c.req.raw, valuesFor, limitKey(reader))
    // A function that reads a page from inside has no environment.
    const incoming = c.env?.incoming
    if (incoming && c.req.method === 'GET' && (response.status === 200 || response.status === 304))
      countView(incoming.url ?? '/', incoming)
    return response
  })

  const precedePages = FEATURES.flatMap(({ precedesPages }) => precedesPages?.(services) ?? [])
  services.ownPages.setApp((request) => app.fetch(request, { clientIp: '' }))

  const listen = getRequestListener(app.fetch, { errorHandler: createInvalidRequestHandler(log, headers) })
  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    listener(request, response) {
      if (!precedePages.some((precedes) => precedes(request)) && pages.sendCached(request, response)) return
      nameRequest(response)
      if (refuseTokenInAddress(request, response, headers)) return
      if (request.url?.startsWith(`${REST_PREFIX}/`)) return rest.listener(request, response)
      if (request.url?.startsWith(`${STORAGE_PREFIX}/`)) return storage.listener(request, response)
      // The Request of the fetch standard can have neither this method nor a user name in its address.
      if (request.method === 'TRACE') response.writeHead(405, { ...headers, allow: 'GET, HEAD, POST' }).end()
      else if (WITH_USER_NAME.test(request.url ?? ''))
        response.writeHead(400, { ...headers, 'content-type': 'text/plain' }).end('The request is not valid.')
      else return listen(request, response)
    },
    upgrades: services.realtime,
  }
}

const FOREVER = 'public, max-age=31536000, immutable'

const ENCODERS: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) => compressBrotli(text, 11),
  gzip: (text) => compressGzip(text),
  identity: async (text) => Buffer.from(text),
}

/** By the catalogs in force: one body for each language and encoding. */
const bodies = new WeakMap<PublicationCatalogs, Map<string, Promise<Buffer>>>()

/**
 * The messages that browsers need. An address with another version, from a page that was made before the latest change, is answered with
 * the present ones, which then must not be stored. Pages of versions before ask for those of the player by an address of their own.
 */
export function messagesForBrowsers({ current }: Pick<LiveSettings, 'current'>): Hono {
  return new Hono().get('/assets/:file{(?:player-)?[a-z]{2,3}-[a-z0-9]{8}\\.json}', async (c, next) => {
    const [language, version] = c.req.param('file').replace('player-', '').split(/[-.]/)
    if (!isLanguage(language)) return next()
    const catalogs = publicationCatalogs(current())
    const encoding = chooseEncoding(c.req.header('accept-encoding'))
    const body = await bodyOf(catalogs, language, encoding)
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': version === catalogs.version ? FOREVER : 'no-store',
        vary: 'accept-encoding',
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
    })
  })
}

function bodyOf(catalogs: PublicationCatalogs, language: Language, encoding: Encoding): Promise<Buffer> {
  const own = bodies.get(catalogs) ?? new Map<string, Promise<Buffer>>()
  const key = `${language} ${encoding}`
  const body = own.get(key) ?? ENCODERS[encoding](JSON.stringify(pageCatalogOf(catalogs, language)))
  bodies.set(catalogs, own.set(key, body))
  return body
}
