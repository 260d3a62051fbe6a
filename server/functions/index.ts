import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AiModelFunctions } from '#server/functions/ai-model.ts'
import { createInviteAdministrator } from '#server/functions/invite-administrator.ts'
import { createReadSettingDefaults } from '#server/functions/read-setting-defaults.ts'
import { createRssFeed, type FetchPage } from '#server/functions/rss-feed.ts'
import { createSendConfirmationEmail } from '#server/functions/send-confirmation-email.ts'
import type { TranslationFunctions } from '#server/functions/translations.ts'
import type { RequestBindings } from '#server/http/client-ip.ts'
import { logRequestError } from '#server/http/errors.ts'
import { isFromOtherSite } from '#server/http/is-from-other-site.ts'
import type { SiteServices } from '#server/services.ts'

const BODY_LIMIT = 10 * 1024
const LINKS_PATH = '/check-links'
const REVIEW_PATH = '/save-translation-review'
/** Bodies that may be larger. */
const BODY_LIMITS = new Map([
  // Fifty long addresses.
  [LINKS_PATH, 128 * 1024],
  // All texts of an article, as a save of the article itself.
  [REVIEW_PATH, 4 * 1024 * 1024],
])

export interface FunctionDeps
  extends Pick<SiteServices, 'sql' | 'limits' | 'queue' | 'siteUrl' | 'identify' | 'trustProxy' | 'log'> {
  settings: Pick<SiteServices['settings'], 'environment'>
  fetchPage: FetchPage
  /** `createCheckLinks` makes it. */
  checkLinks: (c: Context) => Promise<Response>
  /** `createAiModelFunctions` makes them. */
  aiModel: AiModelFunctions
  /** `createExportArticleRecord` makes it. */
  exportArticleRecord: (c: Context) => Promise<Response>
  /** `createTranslationFunctions` makes them. */
  translations: TranslationFunctions
}

/** Everything under /functions/v1. A response that is not a success is `{ error }`, one sentence for a person. */
export function createFunctions(deps: FunctionDeps): Hono<{ Bindings: RequestBindings }> {
  const functions = new Hono<{ Bindings: RequestBindings }>()

  functions.onError((error, c) => {
    logRequestError(deps.log, c, error)
    return c.json({ error: 'Something went wrong on our side. Please try again in a moment.' }, 500)
  })
  functions.post('*', async (c, next) => {
    if (!isFromOtherSite(c.req.raw.headers)) return next()
    return c.json({ error: 'This request was sent from another site.' }, 403)
  })
  const small = bodyLimit({ maxSize: BODY_LIMIT, onError: tooLarge })
  const larger = new Map(
    [...BODY_LIMITS].map(([path, maxSize]) => [path, bodyLimit({ maxSize, onError: tooLarge })] as const),
  )
  functions.use((c, next) => (larger.get(c.req.path.slice(c.req.path.lastIndexOf('/'))) ?? small)(c, next))
  functions.use(async (c, next) => {
    const caller = await deps.identify(c.req.raw.headers)
    if (caller.kind !== 'refused') return next()
    c.header('www-authenticate', 'Bearer')
    return c.json({ error: caller.reason }, 401)
  })

  functions.post('/send-confirmation-email', createSendConfirmationEmail(deps))
  functions.all('/send-confirmation-email', postOnly)
  functions.post('/invite-administrator', createInviteAdministrator(deps))
  functions.all('/invite-administrator', postOnly)
  functions.get('/read-setting-defaults', createReadSettingDefaults(deps))
  functions.all('/read-setting-defaults', getOnly)
  functions.post(LINKS_PATH, deps.checkLinks)
  functions.all(LINKS_PATH, postOnly)
  functions.get('/read-ai-model', deps.aiModel.read)
  functions.all('/read-ai-model', getOnly)
  functions.post('/save-ai-model', deps.aiModel.save)
  functions.all('/save-ai-model', postOnly)
  functions.post('/test-ai-connection', deps.aiModel.test)
  functions.all('/test-ai-connection', postOnly)
  functions.get('/export-article-record', deps.exportArticleRecord)
  functions.all('/export-article-record', getOnly)
  functions.post('/translate-article', deps.translations.translate)
  functions.all('/translate-article', postOnly)
  functions.post('/retranslate-articles', deps.translations.retranslate)
  functions.all('/retranslate-articles', postOnly)
  functions.post('/read-translation-review', deps.translations.readReview)
  functions.all('/read-translation-review', postOnly)
  functions.post(REVIEW_PATH, deps.translations.saveReview)
  functions.all(REVIEW_PATH, postOnly)
  functions.post('/ask-translation-segment', deps.translations.askForSegment)
  functions.all('/ask-translation-segment', postOnly)
  functions.get('/rss-feed', createRssFeed(deps))
  functions.all('/rss-feed', getOnly)
  functions.all('*', (c) => c.json({ error: 'There is no such function.' }, 404))
  return functions
}

const tooLarge = (c: Context) => c.json({ error: 'The request is too large.' }, 413)

const getOnly = (c: Context) => {
  c.header('allow', 'GET, HEAD')
  return c.json({ error: 'Call this function with GET.' }, 405)
}

const postOnly = (c: Context) => {
  c.header('allow', 'POST')
  return c.json({ error: 'Call this function with POST.' }, 405)
}
