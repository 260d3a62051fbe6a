import { SECTIONS } from '#core/domain/newsletter-issue.ts'
import type { Session } from '#server/database/connection.ts'
import type { DraftItem } from '#server/newsletter/compose/draft-edition.ts'
import { isDecided, REASONS } from '#server/newsletter/compose/left-out-reasons.ts'
import type { IssueContent, IssueItem } from '#server/newsletter/read-issue.ts'

/** Stores which articles an issue has, and where. What an editor has decided on stays where it is, and what has a person's text stays at least left out. */
export async function storeItems(
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

const hasPersonsText = ({ summaries }: IssueItem) => summaries.some(({ origin }) => origin === 'person')

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
