import type { Context } from 'hono'
import * as z from 'zod'
import { CONTENT_MAX_LENGTH, SUBJECT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { type AdmitDeps, admitAdministrator } from '#server/functions/admit-administrator.ts'
import { readIssue } from '#server/newsletter/read-issue.ts'
import { addressMessage } from '#server/newsletter/render/address-message.ts'
import { renderIssue } from '#server/newsletter/render/render-issue.ts'
import type { SiteServices } from '#server/services.ts'

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

/** POST /functions/v1/preview-newsletter: the mail that would be sent, made as every mail is, of what is not saved yet. */
export function createPreviewNewsletter(
  deps: AdmitDeps & Pick<SiteServices, 'sql' | 'settings' | 'siteUrl' | 'clickLinks' | 'subscriberLinks'>,
) {
  const { sql, siteUrl, subscriberLinks } = deps
  return async (c: Context): Promise<Response> => {
    const admitted = await admitAdministrator(c, deps, 'newsletter-preview')
    if (admitted instanceof Response) return admitted
    const parsed = input.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: WHAT_TO_SEND }, 400)
    const { issueId, language, subject, content } = parsed.data
    const issue = await readIssue(sql, issueId)
    const edition = issue?.editions.find((candidate) => candidate.language === language)
    if (!issue || !edition) return c.json({ error: NO_EDITION }, 404)
    const edited = {
      ...edition,
      ...(subject !== undefined && { subject }),
      ...(content !== undefined && { content }),
    }
    const [rendered] = await renderIssue(deps, { ...issue, editions: [edited] })
    if (!rendered) return c.json({ error: NO_EDITION }, 404)
    const recipient = { subscriberId: null, deliveryId: issueId }
    const site = { siteUrl, settings: deps.settings.current(), links: subscriberLinks, issueSlug: null }
    const { html, text } = addressMessage(rendered, recipient, site)
    c.header('cache-control', 'no-store')
    return c.json({ html, text, bytes: rendered.bytes, content: rendered.content })
  }
}

const NO_EDITION = 'This issue has no edition in that language.'
const WHAT_TO_SEND = `Send an object with issueId, language (${LANGUAGE_CODES.join(', ')}), and what is in the editor: a subject of at most ${SUBJECT_MAX_LENGTH} characters and a content of at most ${CONTENT_MAX_LENGTH}.`
