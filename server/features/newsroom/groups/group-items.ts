import { type CategoryRow, sectionsOf } from '#core/domain/category.ts'
import { MAX_GROUP_ITEMS } from '#core/domain/news-group.ts'
import type { NewsItem } from '#core/domain/news-item.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { messagesBeforeWords } from '#core/i18n/publication-catalogs.ts'
import {
  ALL_ITEMS,
  itemWords,
  keyOf,
  PERIODS,
  periodOf,
  periodsAround,
  STORY_HOURS,
  type StoryWord,
  type StoryWords,
  stemOf,
  storyLikeness,
  weighWords,
  wordOf,
} from '#server/features/newsroom/groups/story-words.ts'
import { isNearlySame, type Likeness, likenessOf } from '#server/features/newsroom/groups/text-likeness.ts'
import type { Services } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'

const NO_SECTION: FittingSection = { section: null, fit: 0, words: [] }
const MIN_FIT = 20
/** The weight of all words together that makes two thirds of a whole fit. */
const MUCH_WEIGHT = 3
const SHOWN_WORDS = 3

type GroupDeps = Pick<Services, 'sql' | 'log'>

/** Others wait for no more than so many. */
const BATCH = 20
/** Periods of three days for which words are counted. */
const KEPT_PERIODS = 12
/** An item that cannot be compared is tried again after so many minutes, then after four times as many, for a day. */
const FIRST_WAIT_MINUTES = 5
const MAX_TRIES = 6

/**
 * Puts items into groups: copies of one there, together with what tells the same story, or else into one of their own. An item whose
 * text was opened since is compared again; an editor's choice stays. One that cannot be compared is set aside. Called after items were
 * inserted and committed.
 */
export async function groupItems(deps: GroupDeps, itemIds: readonly string[]): Promise<void> {
  const ids = [...new Set(itemIds)]
  if (ids.length > 0) await readSectionWords(deps)
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH)
    await deps.sql.transaction((sql) => groupBatch(sql, batch)).catch(() => groupOneByOne(deps, batch))
  }
}

async function groupOneByOne({ sql, log }: GroupDeps, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await sql
      .transaction((transaction) => groupBatch(transaction, [id]))
      .catch(async (error: unknown) => {
        log.error(`The item ${id} could not be grouped`, error)
        await setAside(sql, id)
      })
}

async function setAside(sql: Session, id: string): Promise<void> {
  await sql`
    insert into private.news_comparisons as stored (item_id, failures, try_at)
    select id, 1, now() + make_interval(mins => ${FIRST_WAIT_MINUTES}) from public.news_items where id = ${id}
    on conflict (item_id) do update set failures = stored.failures + 1,
      try_at = case when stored.failures + 1 < ${MAX_TRIES}
        then now() + make_interval(mins => ${FIRST_WAIT_MINUTES} * power(4, stored.failures)::integer) end`
}

async function groupBatch(sql: Session, ids: readonly string[]): Promise<void> {
  await sql`select private.lock_news_groups()`
  // The number of items that have one of some words is overestimated a hundredfold, which makes reading all of them look cheaper.
  await sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_hashjoin', 'jit']) as name`
  const items = await sql<(ComparedItem & { is_placed: boolean })[]>`
    select item.id, title, excerpt, coalesce(left(kept.text, 20000), '') as text, coalesce(kept.language, item.language) as language,
      outlet, canonical_url, least(published_at, added_at) as published_at, group_id, origin_id,
      coalesce(compared.is_placed, false) as is_placed
    from public.news_items as item
    left join private.news_texts as kept on kept.item_id = item.id
    left join private.news_comparisons as compared on compared.item_id = item.id
    where item.id = any (${ids}) order by added_at, published_at, item.id`
  const touched = new Set<string>()
  for (const item of items) for (const group of await groupItem(sql, item)) touched.add(group)
  await sql`update private.news_comparisons set failures = 0, try_at = null where item_id = any (${ids})`
  await sql`select private.refresh_news_groups(${[...touched].sort()}::uuid[])`
}

/** Compares one item, and returns the groups that changed. */
async function groupItem(sql: Session, item: ComparedItem & { is_placed: boolean }): Promise<string[]> {
  const isKnown = item.origin_id !== null
  if (isKnown && item.origin_id !== item.id) return item.group_id ? [item.group_id] : []
  const likeness = likenessOf({ title: item.title, body: bodyOf(item) })
  const { origin, isCrowded } = await findOrigin(sql, item, likeness)
  const words = itemWords(item)
  const stems = words.map(({ stem }) => stem)
  const { seen, total } = await countWords(sql, stems, item.published_at)
  const period = periodOf(item.published_at)
  const kept = weighWords(words, { period, language: item.language, seen, total })
  const section = await findSection(sql, words)
  const bands = isCrowded ? await keptBands(sql, item, likeness.bands) : likeness.bands
  await sql`
    insert into private.news_comparisons as stored (item_id, bands, words, weights, section, section_fit, section_words)
    values (
      ${item.id}, ${origin ? [] : bands}::bigint[], ${origin ? [] : kept.keys}::bigint[],
      ${origin ? [] : kept.weights}::real[], ${section.section}, ${section.fit}, ${section.words}::text[])
    on conflict (item_id) do update set bands = excluded.bands, words = excluded.words, weights = excluded.weights,
      section = excluded.section, section_fit = excluded.section_fit, section_words = excluded.section_words`
  if (!origin && !isKnown) await addToCounts(sql, period, kept.stems)
  if (isKnown && origin)
    await sql`update public.news_items set origin_id = ${origin.origin_id} where origin_id = ${item.id}`
  const group = await chooseGroup(sql, item, {
    origin,
    findStory: () => findStory(sql, item, { ...kept, rarest: rarestWords(kept.stems, seen) }),
  })
  await sql`
    update public.news_items set origin_id = ${origin?.origin_id ?? item.id}, group_id = ${group},
      grouped_at = case when group_id is distinct from ${group}::uuid then clock_timestamp() else grouped_at end
    where id = ${item.id}`
  return [item.group_id, group].filter((id) => id !== null)
}

interface FittingSection {
  section: string | null
  /** In per cent. */
  fit: number
  /** The words that it fits by, as they are written in the item. */
  words: string[]
}

/** The section whose own words (private.news_section_words) an item has most of. */
async function findSection(sql: Session, words: readonly StoryWord[]): Promise<FittingSection> {
  const stems = words.map(({ stem }) => stem)
  const rows = await sql<{ section: string; word: string; weight: number }[]>`
    select section, word, weight from private.news_section_words
    where word = any (${stems}) order by weight desc, word, section`
  const written = new Map(words.map((word) => [word.stem, word.written]))
  let best = NO_SECTION
  for (const [section, own] of Map.groupBy(rows, ({ section }) => section)) {
    const sum = own.reduce((total, { weight }) => total + weight, 0)
    const fit = Math.round(100 * (1 - Math.exp(-sum / MUCH_WEIGHT)))
    if (fit >= MIN_FIT && fit > best.fit)
      best = { section, fit, words: own.slice(0, SHOWN_WORDS).map(({ word }) => written.get(word) ?? word) }
  }
  return best
}

/** An item that is not alone in its group, or that an editor has put there, stays. */
async function chooseGroup(
  sql: Session,
  item: ComparedItem & { is_placed: boolean },
  {
    origin,
    findStory,
  }: { origin: { group_id: string | null } | null; findStory: () => Promise<string | null> },
): Promise<string | null> {
  if (item.group_id && (item.is_placed || (await hasCompany(sql, item.group_id)))) return item.group_id
  // A copy tells nothing new, so where there is no room it stands outside.
  if (origin) return origin.group_id && (await hasRoom(sql, origin.group_id)) ? origin.group_id : null
  const story = await findStory()
  if (story ?? item.group_id) return story ?? item.group_id
  const [made] = await sql<[{ id: string }]>`insert into public.news_groups default values returning id`
  return made.id
}

async function hasCompany(sql: Session, groupId: string): Promise<boolean> {
  const [counted] = await sql<[{ items: number }]>`
    select count(*)::integer as items from public.news_items where group_id = ${groupId}`
  return counted.items > 1
}

/** Counts the words of an item among those of its days. Days that are long past are forgotten when others begin. */
async function addToCounts(sql: Session, period: number, stems: readonly string[]): Promise<void> {
  const keys = [ALL_ITEMS, ...stems].map((stem) => keyOf(stem, period)).sort((one, other) => one - other)
  const [first] = await sql<{ is_new: boolean }[]>`
    insert into private.news_word_counts as stored (period, word, items)
    select ${period}, word, 1 from unnest(${keys}::bigint[]) as word
    on conflict (period, word) do update set items = stored.items + 1
    returning word = ${keyOf(ALL_ITEMS, period)} and items = 1 as is_new`
  if (first?.is_new)
    await sql`delete from private.news_word_counts where period < ${periodOf(new Date()) - KEPT_PERIODS}`
}

type SectionDeps = Pick<Services, 'sql'>

/** A word of the name counts as in so many articles. */
const OF_NAME = 5
const ARTICLES = 25
const KEPT = 400
const WORD = /[\p{L}\p{M}]{2,40}/gu

/** Reads the words of the sections again once an hour, and after a section has changed (private.forget_section_words). */
async function readSectionWords({ sql }: SectionDeps): Promise<void> {
  const [fresh] = await sql`
    select from private.news_section_words where read_at > now() - interval '1 hour' limit 1`
  if (fresh) return
  const texts = await readSectionTexts(sql)
  const bySection = Map.groupBy(texts, ({ section }) => section)
  const shares = [...bySection].map(([section, own]) => ({ section, ...shareOfWords(own) }))
  const rows = shares.flatMap(({ section, counts, articles }) =>
    [...counts]
      .map(([word, count]) => {
        const here = count / articles
        const all = shares.reduce((sum, other) => sum + (other.counts.get(word) ?? 0) / other.articles, 0)
        return { section, word, weight: Math.log1p(count) * (here / all - 1 / shares.length) }
      })
      .filter(({ weight }) => weight > 0.1)
      .sort((one, other) => other.weight - one.weight)
      .slice(0, KEPT),
  )
  await sql.transaction(async (transaction) => {
    await transaction`select private.lock_news_groups()`
    await transaction`delete from private.news_section_words`
    await transaction`
      insert into private.news_section_words (section, word, weight)
      select * from unnest(
        ${rows.map(({ section }) => section)}::text[], ${rows.map(({ word }) => word)}::text[],
        ${rows.map(({ weight }) => weight)}::real[])`
  })
}

interface SectionText {
  section: string
  language: string
  text: string
  /** In how many articles its words count. */
  times: number
}

/** Names and descriptions of the sections in every language, and their latest articles with their translations. */
async function readSectionTexts(sql: Session): Promise<SectionText[]> {
  const rows = await sql<CategoryRow[]>`
    select slug, position, color, names, descriptions, retired_to from public.categories`
  const [kept] = await sql<{ subject: 'ai' | 'any' }[]>`
    select value #>> '{}' as subject from public.settings where key = 'subject'`
  const { categories } = sectionsOf(rows)
  const articles = await sql<{ section: string; language: string; text: string }[]>`
    select section.slug as section, version.language, version.title || ' ' || version.excerpt as text
    from public.categories as section
    cross join lateral (
      select id from public.articles
      where published and language = 'en' and category = section.slug
      order by publish_date desc limit ${ARTICLES}) as latest
    join public.articles as version on version.published and latest.id in (version.id, version.original_article_id)
    where section.retired_to is null and section.slug <> ${ALL_CATEGORIES_PAGE}`
  const own = LANGUAGE_CODES.flatMap((language) => {
    const messages = messagesBeforeWords({ ...kept, categories }, language)
    return categories
      .filter(({ slug }) => slug !== ALL_CATEGORIES_PAGE)
      .flatMap(({ slug, names, descriptions }) => {
        // The shipped description is of the shipped section, which one with another name is not.
        const isDescribed = names.en === undefined || Object.keys(descriptions).length > 0
        const texts = [
          messages[`category.${slug}.name`],
          isDescribed && messages[`category.${slug}.description`],
        ]
        return texts.map((text) => ({
          section: slug,
          language,
          text: text ? text.replaceAll(/\{\{.*?\}\}/g, '') : '',
          times: OF_NAME,
        }))
      })
  })
  return [...own, ...articles.map((article) => ({ ...article, times: 1 }))]
}

function shareOfWords(texts: readonly SectionText[]): { counts: Map<string, number>; articles: number } {
  const counts = new Map<string, number>()
  for (const { language, text, times } of texts) {
    const words = new Set(text.match(WORD)?.map((written) => stemOf(written, language)))
    for (const word of words) if (word) counts.set(word, (counts.get(word) ?? 0) + times)
  }
  return { counts, articles: texts.length }
}

/** An item that is compared with those that are there. */
interface ComparedItem
  extends Pick<NewsItem, 'id' | 'title' | 'excerpt' | 'language' | 'outlet'>,
    Pick<NewsItem, 'canonical_url' | 'group_id' | 'origin_id'> {
  text: string
  published_at: Date
}

/** The place where an item stands. */
interface Standing {
  origin_id: string
  group_id: string | null
}

/** More are not compared by their texts. */
const MAX_TEXTS = 40
/** The most items that have one of the rarest words and are compared; their counts say beforehand how many there are. */
const MAX_CANDIDATES = 300
/** An article's text goes on after this, and it has been told from others by then. */
const COMPARED = 20_000

const bodyOf = ({ excerpt, text }: Pick<ComparedItem, 'excerpt' | 'text'>) => text || excerpt

/**
 * Finds the place of the item of which this one is a copy: one with the same address, or nearly the same text. `isCrowded` when more were
 * like it than are compared.
 */
async function findOrigin(
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
async function keptBands(
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
async function findStory(
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
async function hasRoom(sql: Session, groupId: string): Promise<boolean> {
  const [counted] = await sql<[{ items: number }]>`
    select count(*)::integer as items from public.news_items where group_id = ${groupId}`
  return counted.items < MAX_GROUP_ITEMS
}

/** In how many items of the days around a moment each word is. */
async function countWords(
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
function rarestWords(stems: readonly string[], seen: (stem: string) => number): string[] {
  const shared = stems.filter((stem) => seen(stem) > 0).sort((one, other) => seen(one) - seen(other))
  let items = 0
  return shared.filter((stem) => {
    items += seen(stem)
    return items <= MAX_CANDIDATES
  })
}
