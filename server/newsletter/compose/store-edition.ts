import type { Language } from '#core/i18n/languages.ts'
import type { Sql } from '#server/database/connection.ts'
import { createIssue } from '#server/newsletter/compose/create-issue.ts'
import type { EditionDraft } from '#server/newsletter/compose/draft-edition.ts'
import type { Notes } from '#server/newsletter/compose/dropped-notes.ts'
import { isDecided } from '#server/newsletter/compose/left-out-reasons.ts'
import { lockDraft } from '#server/newsletter/compose/lock-draft.ts'
import { storeItems } from '#server/newsletter/compose/store-items.ts'
import { storeSummaries, storeTexts } from '#server/newsletter/compose/store-texts.ts'

interface StoreInput {
  /** Null for a new issue. */
  issueId: string | null
  language: Language
  from: Date
  until: Date
  /** Null when it is composed by the clock. */
  actor: string | null
  countsClicks: boolean
  notes: Notes
}

/**
 * Stores an edition and the items of its issue. What a person wrote or pinned stays, also when that happened while it was composed.
 * @returns the issue, and how many articles readers of the edition see
 * @throws ComposeRefusal when the issue is gone, or no draft any more
 */
export function storeEdition(
  sql: Sql,
  draft: EditionDraft,
  input: StoreInput,
): Promise<{ issueId: string; articleCount: number }> {
  const { language, from, until, notes } = input
  return sql.transaction(async (transaction) => {
    const issueId = input.issueId ?? (await createIssue(transaction, input))
    const present = await lockDraft(transaction, issueId)
    if (draft.arranges) {
      await transaction`
        update public.newsletter_issues
        set covers_from = ${from.toISOString()}::timestamptz, covers_until = ${until.toISOString()}::timestamptz
        where id = ${issueId}`
      await storeItems(transaction, draft.items, present)
    }
    const decided = new Set(present.items.filter(isDecided).map(({ article_id }) => article_id))
    const summaries = draft.items.flatMap(({ originalId, summary }) =>
      summary ? [{ article_id: originalId, ...summary, replaces: !decided.has(originalId) }] : [],
    )
    await storeSummaries(transaction, summaries, { present, language })
    const { texts, origin, model, reason } = draft
    const remark = reason === null ? null : `Composed by rules. ${reason}`
    await storeTexts(
      transaction,
      { texts, origin, model, sourceHash: null, remark, notes },
      { present, language },
    )
    const [counted] = await transaction<[{ articles: number }]>`
      select count(*)::integer as articles from public.newsletter_items as item
      join public.articles as article
        on article.language = ${language} and (article.id = item.article_id or article.original_article_id = item.article_id)
      where item.issue_id = ${issueId} and item.left_out is null and article.published`
    return { issueId, articleCount: counted.articles }
  })
}
