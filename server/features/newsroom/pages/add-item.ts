import type { NewsItem } from '#core/domain/news-item.ts'
import { canonicalAddress } from '#core/newsroom/canonical-address.ts'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import {
  type FetchedPage,
  fetchPage,
  ItemTextError,
  type PageDeps,
} from '#server/features/newsroom/pages/fetch-page.ts'
import { describePage, excerptOf, storeText } from '#server/features/newsroom/pages/item-text.ts'
import { detectLanguage } from '#server/features/newsroom/pages/read-page.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** An item that somebody has added. */
type AddedItem = Pick<NewsItem, 'kind' | 'url' | 'canonical_url' | 'title' | 'outlet' | 'author'> &
  Pick<NewsItem, 'language' | 'published_at' | 'excerpt' | 'reservation'>

/**
 * Adds the page at an address as an item, with its text; of a page whose publisher reserves it, only title and address. Returns its id, or
 * that of the item that is there already.
 * @throws ItemTextError
 */
export async function addAddress(
  deps: PageDeps & Pick<Services, 'sql' | 'log'>,
  { address, by, signal }: { address: string; by: string; signal: AbortSignal },
): Promise<string> {
  const present = await findByAddress(deps.sql, address)
  if (present) return present
  const fetched = await fetchPage(deps, address, { signal })
  if (!fetched) throw new ItemTextError('broken')
  const { page, reservation } = fetched
  if (page.text === '' && !reservation) throw new ItemTextError('no_text')
  const added = await deps.sql.transaction(async (transaction) => {
    await lockAdding(transaction)
    const since = await findByAddress(transaction, fetched.url)
    const id = since ?? (await insertItem(transaction, itemOf(fetched), by))
    if (!since && !reservation) await storeText(transaction, id, page)
    return id
  })
  await groupItems(deps, [added])
  return added
}

export interface GivenText {
  title: string
  outlet: string
  url: string | null
  /** ISO 8601. */
  published: string | null
  /** The text in the form in which tidyText writes it. */
  text: string
}

/** Adds a text that somebody has sent as an item. Returns its id, or that of the item with the same text that is there already. */
export async function addText(
  deps: Pick<Services, 'sql' | 'log'>,
  { title, outlet, url, published, text }: GivenText,
  by: string,
): Promise<string> {
  const canonical = url === null ? null : canonicalAddress(url)
  const language = detectLanguage(text, '')
  const added = await deps.sql.transaction(async (transaction) => {
    await lockAdding(transaction)
    const [same] = await transaction<{ id: string }[]>`
      select id from public.news_items as item left join private.news_texts as kept on kept.item_id = item.id
      where kept.text = ${text} and (canonical_url = ${canonical}
          or lower(outlet) = lower(${outlet}) and (canonical_url is null or ${canonical}::text is null))
        -- The text that was pasted before is no longer kept.
        or kept.item_id is null and kind = 'text' and canonical_url = ${canonical}
      order by added_at limit 1`
    const id =
      same?.id ??
      (await insertItem(
        transaction,
        {
          kind: 'text',
          url: url && new URL(url).href,
          canonical_url: canonical,
          title,
          outlet,
          author: '',
          language,
          published_at: published ?? new Date().toISOString(),
          excerpt: excerptOf(text),
          reservation: null,
        },
        by,
      ))
    if (!same) await transaction`select private.keep_bytes(${by}, ${Buffer.byteLength(text)})`
    await storeText(transaction, id, { text, language, notice: null })
    return id
  })
  await groupItems(deps, [added])
  return added
}

/** Items that people add are rare, so that they wait for each other, and nothing is added twice. */
async function lockAdding(sql: Session): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('newsroom: items that people add', 0))`
}

async function findByAddress(sql: Session, address: string): Promise<string | null> {
  const [item] = await sql<{ id: string }[]>`
    select id from public.news_items where canonical_url = ${canonicalAddress(address)} order by kind = 'text', added_at limit 1`
  return item?.id ?? null
}

async function insertItem(sql: Session, item: AddedItem, by: string): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into public.news_items
      (kind, url, canonical_url, title, outlet, author, language, published_at, excerpt, reservation, added_by)
    values (${item.kind}, ${item.url}, ${item.canonical_url}, ${item.title}, ${item.outlet}, ${item.author}, ${item.language},
      ${item.published_at}, ${item.excerpt}, ${item.reservation}, ${by})
    returning id`
  return id
}

function itemOf(fetched: FetchedPage): AddedItem {
  const { page, url, reservation } = fetched
  const described = describePage(fetched)
  return {
    ...described,
    kind: 'address',
    url,
    canonical_url: canonicalAddress(url),
    published_at: described.published_at ?? new Date().toISOString(),
    excerpt: reservation ? '' : excerptOf(page.text),
    reservation,
  }
}
