import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { mailLeaves } from '#core/domain/mail.ts'
import type { Language } from '#core/i18n/languages.ts'
import { recordEvent } from '#server/features/newsletter/issue-status.ts'
import { type IssueContent, type RenderableIssue, readIssue } from '#server/features/newsletter/read-issue.ts'
import { personaliseMessage } from '#server/features/newsletter/render/personalise-message.ts'
import type { RenderedEdition } from '#server/features/newsletter/render/render-edition.ts'
import { type RenderDeps, renderIssue } from '#server/features/newsletter/render/render-issue.ts'
import type { Services } from '#server/features/services.ts'
import { MailError, type MailTransport, oneLineReason, SEND_TIMEOUT_MS } from '#server/platform/mail/mail.ts'

export type TestDeps = RenderDeps & Pick<Services, 'mail' | 'subscriberLinks'>

interface Test {
  to: string
  /** Null for a message that belongs to no issue. */
  issueId: string | null
  language: Language
  allLanguages: boolean
  /** The unsaved texts of the editor instead of the stored ones; required without an issue. */
  subject?: string | undefined
  content?: string | undefined
  actor: string | null
}

type TestResult =
  | { status: 'sent'; messages: number; inOutbox: boolean }
  | { status: 'gone' }
  | { status: 'failed'; reason: string }

/**
 * Sends an issue to one address, as it would be sent now. When the rendered messages are those of the stored issue, it counts as tested.
 */
export async function sendTest(deps: TestDeps, test: Test): Promise<TestResult> {
  const mail = await deps.mail.current()
  const stored = test.issueId === null ? null : await readIssue(deps.sql, test.issueId)
  if (test.issueId !== null && !stored) return { status: 'gone' }
  const isWhole = test.subject !== undefined && test.content !== undefined
  const hasEdition = stored?.editions.some(({ language }) => language === test.language)
  if (stored && !hasEdition && !isWhole) return { status: 'gone' }
  const content = withEditor(stored ?? emptyIssue(), test)
  const { languages: offered } = deps.settings.current()
  const languages = test.allLanguages
    ? content.editions.map(({ language }) => language).filter((language) => offered.includes(language))
    : [test.language]
  const rendered = await render(deps, content, languages)
  for (const edition of rendered) {
    const reason = await deliver(deps, edition, { mail, to: test.to, slug: content.issue.slug })
    if (reason !== null) return { status: 'failed', reason }
  }
  if (stored) {
    if (isDeepStrictEqual(rendered, await render(deps, stored, languages)))
      await noteTest({ ...deps, mail }, stored.issue, languages, test.actor)
  }
  return { status: 'sent', messages: rendered.length, inOutbox: !mailLeaves(mail) }
}

function withEditor(content: RenderableIssue, { language, subject, content: html }: Test): RenderableIssue {
  const known = content.editions.find((edition) => edition.language === language)
  const edited = {
    ...(known ?? { language, subject: '', preheader: '', introduction: '', content: null }),
    ...(subject !== undefined && { subject }),
    ...(html !== undefined && { content: html }),
  }
  // The order stays, because the rendered editions are compared with the stored ones one by one.
  const editions = content.editions.map((one) => (one === known ? edited : one))
  return { ...content, editions: known ? editions : [...editions, edited] }
}

async function render(
  deps: TestDeps,
  content: RenderableIssue,
  languages: readonly Language[],
): Promise<RenderedEdition[]> {
  const chosen = content.editions.filter(({ language }) => languages.includes(language))
  return renderIssue(deps, { ...content, editions: chosen })
}

/** Sends a test and records it for the outbox of administrators. Returns why it was not sent, or null. */
async function deliver(
  { sql, settings, siteUrl, subscriberLinks }: TestDeps,
  edition: RenderedEdition,
  { mail, to, slug }: { mail: MailTransport; to: string; slug: string | null },
): Promise<string | null> {
  const id = randomUUID()
  const current = settings.current()
  const site = { siteUrl, settings: current, links: subscriberLinks, issueSlug: slug }
  const addressed = personaliseMessage(edition, { subscriberId: null, deliveryId: id }, site)
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, attempts, message_id, transport)
    values (${id}, 'send-newsletter-test', ${to}, ${addressed.subject}, 'sending', 1, ${mail.messageId(id)}, ${mail.kind})`
  let failure: { status: 'failed' | 'uncertain'; reason: string } | null = null
  try {
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
    await mail.send({ ...addressed, id, to, publication: current.site_name }, { signal })
  } catch (error) {
    const isKnown = error instanceof MailError && error.kind !== 'uncertain'
    const reason = error instanceof Error ? error.message : String(error)
    failure = { status: isKnown ? 'failed' : 'uncertain', reason: oneLineReason(reason) }
  }
  await sql`
    update public.mail_deliveries set status = ${failure?.status ?? 'sent'}, last_error = ${failure?.reason ?? null},
      updated_at = now(), sent_at = case when ${failure === null} then now() end
    where id = ${id}`
  return failure?.reason ?? null
}

async function noteTest(
  { sql, mail }: Pick<TestDeps, 'sql'> & { mail: MailTransport },
  issue: IssueContent['issue'],
  languages: readonly Language[],
  actor: string | null,
): Promise<void> {
  await sql.transaction(async (transaction) => {
    const [noted] = await transaction`
      update public.newsletter_issues set tested_revision = ${issue.revision}
      where id = ${issue.id} and revision = ${issue.revision} returning id`
    if (!noted) return
    await recordEvent(transaction, {
      issueId: issue.id,
      event: 'tested',
      reason: mailLeaves(mail) ? languages.join(', ') : `${languages.join(', ')} (in the outbox)`,
      actor,
    })
  })
}

/** An issue without editions, from which a message is rendered that belongs to no issue. */
function emptyIssue(): RenderableIssue {
  const id = randomUUID()
  const created_at = new Date().toISOString()
  const issue = {
    id,
    slug: null,
    covers_from: null,
    covers_until: null,
    created_at,
    approved_at: null,
    counts_clicks: false,
    shows_pictures: false,
  }
  return { issue, editions: [], items: [] }
}
