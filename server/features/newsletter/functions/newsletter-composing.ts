import type { JWTPayload } from 'jose'
import * as z from 'zod'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { allAddressesOf, MAX_SECTIONS } from '#core/domain/category.ts'
import {
  DEFAULT_DAYS_BACK,
  type GenerateAnswer,
  MAX_DAYS_BACK,
  type PreviewAnswer,
  type RedoItemAnswer,
  type TranslateIssueAnswer,
} from '#core/domain/newsletter-composing.ts'
import { CONTENT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import { LANGUAGE_CODES, LANGUAGES, type Language } from '#core/i18n/languages.ts'
import { describeSwitchedOff } from '#core/i18n/switched-off.ts'
import { issueMessages } from '#server/features/newsletter/approve/seal-issue.ts'
import { type ComposeDeps, composeIssue } from '#server/features/newsletter/compose/compose-issue.ts'
import { ComposeRefusal, noSuchIssue } from '#server/features/newsletter/compose/issue-locks.ts'
import { redoItem } from '#server/features/newsletter/compose/redo-item.ts'
import {
  createEmptyIssue,
  findIssueForSunday,
  reviewEdition,
} from '#server/features/newsletter/compose/store-edition.ts'
import { translateIssue } from '#server/features/newsletter/compose/translate-issue.ts'
import { type IssueContent, readIssue } from '#server/features/newsletter/read-issue.ts'
import { isEmptyFor, personaliseMessage } from '#server/features/newsletter/render/personalise-message.ts'
import { type RenderDeps, renderIssue } from '#server/features/newsletter/render/render-issue.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { translatedLanguages } from '#server/features/translation/functions/translate-article.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { type Fragment, fragment } from '#server/platform/database/fragment.ts'
import { actAs, answer, refuse, withBody } from '#server/supabase/functions/call.ts'

const language = z.enum(LANGUAGES.map(({ code }) => code))

/** An empty draft with an English edition. Without `another`, what there is for the coming Sunday is opened. */
export const createNewsletter = withBody(
  z.strictObject({ another: z.boolean().default(false) }),
  'Send an empty object, and if you like another, whether a second issue for its next day is wanted.',
  async ({ sql, settings }: Pick<FunctionDeps, 'sql' | 'settings'>, { another }, { userId }) =>
    answer({
      issueId: await createEmptyIssue(sql, { actor: userId, another, settings: settings.current() }),
    }),
)

/**
 * Composes a draft of the articles of the last days, or composes one again. Without either, what there is for the coming Sunday is opened
 * as it is.
 */
export const generateNewsletter = withBody(
  z.strictObject({
    daysBack: z.int().min(1).max(MAX_DAYS_BACK).default(DEFAULT_DAYS_BACK),
    issueId: z.uuid().optional(),
    another: z.boolean().default(false),
    language: language.default('en'),
  }),
  () => ({
    success: false,
    error: `Send an object with daysBack, a whole number from 1 to ${MAX_DAYS_BACK}, and if you like the issueId of a draft, a language, and another, whether a second issue for its next day is wanted.`,
  }),
  (deps: ComposeDeps & RenderDeps, { issueId = null, another, language, daysBack }, { userId, claims }) =>
    answerRefusals(async () => {
      const { sql, settings } = deps
      requireOffered(deps, [language])
      await noteChange(sql, claims, fragment`${issueId}::uuid`)
      const present = issueId === null && !another ? await findIssueForSunday(sql, settings.current()) : null
      const composed =
        present === null
          ? await composeIssue(deps, { issueId, another, language, daysBack, actor: userId })
          : { issueId: present, articleCount: null, composedBy: null, reason: null, dropped: [] }
      const content = await readIssue(sql, composed.issueId)
      if (!content) throw noSuchIssue()
      const editions = content.editions.filter((one) => one.language === language)
      const [rendered] = await renderIssue(deps, { ...content, editions })
      const { articleCount, composedBy, reason, dropped } = composed
      const isShown = ({ left_out, articles }: IssueContent['items'][number]) =>
        left_out === null && articles.some((article) => article.language === language && article.published)
      return answer({
        success: true,
        newsletter: {
          subject: rendered?.subject ?? '',
          content: rendered?.content ?? '',
          articleCount: articleCount ?? content.items.filter(isShown).length,
        },
        issueId: composed.issueId,
        composedBy,
        reason,
        dropped,
      } satisfies GenerateAnswer)
    }),
)

/** Writes the summary of one item again. */
export const redoNewsletterItem = withBody(
  z.strictObject({ itemId: z.uuid(), language }),
  'Send an object with itemId and language.',
  (deps: ComposeDeps, input, { claims }) =>
    answerRefusals(async () => {
      const { itemId } = input
      await noteChange(
        deps.sql,
        claims,
        fragment`(select issue_id from public.newsletter_items where id = ${itemId})`,
      )
      return answer({ success: true, ...(await redoItem(deps, input)) } satisfies RedoItemAnswer)
    }),
)

/** Translates the English edition of an issue. */
export const translateNewsletter = withBody(
  z.strictObject({
    issueId: z.uuid(),
    languages: translatedLanguages,
    replaceTexts: z.boolean().default(false),
  }),
  `Send an object with issueId and languages: each of ${TRANSLATED_LANGUAGES.join(', ')} at most once, and at least one; and if you like replaceTexts, true or false.`,
  (deps: ComposeDeps, input, { claims }) =>
    answerRefusals(async () => {
      requireOffered(deps, input.languages)
      await noteChange(deps.sql, claims, fragment`${input.issueId}::uuid`)
      const editions = await translateIssue(deps, input)
      const [first] = editions
      if (first && editions.every(({ status }) => status === 'failed'))
        return refuse(503, first.reason ?? '', { more: { code: 'model_failed' } })
      return answer({ success: true, editions } satisfies TranslateIssueAnswer)
    }),
)

/** Marks an edition as reviewed, as it is now. */
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

/** Notes that an issue is changed on behalf of a caller: by somebody who may not send, it does not go out without an approval. */
function noteChange(sql: Sql, claims: JWTPayload, issueId: Fragment): Promise<void> {
  return sql.transaction(async (transaction) => {
    await actAs(transaction, claims)
    await transaction`select private.note_unapproved_change(${issueId})`
  })
}

/** @throws ComposeRefusal for a language that readers are not offered */
function requireOffered({ settings }: Pick<ComposeDeps, 'settings'>, languages: readonly Language[]): void {
  const off = languages.filter((code) => !settings.current().languages.includes(code))
  if (off.length > 0) throw new ComposeRefusal('language_off', describeSwitchedOff(off))
}

/** Turns a refusal into a response, with `success` as the specification has it. */
async function answerRefusals(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ComposeRefusal)) throw error
    const { code, message } = error
    return refuse(code === 'not_found' ? 404 : 409, message, { more: { success: false, code } })
  }
}

const input = z.strictObject({
  issueId: z.uuid(),
  language: z.enum(LANGUAGE_CODES as [Language, ...Language[]]),
  /** The unsaved subject of the editor; the stored one by default. */
  subject: z
    .string()
    // In code points, as in the database.
    .refine((subject) => [...subject.slice(0, 2 * SUBJECT_MAX_LENGTH + 1)].length <= SUBJECT_MAX_LENGTH)
    .optional(),
  /** The unsaved content; null to derive it from the items. */
  content: z.string().max(CONTENT_MAX_LENGTH).nullable().optional(),
  /** Those that a subscriber has chosen; the whole issue by default. */
  sections: z.array(z.string().max(40)).min(1).max(MAX_SECTIONS).optional(),
})

const NO_EDITION = 'This issue has no edition in that language.'
const MALFORMED = `Send an object with issueId, language (${LANGUAGE_CODES.join(', ')}), and what is in the editor: a subject of at most ${SUBJECT_MAX_LENGTH} characters and a content of at most ${CONTENT_MAX_LENGTH}; and if you like the sections that a subscriber has chosen.`

type Deps = RenderDeps & Pick<FunctionDeps, 'subscriberLinks'>

/** Renders the mail that would be sent, with the unsaved texts of the editor. */
export const previewNewsletter = withBody(
  input,
  MALFORMED,
  async (deps: Deps, { issueId, language, subject, content, sections: chosen }) => {
    const { sql, siteUrl, settings, subscriberLinks } = deps
    const issue = await readIssue(sql, issueId)
    const edition = issue?.editions.find((candidate) => candidate.language === language)
    if (!issue || !edition) return refuse(404, NO_EDITION)
    const edited = {
      ...edition,
      ...(subject !== undefined && { subject }),
      ...(content !== undefined && { content }),
    }
    const [rendered] = await renderIssue(deps, { ...issue, editions: [edited] })
    if (!rendered) return refuse(404, NO_EDITION)
    const current = settings.current()
    const messages = chosen ? await issueMessages(sql, issue, [rendered]) : [rendered]
    const message = messages.find((one) => one.language === language) ?? rendered
    const sections = chosen ? allAddressesOf(chosen, current) : null
    const site = { siteUrl, settings: current, links: subscriberLinks, issueSlug: null }
    const { html, text } = personaliseMessage(
      message,
      { subscriberId: null, deliveryId: issueId, sections },
      site,
    )
    // An editor may go on from it, and addresses of pictures that do not begin with https would be left out.
    const ownPaths = rendered.content.replaceAll(`<img src="${siteUrl}/`, '<img src="/')
    return answer({
      html,
      text,
      bytes: chosen ? Buffer.byteLength(html) : rendered.bytes,
      content: ownPaths,
      isEmpty: isEmptyFor(message, sections),
    } satisfies PreviewAnswer)
  },
)
