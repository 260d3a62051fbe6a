import type { NewsItem } from '#core/domain/news-item.ts'
import type { TickedSource } from '#server/features/newsroom/drafts/number-sources.ts'
import type { PageDeps } from '#server/features/newsroom/pages/fetch-page.ts'
import { describeTextProblem, ItemTextError } from '#server/features/newsroom/pages/item-text-error.ts'
import { readItemText } from '#server/features/newsroom/pages/read-item-text.ts'
import type { ItemText } from '#server/features/newsroom/pages/store-text.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

export type ItemTexts =
  | { status: 'read'; sources: TickedSource[] }
  /** `reason` is a sentence that names the item. */
  | { status: 'refused'; code: string; reason: string }

type Item = Pick<NewsItem, 'id' | 'kind' | 'title' | 'outlet' | 'language' | 'reservation'> & {
  published: string
}

/** Pages of other servers that are opened at the same time. */
const AT_ONCE = 5

const GONE = {
  status: 'refused',
  code: 'unknown',
  reason: 'One of these items is not there any more.',
} as const

/** The texts of items in the order in which they were named, or why one of them cannot be a source. */
export async function readItemTexts(
  deps: PageDeps & Pick<Services, 'sql' | 'log'>,
  itemIds: readonly string[],
): Promise<ItemTexts> {
  const items = await listItems(deps.sql, itemIds)
  if (items.length < itemIds.length) return GONE
  const reserved = items.find(({ kind, reservation }) => kind !== 'text' && reservation !== null)
  if (reserved) return refused(reserved, new ItemTextError('reserved', reserved.reservation ?? ''))

  const texts: ItemText[] = []
  const failed = new Map<Item, ItemTextError>()
  for (let from = 0; from < items.length && failed.size === 0; from += AT_ONCE)
    await Promise.all(
      items.slice(from, from + AT_ONCE).map(async (item, index) => {
        try {
          texts[from + index] = await readItemText(deps, item.id)
        } catch (error) {
          if (!(error instanceof ItemTextError)) throw error
          failed.set(item, error)
        }
      }),
    )
  const [first] = failed
  if (first) return refused(...first)
  // A page may have told another outlet and time than its feed.
  const read = await listItems(deps.sql, itemIds)
  if (read.length < items.length) return GONE
  const sources = read.map(({ id, outlet, language, published }, index): TickedSource => {
    const text = texts[index]
    return {
      item_id: id,
      outlet,
      language: text?.language ?? language,
      published_at: published,
      sentences: text?.sentences ?? [],
    }
  })
  return { status: 'read', sources }
}

function listItems(sql: Session, itemIds: readonly string[]): Promise<Item[]> {
  return sql<Item[]>`
    select item.id, kind, title, outlet, language, reservation, to_json(published_at) #>> '{}' as published
    from unnest(${itemIds}::uuid[]) with ordinality as asked (id, place) join public.news_items as item on item.id = asked.id
    order by place`
}

function refused({ title, outlet }: Item, error: ItemTextError): ItemTexts {
  return {
    status: 'refused',
    code: error.problem,
    reason: `“${title}” (${outlet}) cannot be a source: ${describeTextProblem(error)}`,
  }
}
