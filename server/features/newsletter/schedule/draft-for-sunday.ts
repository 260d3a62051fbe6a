import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { momentOnSunday } from '#core/domain/newsletter-schedule.ts'
import { countAudience } from '#server/features/newsletter/audience.ts'
import { composeIssue } from '#server/features/newsletter/compose/compose-issue.ts'
import { ComposeRefusal } from '#server/features/newsletter/compose/compose-refusal.ts'
import { translateIssue } from '#server/features/newsletter/compose/translate-issue.ts'
import { mailSendersLater } from '#server/features/newsletter/issue-status.ts'
import type { Services } from '#server/features/services.ts'
import { TryAgainLater } from '#server/platform/queue/job.ts'

const DAYS_BACK = 7

/**
 * Composes the draft for a Sunday, and mails administrators that it waits for an approval. Idempotent: a run that was killed is continued,
 * so that there is one issue for a Sunday, and one mail.
 * @throws TryAgainLater when the draft cannot be composed now
 */
export async function draftForSunday(deps: Services, sunday: string, now = new Date()): Promise<void> {
  const { sql, settings, log } = deps
  const at = momentOnSunday(sunday, settings.current())
  const issueId = now < at ? await claimSunday(deps, sunday, at) : null
  if (issueId === null) return
  try {
    const [row] = await sql<{ isComposed: boolean }[]>`
      select composed_at is not null as "isComposed" from private.newsletter_sundays where sunday = ${sunday}::date`
    if (row && !row.isComposed) {
      await composeIssue(deps, { issueId, daysBack: DAYS_BACK, language: 'en', actor: null })
      await sql`update private.newsletter_sundays set composed_at = now() where sunday = ${sunday}::date`
    }
    await translateForReaders(deps, issueId)
  } catch (error) {
    if (!(error instanceof ComposeRefusal)) throw error
    // An editor has approved it meanwhile.
    if (error.code !== 'not_draft') throw new TryAgainLater(error.message)
  }
  await announce(deps, sunday, issueId)
  log.info(`The newsletter for Sunday ${sunday} waits for an approval.`)
}

/** The issue of a Sunday, created with its row; null when the Sunday is done. */
function claimSunday({ sql }: Services, sunday: string, at: Date): Promise<string | null> {
  return sql.transaction(async (transaction) => {
    await transaction`
      insert into private.newsletter_sundays (sunday) values (${sunday}::date) on conflict do nothing`
    const [row] = await transaction<{ issueId: string | null; isDone: boolean; isBegun: boolean }[]>`
      select issue_id as "issueId", settled_at is not null or announced_at is not null as "isDone",
        composed_at is not null as "isBegun"
      from private.newsletter_sundays where sunday = ${sunday}::date for update`
    if (!row || row.isDone) return null
    if (row.issueId !== null) return row.issueId
    const [scheduled] = await transaction`
      select id from public.newsletter_issues where status = 'scheduled'
        and scheduled_for between ${at}::timestamptz - interval '12 hours' and ${at}::timestamptz + interval '12 hours' limit 1`
    // Another issue is scheduled for this Sunday, or its draft was deleted.
    if (scheduled || row.isBegun) {
      await transaction`update private.newsletter_sundays set settled_at = now() where sunday = ${sunday}::date`
      return null
    }
    const [issue] = await transaction<[{ id: string }]>`
      insert into public.newsletter_issues (origin) values ('clock') returning id`
    await transaction`
      update private.newsletter_sundays set issue_id = ${issue.id} where sunday = ${sunday}::date`
    return issue.id
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
