import type { Reservation } from '#core/domain/news-feed.ts'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import { fetchPage, type PageDeps } from '#server/features/newsroom/pages/fetch-page.ts'
import { ItemTextError } from '#server/features/newsroom/pages/item-text-error.ts'
import { findText, type ItemText, storeText } from '#server/features/newsroom/pages/store-text.ts'
import type { Services } from '#server/features/services.ts'

/**
 * The text of an item in the sentences that articles cite: what is kept of it, or what its page says now, which is kept from then on.
 * @throws ItemTextError
 */
export async function readItemText(
  deps: PageDeps & Pick<Services, 'sql' | 'log'>,
  itemId: string,
  signal?: AbortSignal,
): Promise<ItemText> {
  const { sql } = deps
  const kept = await findText(sql, itemId)
  if (kept) return kept
  const [item] = await sql<{ url: string | null; reservation: Reservation | null }[]>`
    select url, reservation from public.news_items where id = ${itemId}`
  if (!item) throw new ItemTextError('unknown')
  if (item.reservation) throw new ItemTextError('reserved', item.reservation)
  if (item.url === null) throw new ItemTextError('text_gone')
  const fetched = await fetchPage(deps, item.url, signal ? { signal } : {})
  if (!fetched) throw new ItemTextError('broken')
  const { page, reservation } = fetched
  if (reservation) {
    await sql`update public.news_items set reservation = ${reservation}, excerpt = '' where id = ${itemId}`
    throw new ItemTextError('reserved', reservation)
  }
  if (page.text === '') throw new ItemTextError('no_text')
  const text = await sql.transaction(async (transaction) => {
    const [present] = await transaction`
      update public.news_items set language = coalesce(language, ${page.language}),
        author = case when author = '' then ${page.author} else author end
      where id = ${itemId} returning id`
    if (!present) throw new ItemTextError('unknown')
    return storeText(transaction, itemId, page)
  })
  // With its text it may be known as a copy of another.
  await groupItems(deps, [itemId])
  return text
}
