import { wallTimeAt } from '#core/domain/zoned-time.ts'
import { sealIssue } from '#server/features/newsletter/approve/seal-issue.ts'
import type { SealedPart } from '#server/features/newsletter/approve/sealed-parts.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

/**
 * Gives an issue the address of the day on which it is sent, which may be a later one than that of its approval. What was
 * sealed is sealed again with the new address: the caller has verified the seal in the same transaction.
 */
export async function refreshSlug(
  transaction: Session,
  { settings }: Pick<Services, 'settings'>,
  issueId: string,
): Promise<void> {
  const { date } = wallTimeAt(new Date(), settings.current().newsletter_zone)
  const [{ own, slug, parts }] = await transaction<[{ own: string; slug: string; parts: SealedPart[] }]>`
    select issue.slug as own, private.newsletter_slug(id, ${date}::date) as slug, parts
    from public.newsletter_issues as issue join private.newsletter_approvals on issue_id = id where id = ${issueId}`
  if (own === slug) return
  await transaction`update public.newsletter_issues set slug = ${slug} where id = ${issueId}`
  const articleIds = parts.filter(({ kind }) => kind === 'article').map(({ key }) => key)
  const seal = await sealIssue(transaction, issueId, articleIds)
  await transaction`update public.newsletter_issues set seal = ${seal} where id = ${issueId}`
}
