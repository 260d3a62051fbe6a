import type { Context } from 'hono'
import type { ComposingDeps } from '#server/functions/composing-deps.ts'
import { createCreateNewsletter } from '#server/functions/create-newsletter.ts'
import { createGenerateNewsletter } from '#server/functions/generate-newsletter.ts'
import { createRedoNewsletterItem } from '#server/functions/redo-newsletter-item.ts'
import { createReviewNewsletterEdition } from '#server/functions/review-newsletter-edition.ts'
import { createTranslateNewsletter } from '#server/functions/translate-newsletter.ts'

type Handler = (c: Context) => Promise<Response>

/** What administrators do while an issue is written. */
export interface ComposingFunctions {
  create: Handler
  generate: Handler
  redoItem: Handler
  translate: Handler
  review: Handler
}

export function createComposingFunctions(deps: ComposingDeps): ComposingFunctions {
  return {
    create: createCreateNewsletter(deps),
    generate: createGenerateNewsletter(deps),
    redoItem: createRedoNewsletterItem(deps),
    translate: createTranslateNewsletter(deps),
    review: createReviewNewsletterEdition(deps),
  }
}
