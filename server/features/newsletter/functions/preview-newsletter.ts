import * as z from 'zod'
import { CONTENT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { readIssue } from '#server/features/newsletter/read-issue.ts'
import { addressMessage } from '#server/features/newsletter/render/address-message.ts'
import { renderIssue } from '#server/features/newsletter/render/render-issue.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

const input = z.strictObject({
  issueId: z.uuid(),
  language: z.enum(LANGUAGE_CODES as [Language, ...Language[]]),
  /** What is in the editor; what is stored, where it is missing. */
  subject: z
    .string()
    // In code points, as in the database.
    .refine((subject) => [...subject.slice(0, 2 * SUBJECT_MAX_LENGTH + 1)].length <= SUBJECT_MAX_LENGTH)
    .optional(),
  /** Null: derived from the items. */
  content: z.string().max(CONTENT_MAX_LENGTH).nullable().optional(),
})

const NO_EDITION = 'This issue has no edition in that language.'
const MALFORMED = `Send an object with issueId, language (${LANGUAGE_CODES.join(', ')}), and what is in the editor: a subject of at most ${SUBJECT_MAX_LENGTH} characters and a content of at most ${CONTENT_MAX_LENGTH}.`

type Deps = Pick<FunctionDeps, 'sql' | 'settings' | 'siteUrl' | 'clickLinks' | 'subscriberLinks'>

/** The mail that would be sent, made as every mail is, of what is not saved yet. */
export const previewNewsletter = withBody(
  input,
  MALFORMED,
  async (deps: Deps, { issueId, language, subject, content }) => {
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
    const recipient = { subscriberId: null, deliveryId: issueId }
    const site = { siteUrl, settings: settings.current(), links: subscriberLinks, issueSlug: null }
    const { html, text } = addressMessage(rendered, recipient, site)
    return answer({ html, text, bytes: rendered.bytes, content: rendered.content })
  },
)
