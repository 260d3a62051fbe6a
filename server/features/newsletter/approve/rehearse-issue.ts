import { createHash } from 'node:crypto'
import { allAddressesOf } from '#core/domain/category.ts'
import type { RehearsalReport } from '#core/domain/newsletter-checklist.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'
import type { Language } from '#core/i18n/languages.ts'
import { type CheckDeps, renderAndCheck } from '#server/features/newsletter/approve/check-issue.ts'
import { editionFor } from '#server/features/newsletter/approve/checklist-facts.ts'
import { type IssueMessage, issueMessages } from '#server/features/newsletter/approve/seal-issue.ts'
import { recordEvent } from '#server/features/newsletter/issue-status.ts'
import { type IssueContent, offeredIssue, readIssue } from '#server/features/newsletter/read-issue.ts'
import { isEmptyFor, personaliseMessage } from '#server/features/newsletter/render/personalise-message.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

export type RehearseDeps = CheckDeps & Pick<Services, 'subscriberLinks'>

/** Small, so that other requests are handled between two pages. */
const PAGE = 200
const LONGEST_MS = 120_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
/** The id in messages that belong to no delivery. */
const NO_DELIVERY = '00000000-0000-4000-8000-000000000000'

/**
 * Composes the message of every current recipient without sending any (a dry run): of the approved messages, or of a draft as it is now.
 * Null when there is no such issue.
 * @throws when it takes longer than two minutes
 */
export async function rehearseIssue(
  deps: RehearseDeps,
  { issueId, actor }: { issueId: string; actor: string },
): Promise<RehearsalReport | null> {
  const startedAt = performance.now()
  const { sql } = deps
  const found = await readIssue(sql, issueId)
  if (!found) return null
  const content = offeredIssue(found, deps.settings.current())
  const { messages: rendered, findings } = await renderAndCheck(deps, content)
  const messages = new Map(
    (await issueMessages(sql, content, rendered)).map((message) => [message.language, message]),
  )
  const composed = await composeAll(deps, content, messages, startedAt + LONGEST_MS)
  const report: RehearsalReport = {
    revision: content.issue.revision,
    ...composed,
    deadLinks: findings.flatMap(({ code, detail }) =>
      code === 'dead_link' && detail !== null ? [detail] : [],
    ),
    findings,
    milliseconds: Math.round(performance.now() - startedAt),
  }
  await recordEvent(sql, { issueId, event: 'rehearsed', reason: summaryOf(report), actor })
  return report
}

async function composeAll(
  { sql, siteUrl, settings, subscriberLinks }: RehearseDeps,
  { issue }: IssueContent,
  messages: ReadonlyMap<Language, IssueMessage>,
  deadline: number,
): Promise<Pick<RehearsalReport, 'audience' | 'empty' | 'editions' | 'digest'>> {
  const current = settings.current()
  const sentAt = new Date(issue.started_at ?? issue.scheduled_for ?? Date.now())
  const { date } = wallTimeAt(sentAt, current.newsletter_zone)
  // An issue that is being sent keeps its address, also when the time zone has been changed.
  const [{ slug }] = await sql<[{ slug: string }]>`
    select coalesce(${issue.started_at && issue.slug}::text, private.newsletter_slug(${issue.id}, ${date}::date)) as slug`
  const site = { siteUrl, settings: current, links: subscriberLinks, issueSlug: slug }
  const languages = new Set(messages.keys())
  const editions = new Map(
    [...languages].map((language) => [language, { language, recipients: 0, fallbacks: 0, bytes: 0 }]),
  )
  const digest = createBodyDigest()
  let audience = 0
  let empty = 0
  let after = BEFORE_ALL
  while (true) {
    if (performance.now() > deadline) throw new Error('The trial run took longer than two minutes')
    const page: PlannedRecipient[] = await readPage(sql, after)
    for (const { id, language, ...planned } of page) {
      const used = editionFor(language, languages)
      const [message, counts] = [messages.get(used), editions.get(used)]
      if (!message || !counts) continue
      const sections = planned.sections && allAddressesOf(planned.sections, current)
      if (isEmptyFor(message, sections)) {
        empty++
        continue
      }
      const recipient = { subscriberId: id, deliveryId: NO_DELIVERY, sections }
      const addressed = personaliseMessage(message, recipient, site)
      digest.add(id, addressed)
      counts.recipients++
      if (used !== language) counts.fallbacks++
      counts.bytes = Math.max(counts.bytes, Buffer.byteLength(addressed.html))
    }
    audience += page.length
    const last = page.at(-1)
    if (!last) return { audience, empty, editions: [...editions.values()], digest: digest.value() }
    after = last.id
  }
}

interface PlannedRecipient {
  id: string
  language: Language
  sections: string[] | null
}

function readPage(sql: Session, after: string): Promise<PlannedRecipient[]> {
  return sql`
    select id, language, sections from private.newsletter_recipients
    where id > ${after}::uuid order by id limit ${PAGE}`
}

function summaryOf({ audience, empty, editions, findings, digest, milliseconds }: RehearsalReport): string {
  const parts = [
    `${audience} messages in ${milliseconds} ms`,
    ...(empty > 0 ? [`${empty} of them empty`] : []),
    ...editions.map(({ language, recipients, bytes }) => `${language}: ${recipients} of ${bytes} bytes`),
    `${findings.length} findings`,
    `digest ${digest.slice(0, 16)}`,
  ]
  return `${parts.join('; ')}.`
}

/** A hash over many messages, which have to be added in the order of the ids of their recipients. */
export function createBodyDigest() {
  const hash = createHash('sha256')
  return {
    add(
      subscriberId: string,
      { subject, html, text }: { subject: string; html: string; text: string },
    ): void {
      // The lengths are hashed as well, so that the parts cannot be confused.
      hash.update(`${subscriberId} ${subject.length} ${html.length} ${text.length}\n`)
      hash.update(subject).update(html).update(text)
    },
    value: () => hash.digest('hex'),
  }
}
