import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { draftMomentOf, lastSunday, momentOnSunday } from '#core/domain/newsletter-schedule.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { wasDemoRemoved } from '#server/features/demo/remove-demo.ts'
import { replaceMessages } from '#server/features/newsletter/approve/approve-issue.ts'
import { resolveArticleLinks } from '#server/features/newsletter/approve/issue-links.ts'
import { linkedArticles, sealIssue } from '#server/features/newsletter/approve/seal-issue.ts'
import { draftEdition } from '#server/features/newsletter/compose/draft-edition.ts'
import { ComposeRefusal, readDraft } from '#server/features/newsletter/compose/issue-locks.ts'
import { collectNotes } from '#server/features/newsletter/compose/notes.ts'
import { planIssue } from '#server/features/newsletter/compose/plan-issue.ts'
import { storeEdition } from '#server/features/newsletter/compose/store-edition.ts'
import { type RenderDeps, renderIssue } from '#server/features/newsletter/render/render-issue.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import type { Session } from '#server/platform/database/connection.ts'

const DAY_MS = 86_400_000
const DAYS = 7
/** Invented: the recipients of each issue, the oldest first. */
const AUDIENCES = [941, 968, 1_004]
const NO_MODEL = { status: 'failed', reason: 'No language model is asked for the demo.' } as const

/**
 * Gives the demo an issue for each of the last Sundays, composed by rules from its articles and marked with the origin `demo`. They were
 * sent to nobody, and their figures are invented: their deliveries have neither a subscriber nor an address. Issues that exist stay, and
 * one that was interrupted is made again. None is made once the demo was removed.
 */
export function seedDemoIssues(deps: RenderDeps, now: Date): Promise<void> {
  return withAdvisoryLock(deps.sql, 'firstContent', async () => {
    if (!(await wasDemoRemoved(deps.sql))) await makeIssues(deps, now)
  })
}

async function makeIssues(deps: RenderDeps, now: Date): Promise<void> {
  const { sql, settings } = deps
  await sql`delete from public.newsletter_issues where origin = 'demo' and status = 'draft'`
  const present = await sql<{ slug: string }[]>`
    select slug from public.newsletter_issues where origin = 'demo'`
  for (const [index, audience] of AUDIENCES.entries()) {
    const back = (AUDIENCES.length - 1 - index) * DAYS * DAY_MS
    const { sunday } = lastSunday(new Date(now.getTime() - back), settings.current())
    if (present.some(({ slug }) => slug === sunday)) continue
    await publishIssue(deps, await composeEditions(deps, sunday), { sunday, audience })
  }
}

/** A draft of the days before a Sunday, in each language in which some of its articles are published. */
async function composeEditions({ sql, settings }: RenderDeps, sunday: string): Promise<string> {
  const current = settings.current()
  const until = draftMomentOf(sunday, current)
  const days = { from: new Date(until.getTime() - DAYS * DAY_MS), until }
  const [{ id }] = await sql<[{ id: string }]>`
    insert into public.newsletter_issues (origin, counts_clicks, shows_pictures, created_at)
    values ('demo', true, true, ${until.toISOString()}::timestamptz) returning id`
  for (const language of LANGUAGE_CODES) {
    const notes = collectNotes()
    try {
      const plan = await planIssue(sql, {
        present: await readDraft(sql, id),
        language,
        daysBack: DAYS,
        ...days,
        notes,
      })
      const draft = await draftEdition(plan, NO_MODEL, { language, settings: current, ...days, notes })
      await storeEdition(sql, draft, {
        issueId: id,
        language,
        ...days,
        actor: null,
        settings: current,
        notes,
      })
    } catch (error) {
      if (!(error instanceof ComposeRefusal)) throw error
    }
  }
  return id
}

/** Seals an issue and gives it the history of one that was sent on this Sunday. */
async function publishIssue(
  deps: RenderDeps,
  issueId: string,
  { sunday, audience }: { sunday: string; audience: number },
): Promise<void> {
  const { sql, settings, siteUrl } = deps
  const at = momentOnSunday(sunday, settings.current()).toISOString()
  await sql`update public.newsletter_issues set slug = private.newsletter_slug(id, ${sunday}::date) where id = ${issueId}`
  const content = await readDraft(sql, issueId)
  const messages = await renderIssue(deps, content)
  const links = messages.flatMap((message) => message.links)
  const articleIds = linkedArticles(content, await resolveArticleLinks(sql, links, siteUrl))
  await sql.transaction(async (transaction) => {
    // Nothing is sent, so the audit log must not say that it was.
    await transaction`select set_config('audit.covered', 'on', true)`
    await replaceMessages(transaction, issueId, messages)
    const seal = await sealIssue(transaction, issueId, articleIds)
    await transaction`
      update public.newsletter_issues
      set status = 'approved', seal = ${seal}, approved_at = created_at where id = ${issueId}`
    await transaction`
      update public.newsletter_issues
      set status = 'sending', started_at = ${at}::timestamptz, audience = ${audience} where id = ${issueId}`
    await inventFigures(transaction, issueId, { audience, links: messages[0]?.links ?? [], siteUrl })
    await transaction`update public.newsletter_issues set status = 'sent' where id = ${issueId}`
    await transaction`
      update public.newsletter_issues set ended_at = started_at + interval '2 minutes' where id = ${issueId}`
    await transaction`
      insert into public.newsletter_issue_events (issue_id, happened_at, event)
      select id, happened_at, event from public.newsletter_issues, lateral (values
        (created_at, 'draft'), (approved_at, 'approved'), (started_at, 'sending'), (ended_at, 'sent')) as past (happened_at, event)
      where id = ${issueId}`
  })
}

/** Deliveries to nobody, and clicks of nobody. */
async function inventFigures(
  transaction: Session,
  issueId: string,
  { audience, links, siteUrl }: { audience: number; links: readonly string[]; siteUrl: string },
): Promise<void> {
  await transaction`
    insert into public.newsletter_deliveries (issue_id, language, status, attempts, settled_at, reason)
    select id, coalesce(message.language, 'en'), case when number % 241 = 0 then 'skipped' else 'sent' end,
      case when number % 241 = 0 then 0 else 1 end, started_at + number * interval '0.1 seconds',
      case when number % 241 = 0 then 'left' end
    from public.newsletter_issues
    cross join generate_series(1, ${audience}::integer) as number
    left join public.newsletter_messages as message
      on message.issue_id = id and message.language = (${TRANSLATED_LANGUAGES}::text[])[number % 12]
    where id = ${issueId}`
  const clicks = links.map((href, index) => ({
    link: index + 1,
    target: href.startsWith(`${siteUrl}/`) ? href.slice(siteUrl.length) : href,
    people: Math.round(audience / (4 + 3 * index)),
    scanners: Math.round(audience / (9 + index)),
  }))
  await transaction`
    insert into public.newsletter_clicks (issue_id, link, target, day, people, scanners)
    select id, link, target, (started_at at time zone 'UTC')::date, people, scanners
    from public.newsletter_issues, jsonb_to_recordset(${JSON.stringify(clicks)}::jsonb)
      as click (link integer, target text, people integer, scanners integer)
    where id = ${issueId}`
}
