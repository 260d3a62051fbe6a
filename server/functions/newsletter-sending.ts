import type { Context } from 'hono'
import { createControlNewsletter } from '#server/functions/control-newsletter.ts'
import { createReadNewsletterProgress } from '#server/functions/read-newsletter-progress.ts'
import { createSendNewsletter, type SendNewsletterDeps } from '#server/functions/send-newsletter.ts'

type Handler = (c: Context) => Promise<Response>

/** What administrators do to send an issue. */
export interface NewsletterSendingFunctions {
  send: Handler
  control: Handler
  readProgress: Handler
}

export function createNewsletterSendingFunctions(deps: SendNewsletterDeps): NewsletterSendingFunctions {
  return {
    send: createSendNewsletter(deps),
    control: createControlNewsletter(deps),
    readProgress: createReadNewsletterProgress(deps),
  }
}
