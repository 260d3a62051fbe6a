import type { NewsItem } from '#core/domain/news-item.ts'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import { excerptOf } from '#server/features/newsroom/pages/add-item.ts'
import { describePage } from '#server/features/newsroom/pages/describe-page.ts'
import { type FetchedPage, fetchPage, type PageDeps } from '#server/features/newsroom/pages/fetch-page.ts'
import { ItemTextError } from '#server/features/newsroom/pages/item-text-error.ts'
import { findText, type ItemText, storeText } from '#server/features/newsroom/pages/store-text.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

type StoredItem = Pick<NewsItem, 'kind' | 'url' | 'reservation'> & { feed_url: string | null }

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
  const [item] = await sql<StoredItem[]>`
    select kind, item.url, item.reservation, feed.url as feed_url
    from public.news_items as item left join public.news_feeds as feed on feed.id = feed_id where item.id = ${itemId}`
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
  const isOwn = item.kind !== 'feed' || [item.url, fetched.url].every((url) => isOfSite(url, item.feed_url))
  const text = await sql.transaction(async (transaction) => {
    if (!isOwn) await takeOwnWords(transaction, itemId, fetched)
    const [present] = await transaction`
      update public.news_items set language = coalesce(language, ${page.language}),
        author = case when author = '' then ${page.author} else author end
      where id = ${itemId} returning id`
    if (!present) throw new ItemTextError('unknown')
    return storeText(transaction, itemId, page)
  })
  // The item is compared again: with its text it may be known as a copy of another.
  await groupItems(deps, [itemId])
  return text
}

/** Tells whether a page is of the server of a feed, or of one below it. */
function isOfSite(url: string, feedUrl: string | null): boolean {
  if (feedUrl === null) return false
  const site = new URL(feedUrl).host.replace(/^www\./, '')
  const { host } = new URL(url)
  return host === site || host.endsWith(`.${site}`)
}

/** A feed may list pages of others under words that these have not written. From now on the item is known by those of its page. */
async function takeOwnWords(sql: Session, itemId: string, fetched: FetchedPage): Promise<void> {
  const { title, outlet, author, language, published_at } = describePage(fetched)
  await sql`
    update public.news_items set kind = 'address', title = ${title}, outlet = ${outlet}, author = ${author},
      language = coalesce(${language}, language), published_at = coalesce(${published_at}::timestamptz, published_at),
      excerpt = ${excerptOf(fetched.page.text)}
    where id = ${itemId}`
}
