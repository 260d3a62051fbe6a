import * as z from 'zod'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import {
  DEFAULT_DAYS_BACK,
  type GenerateAnswer,
  MAX_DAYS_BACK,
  type RedoItemAnswer,
  type TranslateIssueAnswer,
} from '#core/domain/newsletter-composing.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'
import { type ComposeDeps, composeIssue } from '#server/features/newsletter/compose/compose-issue.ts'
import {
  ComposeRefusal,
  type ComposeRefusalCode,
  noSuchIssue,
} from '#server/features/newsletter/compose/compose-refusal.ts'
import { createEmptyIssue } from '#server/features/newsletter/compose/create-issue.ts'
import { generateOnce } from '#server/features/newsletter/compose/generate-once.ts'
import { redoItem } from '#server/features/newsletter/compose/redo-item.ts'
import { reviewEdition } from '#server/features/newsletter/compose/review-edition.ts'
import { translateIssue } from '#server/features/newsletter/compose/translate-issue.ts'
import { readIssue } from '#server/features/newsletter/read-issue.ts'
import { type RenderDeps, renderIssue } from '#server/features/newsletter/render/render-issue.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

const language = z.enum(LANGUAGES.map(({ code }) => code))

/** An empty draft with an English edition. */
export const createNewsletter = withBody(
  z.strictObject({}),
  'Send an empty object.',
  async ({ sql, settings }: Pick<FunctionDeps, 'sql' | 'settings'>, _input, { userId }) => {
    const countsClicks = settings.current().newsletter_counts_clicks
    return answer({ issueId: await createEmptyIssue(sql, { actor: userId, countsClicks }) })
  },
)

/** Composes a draft of the articles of the last days, or composes one again. */
export const generateNewsletter = withBody(
  z.strictObject({
    daysBack: z.int().min(1).max(MAX_DAYS_BACK).default(DEFAULT_DAYS_BACK),
    issueId: z.uuid().optional(),
    language: language.default('en'),
  }),
  () => ({
    success: false,
    error: `Send an object with daysBack, a whole number from 1 to ${MAX_DAYS_BACK}, and if you like the issueId of a draft and a language.`,
  }),
  (deps: ComposeDeps & RenderDeps, { issueId = null, language, daysBack }, { userId }) =>
    answerRefusals(async () => {
      const { sql } = deps
      const compose = () => composeIssue(deps, { issueId, language, daysBack, actor: userId })
      const composed =
        issueId === null ? await generateOnce(sql, { language, daysBack }, compose) : await compose()
      const content = await readIssue(sql, composed.issueId)
      if (!content) throw noSuchIssue()
      const editions = content.editions.filter((one) => one.language === language)
      const [rendered] = await renderIssue(deps, { ...content, editions })
      const { articleCount, composedBy, reason, dropped } = composed
      return answer({
        success: true,
        newsletter: {
          subject: rendered?.subject ?? '',
          content: rendered?.content ?? '',
          articleCount,
        },
        issueId: composed.issueId,
        composedBy,
        reason,
        dropped,
      } satisfies GenerateAnswer)
    }),
)

/** Has the summary of one item written again. */
export const redoNewsletterItem = withBody(
  z.strictObject({ itemId: z.uuid(), language }),
  'Send an object with itemId and language.',
  (deps: ComposeDeps, input) =>
    answerRefusals(async () =>
      answer({ success: true, ...(await redoItem(deps, input)) } satisfies RedoItemAnswer),
    ),
)

/** Makes editions of an issue out of its English one. */
export const translateNewsletter = withBody(
  z.strictObject({
    issueId: z.uuid(),
    languages: z
      .array(z.enum(TRANSLATED_LANGUAGES))
      .min(1)
      .max(TRANSLATED_LANGUAGES.length)
      .refine((languages) => new Set(languages).size === languages.length),
    replaceTexts: z.boolean().default(false),
  }),
  `Send an object with issueId and languages: each of ${TRANSLATED_LANGUAGES.join(', ')} at most once, and at least one; and if you like replaceTexts, true or false.`,
  (deps: ComposeDeps, input) =>
    answerRefusals(async () => {
      const editions = await translateIssue(deps, input)
      const [first] = editions
      if (first && editions.every(({ status }) => status === 'failed'))
        return refuse(503, first.reason ?? '', { more: { code: 'model_failed' } })
      return answer({ success: true, editions } satisfies TranslateIssueAnswer)
    }),
)

/** An administrator has read this edition, as it is now. */
export const reviewNewsletterEdition = withBody(
  z.strictObject({
    issueId: z.uuid(),
    language,
    updatedAt: z.iso.datetime({ offset: true }).optional(),
  }),
  'Send an object with issueId, language, and if you like updatedAt.',
  ({ sql }: Pick<FunctionDeps, 'sql'>, input, { userId }) =>
    answerRefusals(async () => {
      await reviewEdition(sql, { ...input, actor: userId })
      return answer({ success: true })
    }),
)

const STATUSES: Record<ComposeRefusalCode, 404 | 409> = {
  not_found: 404,
  not_draft: 409,
  no_articles: 409,
  no_english: 409,
  under_way: 409,
  changed: 409,
}

/** Answers what is expected to go wrong, with `success` as the specification has it. */
async function answerRefusals(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ComposeRefusal)) throw error
    const { code, message } = error
    return refuse(STATUSES[code], message, { more: { success: false, code } })
  }
}
