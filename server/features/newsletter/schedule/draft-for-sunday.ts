import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { momentOnSunday } from '#core/domain/newsletter-schedule.ts'
import { countAudience } from '#server/features/newsletter/approve/checklist-facts.ts'
import { composeIssue } from '#server/features/newsletter/compose/compose-issue.ts'
import { ComposeRefusal } from '#server/features/newsletter/compose/issue-locks.ts'
import { createIssue } from '#server/features/newsletter/compose/store-edition.ts'
import { translateIssue } from '#server/features/newsletter/compose/translate-issue.ts'
import { mailSendersLater } from '#server/features/newsletter/issue-status.ts'
import type { Services } from '#server/features/services.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

const DAYS_BACK = 7

/**
 * Composes the draft for a Sunday, or takes one that somebody has begun as it is, and mails those who may send that it waits for an
 * approval. Idempotent: a run that was killed is continued, so that there is one issue for a Sunday, and one mail.
 * @throws TryAgainLater when the draft cannot be composed now
 */
export async function draftForSunday(deps: Services, sunday: string, now = new Date()): Promise<void> {
  const { settings, log } = deps
  const at = momentOnSunday(sunday, settings.current())
  const issueId = now < at ? await claimSunday(deps, sunday, at) : null
  if (issueId === null) return
  try {
    if (!(await isPersons(deps, issueId))) await compose(deps, sunday, issueId)
  } catch (error) {
    if (!(error instanceof ComposeRefusal)) throw error
    // An editor has approved it meanwhile.
    if (error.code !== 'not_draft') throw new TryAgainLater(error.message)
  }
  await announce(deps, sunday, issueId)
  log.info(`The newsletter for ${sunday} waits for an approval.`)
}

async function compose(deps: Services, sunday: string, issueId: string): Promise<void> {
  const { sql } = deps
  const [row] = await sql<{ isComposed: boolean }[]>`
    select composed_at is not null as "isComposed" from private.newsletter_sundays where sunday = ${sunday}::date`
  if (row && !row.isComposed) {
    await composeIssue(deps, { issueId, daysBack: DAYS_BACK, language: 'en', actor: null })
    await sql`update private.newsletter_sundays set composed_at = now() where sunday = ${sunday}::date`
  }
  await translateForReaders(deps, issueId)
}

/** Tells whether somebody has begun an issue at the desk, and it has texts. */
async function isPersons({ sql }: Pick<Services, 'sql'>, issueId: string): Promise<boolean> {
  const begun = await sql`
    select from public.newsletter_issues join public.newsletter_editions on issue_id = id
    where id = ${issueId} and newsletter_issues.origin = 'desk' and (subject <> '' or content is not null) limit 1`
  return begun.length > 0
}

/**
 * The issue of a Sunday, noted with its row: an open one that somebody has begun since the last one was sent, or a new one. Null when the
 * Sunday is done.
 */
function claimSunday(deps: Services, sunday: string, at: Date): Promise<string | null> {
  return deps.sql.transaction(async (transaction) => {
    await transaction`select private.lock_issues()`
    await transaction`
      insert into private.newsletter_sundays (sunday) values (${sunday}::date) on conflict do nothing`
    const [row] = await transaction<{ issueId: string | null; isDone: boolean; isBegun: boolean }[]>`
      select issue_id as "issueId", private.is_sunday_decided(sunday) as "isDone", composed_at is not null as "isBegun"
      from private.newsletter_sundays where sunday = ${sunday}::date for update`
    if (!row || row.isDone) return null
    if (row.issueId !== null) return row.issueId
    // An issue that was held a week ago is no issue for this Sunday.
    const [present] = await transaction<{ id: string; isOpen: boolean }[]>`
      select id, status in ('draft', 'approved') as "isOpen" from private.issues_of_sunday(${at})
      where at is null or at >= ${at}::timestamptz - interval '1 day' limit 1`
    // Another issue is sent on this Sunday, or its draft was deleted.
    if (present ? !present.isOpen : row.isBegun) {
      await transaction`update private.newsletter_sundays set settled_at = now() where sunday = ${sunday}::date`
      return null
    }
    const issueId =
      present?.id ?? (await createIssue(transaction, { actor: null, settings: deps.settings.current() }))
    await transaction`
      update private.newsletter_sundays set issue_id = ${issueId} where sunday = ${sunday}::date`
    return issueId
  })
}

/** Translates the missing editions in the languages of the subscribers, who otherwise get the English one. */
async function translateForReaders(deps: Services, issueId: string): Promise<void> {
  const { sql, ai, log } = deps
  if (!(await ai.isConfigured())) return
  const audience = await countAudience(sql)
  const present = await sql<{ language: string }[]>`
    select language from public.newsletter_editions where issue_id = ${issueId}`
  const languages = TRANSLATED_LANGUAGES.filter(
    (language) => audience.has(language) && !present.some((edition) => edition.language === language),
  )
  if (languages.length === 0) return
  await translateIssue(deps, { issueId, languages }).catch((error: unknown) => {
    if (error instanceof ComposeRefusal) throw error
    log.warn(
      `The newsletter ${issueId} could not be translated: ${error instanceof Error ? error.message : error}`,
    )
  })
}

async function announce({ sql, queue }: Services, sunday: string, issueId: string): Promise<void> {
  await sql.transaction(async (transaction) => {
    const announced = await transaction`
      update private.newsletter_sundays set announced_at = now()
      where sunday = ${sunday}::date and announced_at is null and settled_at is null returning sunday`
    if (announced.length === 0) return
    await mailSendersLater(queue, transaction, { issueId, event: 'draft_ready' })
  })
}
