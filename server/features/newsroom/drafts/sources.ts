import type { NewsItem } from '#core/domain/news-item.ts'
import { citeId } from '#core/newsroom/judge/judge.ts'
import {
  describeTextProblem,
  ItemTextError,
  type PageDeps,
} from '#server/features/newsroom/pages/fetch-page.ts'
import { type ItemText, readItemText } from '#server/features/newsroom/pages/item-text.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

type ItemTexts =
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

/** An item with its text, as an editor has ticked it. */
export interface TickedSource {
  item_id: string
  outlet: string
  language: string | null
  published_at: string
  sentences: readonly string[]
}

/** A source as the model gets it: its number and those of its sentences are their names. */
export interface NumberedSource {
  id: string
  outlet: string
  published: string
  sentences: { id: string; text: string }[]
}

interface NumberedSources {
  sources: NumberedSource[]
  /** The parts of them that the model does not get, as sentences for editors. */
  cut: string[]
}

/** Of one source, and of all together, which fit the context of a small model. */
const MOST_SENTENCES = 200
const MOST_CHARACTERS = 60_000

/**
 * Numbers sources and their sentences from 1. When they are too many, each source has its turn with a sentence, from the first on, until there
 * is no room: the beginning of a report says most.
 */
export function numberSources(ticked: readonly TickedSource[]): NumberedSources {
  const lengths = ticked.map(() => 0)
  const open = new Set(ticked.keys())
  let room = MOST_CHARACTERS
  for (let place = 0; open.size > 0; place++) {
    for (const index of open) {
      const text = ticked[index]?.sentences[place]
      if (text === undefined || place >= MOST_SENTENCES || text.length > room) open.delete(index)
      else {
        room -= text.length
        lengths[index] = place + 1
      }
    }
  }
  const sources = ticked.map(({ outlet, published_at, sentences }, index) => ({
    id: String(index + 1),
    outlet,
    published: published_at,
    sentences: sentences.slice(0, lengths[index]).map((text, place) => ({
      id: citeId({ source: index + 1, sentence: place + 1 }),
      text,
    })),
  }))
  const cut = ticked.flatMap(({ outlet, sentences }, index) =>
    sentences.length > (lengths[index] ?? 0)
      ? [
          `Of source ${index + 1} (${outlet}) the model got the first ${lengths[index]} of ${sentences.length} sentences.`,
        ]
      : [],
  )
  return { sources, cut }
}

/** Of one article. */
export const MAX_SOURCES = 100

/**
 * Makes items the sources of an article that rests on sources, in their order; one that is a source of it already keeps its number, and is
 * put back if it was taken out. Returns their numbers; null when an item is not there any more, or they are too many.
 */
export async function addSources(
  sql: Session,
  { articleId, itemIds, by }: { articleId: string; itemIds: readonly string[]; by: string },
): Promise<number[] | null> {
  await sql`select from public.sourced_articles where article_id = ${articleId} for update`
  const present = await sql<{ number: number; item_id: string | null }[]>`
    select number, item_id from public.article_sources where article_id = ${articleId}`
  const known = new Map(present.map(({ number, item_id }) => [item_id, number]))
  const added = itemIds.filter((id) => !known.has(id))
  if (present.length + added.length > MAX_SOURCES) return null
  const last = Math.max(0, ...present.map(({ number }) => number))
  const rows = await sql<{ number: number; item_id: string }[]>`
    insert into public.article_sources (article_id, number, item_id, outlet, title, url, language, published_at, origin_id, added_by)
    select ${articleId}, ${last} + place, item.id, outlet, title, url, coalesce(kept.language, item.language), published_at,
      coalesce(origin_id, item.id), ${by}
    from unnest(${added}::uuid[]) with ordinality as asked (id, place)
      join public.news_items as item on item.id = asked.id
      left join private.news_texts as kept on kept.item_id = item.id
    returning number, item_id`
  if (rows.length < added.length) return null
  await sql`
    update public.article_sources set state = 'present', checked_at = null
    where article_id = ${articleId} and item_id = any (${itemIds}::uuid[]) and state = 'removed'`
  for (const { number, item_id } of rows) known.set(item_id, number)
  return itemIds.map((id) => known.get(id) ?? 0)
}
