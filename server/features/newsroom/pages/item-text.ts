import type { NewsItem, NewsText } from '#core/domain/news-item.ts'
import { cutSentences } from '#core/newsroom/cut-sentences.ts'
import { truncate } from '#core/truncate.ts'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import {
  type FetchedPage,
  fetchPage,
  ItemTextError,
  type PageDeps,
} from '#server/features/newsroom/pages/fetch-page.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { readDate } from '#server/platform/documents/dates/read-date.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

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

type PageDescription = Pick<NewsItem, 'title' | 'outlet' | 'author' | 'language'> & {
  /** Null when the page does not say it. */
  published_at: string | null
}

/** Describes a page by what it says of itself, or else by its address. */
export function describePage({ page, url }: Pick<FetchedPage, 'page' | 'url'>): PageDescription {
  const { host, pathname } = new URL(url)
  const published = readDate(page.published)
  return {
    title: page.title || `${host}${pathname}`.slice(0, 300),
    outlet: page.outlet || host.replace(/^www\./, '').slice(0, 100),
    author: page.author,
    language: page.language,
    published_at: published && Date.parse(published) <= Date.now() ? published : null,
  }
}

/** Of one text; further ones are not kept. */
export const MAX_SENTENCES = 5_000

export type ItemText = NewsText & { itemId: string }

/** Keeps the text of an item in sentences, unless there is one already, whose numbers somebody may have seen. Returns what is kept. */
export async function storeText(
  sql: Session,
  itemId: string,
  { text, language, notice }: { text: string } & Pick<NewsText, 'language' | 'notice'>,
): Promise<ItemText> {
  const sentences = await cutIntoSentences(text, language)
  await sql`
    insert into private.news_texts (item_id, text, language, sentences, notice)
    values (${itemId}, ${text}, ${language}, ${sentences}, ${notice})
    on conflict (item_id) do nothing`
  const stored = await findText(sql, itemId)
  if (!stored) throw new Error('A text was removed while it was stored')
  return stored
}

async function findText(sql: Session, itemId: string): Promise<ItemText | null> {
  const [kept] = await sql<ItemText[]>`
    select item_id as "itemId", language, sentences, fetched_at, notice from private.news_texts where item_id = ${itemId}`
  return kept ?? null
}

/** The sentences that can be cited: those with words. */
export async function cutIntoSentences(text: string, language: string | null): Promise<string[]> {
  const cut = await offTurn('core/newsroom/cut-sentences.ts#cutSentences', cutSentences, text, language)
  return cut
    .map((sentence) => sentence.text)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .slice(0, MAX_SENTENCES)
}

const EXCERPT_LENGTH = 300

export const excerptOf = (text: string) =>
  truncate(text.slice(0, 2 * EXCERPT_LENGTH).replaceAll('\n', ' '), EXCERPT_LENGTH)
