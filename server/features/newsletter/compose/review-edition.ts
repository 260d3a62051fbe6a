import type { Language } from '#core/i18n/languages.ts'
import { ComposeRefusal, noSuchIssue } from '#server/features/newsletter/compose/compose-refusal.ts'
import { hashOfEnglish, readIssue } from '#server/features/newsletter/read-issue.ts'
import type { Sql } from '#server/platform/database/connection.ts'

const OPEN = new Set(['draft', 'approved', 'scheduled'])

/**
 * Marks an edition as reviewed by an editor. A translated one then counts as up to date with the English one.
 * @throws ComposeRefusal
 */
export function reviewEdition(
  sql: Sql,
  {
    issueId,
    language,
    updatedAt,
    actor,
  }: { issueId: string; language: Language; updatedAt?: string | undefined; actor: string | null },
): Promise<void> {
  return sql.transaction(async (transaction) => {
    await transaction`select from public.newsletter_issues where id = ${issueId} for update`
    const content = await readIssue(transaction, issueId)
    const edition = content?.editions.find((one) => one.language === language)
    if (!content || !edition) throw noSuchIssue()
    if (!OPEN.has(content.issue.status))
      throw new ComposeRefusal('not_draft', 'This issue cannot be reviewed any more.')
    if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(edition.updated_at))
      throw new ComposeRefusal(
        'changed',
        'Somebody has saved this edition meanwhile. Read it again before you mark it.',
      )
    await transaction`
      update public.newsletter_editions
      set reviewed_at = clock_timestamp(), reviewed_by = ${actor}::uuid,
        source_hash = case when source_hash is not null then ${hashOfEnglish(content)} end
      where issue_id = ${issueId} and language = ${language}`
  })
}
