import { createHash } from 'node:crypto'
import { readSealedParts, type SealedPart } from '#server/features/newsletter/approve/sealed-parts.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** What became of what was approved; `changed` names it, for people. */
export type SealVerdict = { intact: true } | { intact: false; changed: string[] }

/** One hash over everything that is approved: the issue, its editions and items, the messages, and the articles that they link to. */
export function sealOf(parts: readonly SealedPart[]): string {
  const canonical = parts.map(({ kind, key, hash }) => [kind, key, hash].join(' ')).toSorted()
  return createHash('sha256').update(canonical.join('\n')).digest('hex')
}

/** Stores what the seal of an issue is made of, and returns the seal. */
export async function sealIssue(
  transaction: Session,
  issueId: string,
  articleIds: readonly string[],
): Promise<string> {
  const parts = await readSealedParts(transaction, issueId, articleIds)
  await transaction`
    insert into private.newsletter_approvals (issue_id, parts) values (${issueId}, ${JSON.stringify(parts)}::jsonb)
    on conflict (issue_id) do update set parts = excluded.parts`
  return sealOf(parts)
}

/** Whether an issue, its messages and the articles behind its links are still what was approved. */
export async function verifySeal(
  sql: Session,
  { log }: Pick<Services, 'log'>,
  issueId: string,
): Promise<SealVerdict> {
  const [approved] = await sql<{ seal: string | null; parts: SealedPart[] }[]>`
    select seal, parts from public.newsletter_issues join private.newsletter_approvals on issue_id = id
    where id = ${issueId}`
  const changed = approved ? await findChanges(sql, issueId, approved) : ['the approval']
  if (changed.length === 0) return { intact: true }
  log.warn(
    `The seal of the newsletter issue ${issueId} is broken: ${changed.length} of its parts have changed.`,
  )
  return { intact: false, changed }
}

async function findChanges(
  sql: Session,
  issueId: string,
  { seal, parts }: { seal: string | null; parts: readonly SealedPart[] },
): Promise<string[]> {
  if (sealOf(parts) !== seal) return ['the approval']
  const articleIds = parts.filter(({ kind }) => kind === 'article').map(({ key }) => key)
  const present = await readSealedParts(sql, issueId, articleIds)
  const nameOf = ({ kind, key }: SealedPart) => `${kind} ${key}`
  const hashes = new Map(present.map((part) => [nameOf(part), part.hash]))
  const sealed = new Set(parts.map(nameOf))
  return [
    ...parts.filter((part) => hashes.get(nameOf(part)) !== part.hash),
    ...present.filter((part) => !sealed.has(nameOf(part))),
  ].map(({ name }) => name)
}
