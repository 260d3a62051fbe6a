import { MAX_GROUP_ITEMS } from '#core/domain/news-group.ts'
import {
  ALL_ITEMS,
  keyOf,
  PERIODS,
  periodOf,
  periodsAround,
  STORY_HOURS,
  type StoryWords,
  storyLikeness,
  wordOf,
} from '#server/features/newsroom/groups/story-words.ts'
import { isNearlySame, type Likeness, likenessOf } from '#server/features/newsroom/groups/text-likeness.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** An item that is compared with those that are there. */
export interface ComparedItem {
  id: string
  title: string
  excerpt: string
  text: string
  language: string | null
  outlet: string
  canonical_url: string | null
  published_at: Date
  group_id: string | null
  origin_id: string | null
}

/** The place where an item stands. */
export interface Standing {
  origin_id: string
  group_id: string | null
}

/** More are not compared by their texts. */
const MAX_TEXTS = 40
/** The most items that have one of the rarest words and are compared; their counts say beforehand how many there are. */
const MAX_CANDIDATES = 300
/** An article's text goes on after this, and it has been told from others by then. */
const COMPARED = 20_000

export const bodyOf = ({ excerpt, text }: Pick<ComparedItem, 'excerpt' | 'text'>) => text || excerpt

/**
 * Finds the place of the item of which this one is a copy: one with the same address, or nearly the same text. `isCrowded` when more were
 * like it than are compared.
 */
export async function findOrigin(
  sql: Session,
  item: ComparedItem,
  likeness: Likeness,
): Promise<{ origin: Standing | null; isCrowded: boolean }> {
  if (item.canonical_url) {
    const [same] = await sql<Standing[]>`
      select coalesce(origin.id, item.id) as origin_id, coalesce(origin.group_id, item.group_id) as group_id
      from public.news_items as item
      left join public.news_items as origin on origin.id = item.origin_id
      where item.canonical_url = ${item.canonical_url} and item.id <> ${item.id} and item.origin_id is not null
        and item.origin_id <> ${item.id}
      order by item.grouped_at, item.id limit 1`
    if (same) return { origin: same, isCrowded: false }
  }
  const others = await sql<
    { id: string; group_id: string | null; title: string; outlet: string; body: string }[]
  >`
    select item.id, item.group_id, item.title, item.outlet, coalesce(left(kept.text, ${COMPARED}), item.excerpt) as body
    from private.news_comparisons as compared
    cross join lateral (
      -- One by one: the planner does not know how few they are, and would read all items.
      select id, group_id, title, outlet, excerpt, grouped_at from public.news_items where id = compared.item_id limit 1) as item
    left join private.news_texts as kept on kept.item_id = item.id
    where compared.bands && ${likeness.bands}::bigint[] and compared.item_id <> ${item.id}
    order by item.grouped_at, item.id limit ${MAX_TEXTS}`
  const same = others.find((other) =>
    isNearlySame(likeness, likenessOf(other), { isOneOutlet: other.outlet === item.outlet }),
  )
  const isCrowded = others.length === MAX_TEXTS
  return { origin: same ? { origin_id: same.id, group_id: same.group_id } : null, isCrowded }
}

/** Those of an item's bands that few others have yet: with more of them nothing is compared. */
export async function keptBands(
  sql: Session,
  item: Pick<ComparedItem, 'id'>,
  bands: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ band: string }[]>`
    select band from unnest(${bands}::bigint[]) as band
    where (select count(*) from (
      select from private.news_comparisons where bands @> array[band] and item_id <> ${item.id} limit ${MAX_TEXTS}) as others) < ${MAX_TEXTS}`
  return rows.map(({ band }) => Number(band))
}

/** The group whose items tell most surely the same story, among those that have room. */
export async function findStory(
  sql: Session,
  item: ComparedItem,
  words: StoryWords & { rarest: string[] },
): Promise<string | null> {
  const periods = periodsAround(periodOf(item.published_at))
  const keys = words.rarest.flatMap((stem) => periods.map((period) => keyOf(stem, period)))
  if (keys.length === 0) return null
  const others = await sql<
    { group_id: string; language: string | null; keys: string[] | null; weights: number[]; length: number }[]
  >`
    select item.group_id, item.language, shared.*
    from private.news_comparisons as compared
    cross join lateral (
      select group_id, language, published_at from public.news_items where id = compared.item_id limit 1) as item
    -- Only what they have in common: all words of hundreds of items would be megabytes for each.
    cross join lateral (
      select array_agg(key) filter (where key / ${PERIODS} = any (${words.keys.map(wordOf)}::bigint[])) as keys,
        array_agg(weight) filter (where key / ${PERIODS} = any (${words.keys.map(wordOf)}::bigint[])) as weights,
        sqrt(sum(weight::float ^ 2)) as length
      from unnest(compared.words, compared.weights) as told (key, weight)) as shared
    where compared.words && ${keys}::bigint[] and compared.item_id <> ${item.id} and item.group_id is not null
      and item.published_at between ${item.published_at}::timestamptz - make_interval(hours => ${STORY_HOURS})
        and ${item.published_at}::timestamptz + make_interval(hours => ${STORY_HOURS})`
  const likenesses = new Map<string, number>()
  for (const { group_id, language, keys, weights, length } of others) {
    const likeness = keys ? storyLikeness(words, { language, keys: keys.map(Number), weights, length }) : 0
    if (likeness > (likenesses.get(group_id) ?? 0)) likenesses.set(group_id, likeness)
  }
  const closest = [...likenesses].sort((one, other) => other[1] - one[1])
  for (const [group] of closest.slice(0, 5)) if (await hasRoom(sql, group)) return group
  return null
}

/** Tells whether a group can have one more item. */
export async function hasRoom(sql: Session, groupId: string): Promise<boolean> {
  const [counted] = await sql<[{ items: number }]>`
    select count(*)::integer as items from public.news_items where group_id = ${groupId}`
  return counted.items < MAX_GROUP_ITEMS
}

/** In how many items of the days around a moment each word is. */
export async function countWords(
  sql: Session,
  stems: readonly string[],
  publishedAt: Date,
): Promise<{ seen: (stem: string) => number; total: number }> {
  const periods = periodsAround(periodOf(publishedAt))
  const stemOfKey = new Map(
    [ALL_ITEMS, ...stems].flatMap((stem) => periods.map((period) => [keyOf(stem, period), stem] as const)),
  )
  const rows = await sql<{ word: string; items: number }[]>`
    select word, items from private.news_word_counts
    where period = any (${periods}) and word = any (${[...stemOfKey.keys()]}::bigint[])`
  const seen = new Map<string, number>()
  for (const { word, items } of rows) {
    const stem = stemOfKey.get(Number(word)) ?? ''
    seen.set(stem, (seen.get(stem) ?? 0) + items)
  }
  return { seen: (stem) => seen.get(stem) ?? 0, total: seen.get(ALL_ITEMS) ?? 0 }
}

/** Words that others have too, the rarest first, as long as few items have any of them. */
export function rarestWords(stems: readonly string[], seen: (stem: string) => number): string[] {
  const shared = stems.filter((stem) => seen(stem) > 0).sort((one, other) => seen(one) - seen(other))
  let items = 0
  return shared.filter((stem) => {
    items += seen(stem)
    return items <= MAX_CANDIDATES
  })
}
