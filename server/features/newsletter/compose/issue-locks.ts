import { randomUUID } from 'node:crypto'
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

type ComposeRefusalCode =
  | 'language_off'
  | 'not_found'
  | 'not_draft'
  | 'no_articles'
  | 'no_english'
  | 'under_way'
  /** Another text was saved meanwhile. */
  | 'changed'

/** The reason why nothing was composed, as a sentence for editors. */
export class ComposeRefusal extends Error {
  override name = 'ComposeRefusal'
  readonly code: ComposeRefusalCode
  constructor(code: ComposeRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

export const noSuchIssue = () => new ComposeRefusal('not_found', 'There is no such issue any more.')

export const notDraft = () =>
  new ComposeRefusal(
    'not_draft',
    'This issue is no draft. An issue that is approved has to be reopened before it can be changed.',
  )
