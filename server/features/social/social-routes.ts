import { type Context, Hono } from 'hono'
import { DEFAULT_LANGUAGE, isLanguage, localizedPath } from '#core/i18n/languages.ts'
import { ARTICLE_PREFIX, articlePath } from '#core/paths.ts'
import type { SiteServices } from '#server/features/services.ts'
import {
  accountOf,
  NODE_INFO_PATH,
  objectUrl,
  readObjectId,
  SHARED_INBOX_PATH,
  SOCIAL_PREFIX,
} from '#server/features/social/addresses.ts'
import { namePublic } from '#server/features/social/describe-article.ts'
import { createInbox } from '#server/features/social/inbox/inbox.ts'
import { findDeletion, findSocialArticle } from '#server/features/social/published-articles.ts'
import { ACTIVITY_TYPE } from '#server/features/social/remote-documents.ts'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'

/** The types that a program of the social web asks for (ActivityPub, 3.2). Browsers ask for HTML first. */
const ASKS_FOR_ACTIVITY = /^\s*application\/(?:activity\+json|ld\+json)/i

const SLUG = /^[a-z0-9-]{1,200}$/

/** Tells whether a request wants an article as an object of the social web. Cached pages are not for it. */
export const asksForActivity = (accept: string | undefined): boolean => ASKS_FOR_ACTIVITY.test(accept ?? '')

type Deps = Pick<SiteServices, 'sql' | 'settings' | 'siteUrl' | 'limits' | 'trustProxy' | 'openSocialWeb'>
type Request = Context<{ Bindings: RequestBindings }>

/** Every address of the social web. While it is switched off, there is none of them. */
export function createSocialRoutes(deps: Deps): Hono<{ Bindings: RequestBindings }> {
  const { sql, settings, siteUrl, limits, trustProxy, openSocialWeb } = deps
  const app = new Hono<{ Bindings: RequestBindings }>()
  const notFound = (c: Request) => c.text('Not found', 404)

  for (const path of ['/.well-known/webfinger', '/.well-known/nodeinfo', SOCIAL_PREFIX, `${SOCIAL_PREFIX}/*`])
    app.use(path, async (c, next) => {
      if (!settings.current().social_web) return notFound(c)
      if (c.req.method === 'POST') return next()
      if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
        return c.text('Method not allowed', 405, { allow: 'GET, HEAD, POST' })
      const wait = await limits.take('social-reading', clientIp(c, trustProxy))
      return wait > 0 ? c.text('Too many requests', 429, { 'retry-after': String(wait) }) : next()
    })

  const inbox = createInbox(deps)
  app.post(SHARED_INBOX_PATH, inbox)
  app.post(`${SOCIAL_PREFIX}/:language/inbox`, async (c) =>
    settings.current().languages.some((language) => language === c.req.param('language'))
      ? inbox(c)
      : notFound(c),
  )

  app.get(`${SOCIAL_PREFIX}/articles/:id`, async (c, next) => {
    const name = readObjectId(c.req.param('id'))
    if (!name) return notFound(c)
    const deletedAt = await findDeletion(sql, name)
    if (deletedAt) {
      const { fedify, contextLoader } = await openSocialWeb()
      const deleted = fedify.instantOf(deletedAt)
      const tombstone = new fedify.Tombstone({ id: new URL(objectUrl(siteUrl, name)), deleted })
      return c.body(JSON.stringify(await tombstone.toJsonLd({ contextLoader })), 410, {
        'content-type': ACTIVITY_TYPE,
      })
    }
    c.header('vary', 'accept')
    if (acceptsActivity(c)) return next()
    const article = await findSocialArticle(sql, name.articleId)
    return article ? c.redirect(siteUrl + articlePath(article), 302) : notFound(c)
  })
  app.get(`${SOCIAL_PREFIX}/:language`, (c, next) => {
    const language = c.req.param('language')
    c.header('vary', 'accept')
    return acceptsActivity(c) || !isLanguage(language)
      ? next()
      : c.redirect(siteUrl + localizedPath('/', language), 302)
  })

  for (const path of [
    '/.well-known/webfinger',
    '/.well-known/nodeinfo',
    NODE_INFO_PATH,
    `${SOCIAL_PREFIX}/*`,
  ])
    app.get(path, async (c) => {
      const { federation } = await openSocialWeb()
      const asked = new URL(c.req.url)
      const resource = asked.searchParams.get('resource')
      const account = resource && accountOf(siteUrl, resource)
      if (account) asked.searchParams.set('resource', account)
      const request = new Request(siteUrl + asked.pathname + asked.search, { headers: c.req.raw.headers })
      const answer = await federation.fetch(request, { contextData: undefined })
      return new Response(namePublic(await answer.text()), answer)
    })
  app.all(`${SOCIAL_PREFIX}/*`, notFound)

  // An article has its object beside its page, so that the page is the same for everybody. The answer may not be stored: whoever stores
  // pages knows them by their address alone.
  app.get(`${ARTICLE_PREFIX}:slug`, async (c, next) => {
    if (!settings.current().social_web || !asksForActivity(c.req.header('accept'))) return next()
    const language = c.req.query('lang') ?? DEFAULT_LANGUAGE
    if (!isLanguage(language) || !SLUG.test(c.req.param('slug'))) return next()
    const wait = await limits.take('social-reading', clientIp(c, trustProxy))
    if (wait > 0) return c.text('Too many requests', 429, { 'retry-after': String(wait) })
    const [found] = await sql<[{ id: string }?]>`
      select id from public.articles where slug = ${c.req.param('slug')} and language = ${language} and published`
    const article = found && (await findSocialArticle(sql, found.id))
    if (!article) return next()
    const { id: articleId, generation } = article
    c.header('cache-control', 'private, no-store')
    c.header('vary', 'accept')
    return c.redirect(objectUrl(siteUrl, { articleId, generation }), 302)
  })
  return app
}

const acceptsActivity = (c: Request): boolean =>
  /\bapplication\/(?:\w+\+)?json\b/i.test(c.req.header('accept') ?? '')
