import { SECTIONS } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'
import { createIssue } from '#server/features/newsletter/compose/create-issue.ts'
import type { DraftItem, EditionDraft } from '#server/features/newsletter/compose/draft-edition.ts'
import type { Notes } from '#server/features/newsletter/compose/dropped-notes.ts'
import { isDecided, REASONS } from '#server/features/newsletter/compose/left-out-reasons.ts'
import { lockDraft } from '#server/features/newsletter/compose/lock-draft.ts'
import { storeSummaries, storeTexts } from '#server/features/newsletter/compose/store-texts.ts'
import type { IssueContent, IssueItem } from '#server/features/newsletter/read-issue.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

const hasPersonsText = ({ summaries }: IssueItem) => summaries.some(({ origin }) => origin === 'person')

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

/** Stores which articles an issue has, and where. What an editor has decided on stays where it is, and what has a person's text stays at least left out. */
async function storeItems(
  sql: Session,
  items: readonly DraftItem[],
  { issue, items: before }: IssueContent,
): Promise<void> {
  const decided = before.filter(isDecided)
  const free = items.filter(({ originalId }) => !decided.some(({ article_id }) => article_id === originalId))
  const gone = before.filter(
    (item) => !isDecided(item) && !free.some(({ originalId }) => originalId === item.article_id),
  )
  const kept = gone.filter(hasPersonsText)
  await sql`
    delete from public.newsletter_items
    where id = any(${gone.filter((item) => !kept.includes(item)).map(({ id }) => id)}::uuid[])`
  await sql`
    update public.newsletter_items set left_out = ${REASONS.otherDays()}
    where id = any(${kept.map(({ id }) => id)}::uuid[]) and left_out is null`
  // An article may have been deleted meanwhile.
  await sql`
    insert into public.newsletter_items as item (issue_id, article_id, section, position, left_out)
    select ${issue.id}::uuid, article.id, given.section, given.position, given.left_out
    from jsonb_to_recordset(${JSON.stringify(withPositions(free, decided))}::jsonb)
      as given (article_id uuid, section text, position integer, left_out text)
    join public.articles as article on article.id = given.article_id
    on conflict (issue_id, article_id) do update
      set section = excluded.section, position = excluded.position, left_out = excluded.left_out`
}

/** Numbers items within their sections, around the places of those that stay. */
function withPositions(items: readonly DraftItem[], staying: readonly IssueItem[]) {
  return SECTIONS.flatMap((section) => {
    const taken = new Set(staying.filter((item) => item.section === section).map(({ position }) => position))
    let position = -1
    return items
      .filter((item) => item.section === section)
      .map(({ originalId, leftOut }) => {
        do position += 1
        while (taken.has(position))
        return { article_id: originalId, section, position, left_out: leftOut }
      })
  })
}
