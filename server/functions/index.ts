import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AiModelFunctions } from '#server/functions/ai-model.ts'
import { createInviteAdministrator } from '#server/functions/invite-administrator.ts'
import type { NewsletterApprovalFunctions } from '#server/functions/newsletter-approval.ts'
import type { ComposingFunctions } from '#server/functions/newsletter-composing.ts'
import type { NewsletterSendingFunctions } from '#server/functions/newsletter-sending.ts'
import { createReadSettingDefaults } from '#server/functions/read-setting-defaults.ts'
import { createReportBounce } from '#server/functions/report-bounce.ts'
import { createResendWebhook } from '#server/functions/resend-webhook.ts'
import { createRssFeed, type FetchPage } from '#server/functions/rss-feed.ts'
import { createSendConfirmationEmail } from '#server/functions/send-confirmation-email.ts'
import type { SubscriberFunctions } from '#server/functions/subscribers.ts'
import type { TranslationFunctions } from '#server/functions/translations.ts'
import type { RequestBindings } from '#server/http/client-ip.ts'
import { logRequestError } from '#server/http/errors.ts'
import { isFromOtherSite } from '#server/http/is-from-other-site.ts'
import type { SiteServices } from '#server/services.ts'

const BODY_LIMIT = 10 * 1024
const LINKS_PATH = '/check-links'
const REVIEW_PATH = '/save-translation-review'
const QUEUE_PATH = '/queue-translations'
const PREVIEW_PATH = '/preview-newsletter'
const SEND_PATH = '/send-newsletter'
const WEBHOOK_PATH = '/resend-webhook'
const BOUNCE_PATH = '/report-bounce'
const IMPORT_PATH = '/import-subscribers'
/** Their bodies are not collected before they are handled: they count whoever asks, or the bytes, first. */
const READ_BY_HANDLER = new Set([IMPORT_PATH, WEBHOOK_PATH])
/** Bodies that may be larger, from somebody with a token or the secret key. */
const BODY_LIMITS = new Map([
  // Fifty long addresses.
  [LINKS_PATH, 128 * 1024],
  // A thousand translations.
  [QUEUE_PATH, 128 * 1024],
  // All texts of an article, as a save of the article itself.
  [REVIEW_PATH, 4 * 1024 * 1024],
  // The content of an issue, as HTML in JSON.
  [PREVIEW_PATH, 1024 * 1024],
  // The HTML of an editor, of which a character may take three bytes, or six as an escape.
  [SEND_PATH, 4 * 1024 * 1024],
  // A delivery report, with the mail that came back.
  [BOUNCE_PATH, 1024 * 1024],
])

export interface FunctionDeps
  extends Pick<
    SiteServices,
    'sql' | 'limits' | 'queue' | 'siteUrl' | 'identify' | 'trustProxy' | 'resendWebhookSecret' | 'log'
  > {
  settings: Pick<SiteServices['settings'], 'environment'>
  fetchPage: FetchPage
  /** `createCheckLinks` makes it. */
  checkLinks: (c: Context) => Promise<Response>
  /** `createCheckMailDomain` makes it. */
  checkMailDomain: (c: Context) => Promise<Response>
  /** `createAiModelFunctions` makes them. */
  aiModel: AiModelFunctions
  /** `createExportArticleRecord` makes it. */
  exportArticleRecord: (c: Context) => Promise<Response>
  /** `createTranslationFunctions` makes them. */
  translations: TranslationFunctions
  /** `createComposingFunctions` makes them. */
  composing: ComposingFunctions
  /** `createPreviewNewsletter` makes it. */
  previewNewsletter: (c: Context) => Promise<Response>
  /** `createNewsletterApprovalFunctions` makes them. */
  newsletterApproval: NewsletterApprovalFunctions
  /** `createNewsletterSendingFunctions` makes them. */
  newsletterSending: NewsletterSendingFunctions
  /** `createSubscriberFunctions` makes them. */
  subscribers: SubscriberFunctions
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
  // A body whose length is not announced is collected here: of strangers not more than they have reason to send.
  functions.use(async (c, next) => {
    const caller = await deps.identify(c.req.raw.headers)
    if (caller.kind === 'refused') {
      c.header('www-authenticate', 'Bearer')
      return c.json({ error: caller.reason }, 401)
    }
    const path = c.req.path.slice(c.req.path.lastIndexOf('/'))
    if (READ_BY_HANDLER.has(path)) return next()
    const isStranger = caller.kind === 'anonymous'
    return ((isStranger ? undefined : larger.get(path)) ?? small)(c, next)
  })

  functions.post('/send-confirmation-email', createSendConfirmationEmail(deps))
  functions.all('/send-confirmation-email', postOnly)
  functions.post('/invite-administrator', createInviteAdministrator(deps))
  functions.all('/invite-administrator', postOnly)
  functions.get('/read-setting-defaults', createReadSettingDefaults(deps))
  functions.all('/read-setting-defaults', getOnly)
  functions.post(LINKS_PATH, deps.checkLinks)
  functions.all(LINKS_PATH, postOnly)
  functions.post('/check-mail-domain', deps.checkMailDomain)
  functions.all('/check-mail-domain', postOnly)
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
  functions.post(QUEUE_PATH, deps.translations.queue)
  functions.all(QUEUE_PATH, postOnly)
  functions.post('/find-affected-translations', deps.translations.findAffected)
  functions.all('/find-affected-translations', postOnly)
  functions.post('/create-newsletter', deps.composing.create)
  functions.all('/create-newsletter', postOnly)
  functions.post('/generate-newsletter', deps.composing.generate)
  functions.all('/generate-newsletter', postOnly)
  functions.post('/redo-newsletter-item', deps.composing.redoItem)
  functions.all('/redo-newsletter-item', postOnly)
  functions.post('/translate-newsletter', deps.composing.translate)
  functions.all('/translate-newsletter', postOnly)
  functions.post('/review-newsletter-edition', deps.composing.review)
  functions.all('/review-newsletter-edition', postOnly)
  functions.post(PREVIEW_PATH, deps.previewNewsletter)
  functions.all(PREVIEW_PATH, postOnly)
  functions.post('/check-newsletter', deps.newsletterApproval.check)
  functions.all('/check-newsletter', postOnly)
  functions.post('/rehearse-newsletter', deps.newsletterApproval.rehearse)
  functions.all('/rehearse-newsletter', postOnly)
  functions.post('/approve-newsletter', deps.newsletterApproval.approve)
  functions.all('/approve-newsletter', postOnly)
  functions.post('/reopen-newsletter', deps.newsletterApproval.reopen)
  functions.all('/reopen-newsletter', postOnly)
  functions.post('/cancel-newsletter', deps.newsletterApproval.cancel)
  functions.all('/cancel-newsletter', postOnly)
  functions.post(SEND_PATH, deps.newsletterSending.send)
  functions.all(SEND_PATH, postOnly)
  functions.post('/control-newsletter', deps.newsletterSending.control)
  functions.all('/control-newsletter', postOnly)
  functions.post('/read-newsletter-progress', deps.newsletterSending.readProgress)
  functions.all('/read-newsletter-progress', postOnly)
  functions.post(WEBHOOK_PATH, createResendWebhook(deps))
  functions.all(WEBHOOK_PATH, postOnly)
  functions.post(BOUNCE_PATH, createReportBounce(deps))
  functions.all(BOUNCE_PATH, postOnly)
  functions.post(IMPORT_PATH, deps.subscribers.importAll)
  functions.all(IMPORT_PATH, postOnly)
  functions.get('/export-subscribers', deps.subscribers.exportAll)
  functions.all('/export-subscribers', getOnly)
  functions.post('/read-subscriber', deps.subscribers.read)
  functions.all('/read-subscriber', postOnly)
  functions.post('/erase-subscriber', deps.subscribers.erase)
  functions.all('/erase-subscriber', postOnly)
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
