import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Language } from '#core/i18n/languages.ts'
import type { ComposedIssue } from '#server/features/newsletter/compose/compose-issue.ts'
import { ComposeRefusal, noSuchIssue, notDraft } from '#server/features/newsletter/compose/compose-refusal.ts'
import { type IssueContent, readIssue } from '#server/features/newsletter/read-issue.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

/**
 * Runs work under a lock for composing and translating an issue, which holds for all processes and expires after three minutes.
 * @throws ComposeRefusal when the lock is taken, or there is no such issue
 */
export async function withIssueLock<T>(sql: Sql, issueId: string, work: () => Promise<T>): Promise<T> {
  const claim = randomUUID()
  const [issue] = await sql`select from public.newsletter_issues where id = ${issueId}`
  if (!issue) throw noSuchIssue()
  const [own] = await sql`
    insert into private.newsletter_compositions as held (issue_id, claim)
    select id, ${claim}::uuid from public.newsletter_issues where id = ${issueId}
    on conflict (issue_id) do update set claim = excluded.claim, claimed_at = now()
      where held.claimed_at < now() - interval '3 minutes'
    returning issue_id`
  if (!own)
    throw new ComposeRefusal(
      'under_way',
      'This issue is being composed or translated already. Wait for the end of that, and look at the result first.',
    )
  try {
    return await work()
  } finally {
    await sql`delete from private.newsletter_compositions where issue_id = ${issueId} and claim = ${claim}::uuid`
  }
}

/**
 * Locks and reads a draft, which no other transaction can change until the end of this one.
 * @throws ComposeRefusal
 */
export async function lockDraft(sql: Session, issueId: string): Promise<IssueContent> {
  await sql`select from public.newsletter_issues where id = ${issueId} for update`
  return readDraft(sql, issueId)
}

/**
 * Reads a draft.
 * @throws ComposeRefusal
 */
export async function readDraft(sql: Session, issueId: string): Promise<IssueContent> {
  const content = await readIssue(sql, issueId)
  if (!content) throw noSuchIssue()
  if (content.issue.status !== 'draft') throw notDraft()
  return content
}

interface Wanted {
  language: Language
  daysBack: number
}

const INTERVAL_MS = 300
/** Longer than the timeout of the model. */
const WAIT_TIMEOUT_MS = 100_000

/**
 * Composes a new issue, with deduplication: a call with the same parameters during the composition, in any process, or within ten seconds
 * after it gets the result of the first one, as long as that is still a draft.
 * @throws ComposeRefusal
 */
export async function deduplicateComposition(
  sql: Sql,
  wanted: Wanted,
  compose: () => Promise<ComposedIssue>,
): Promise<ComposedIssue> {
  const claim = randomUUID()
  const end = performance.now() + WAIT_TIMEOUT_MS
  while (performance.now() < end) {
    if (await isClaimed(sql, wanted, claim)) return composeClaimed(sql, claim, compose)
    const composed = await findComposed(sql, wanted)
    if (composed) return composed
    await delay(INTERVAL_MS)
  }
  throw new ComposeRefusal('under_way', 'An issue is being composed already. Wait for the end of that.')
}

async function isClaimed(sql: Sql, { language, daysBack }: Wanted, claim: string): Promise<boolean> {
  const claimed = await sql`
    insert into private.newsletter_generations as held (language, days_back, claim)
    values (${language}, ${daysBack}, ${claim}::uuid)
    on conflict (language, days_back) do update
      set claim = excluded.claim, claimed_at = now(), issue_id = null, composed = null
      where held.claimed_at < now() - case when held.issue_id is null then interval '3 minutes' else interval '10 seconds' end
        or exists (select from public.newsletter_issues where id = held.issue_id and status <> 'draft')
    returning 1`
  return claimed.length > 0
}

async function composeClaimed(
  sql: Sql,
  claim: string,
  compose: () => Promise<ComposedIssue>,
): Promise<ComposedIssue> {
  try {
    const composed = await compose()
    await sql`
      update private.newsletter_generations
      set issue_id = ${composed.issueId}::uuid, composed = ${JSON.stringify(composed)}::jsonb, claimed_at = now()
      where claim = ${claim}::uuid`
    return composed
  } catch (error) {
    await sql`delete from private.newsletter_generations where claim = ${claim}::uuid`
    throw error
  }
}

async function findComposed(sql: Sql, { language, daysBack }: Wanted): Promise<ComposedIssue | null> {
  const [found] = await sql<{ composed: ComposedIssue | null }[]>`
    select composed from private.newsletter_generations where language = ${language} and days_back = ${daysBack}`
  return found?.composed ?? null
}
