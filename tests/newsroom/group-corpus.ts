import { canonicalAddress } from '#core/newsroom/canonical-address.ts'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { type CorpusItem, readDraftCorpus, textOfItem } from '../support/draft-corpus.ts'
import { createWatchedLog } from '../support/watched-log.ts'

/** The known part of the items when they are grouped: a teaser, that of most feeds, or their texts because editors have opened them. */
export type Told = 'teaser' | 'teaser and two sentences' | 'whole text'

/** The number of stories that are grouped. The later ones are for the judge of sentences. */
const MEASURED = 30

export interface FoundAgain {
  /** The share of pairs in one group that tell one story; and the share of pairs of one story that are in one group. */
  precision: number
  recall: number
  /** The same shares for copies and the items that they are of. */
  precisionOfCopies: number
  recallOfCopies: number
}

/** Groups the items of all the groups that were written by hand, in the order of their times, in a database without others. */
export async function groupCorpus(sql: Sql, told: Told): Promise<FoundAgain> {
  const items = readDraftCorpus()
    .slice(0, MEASURED)
    .flatMap(({ name, items }) =>
      items.map((item, index) => ({ ...item, story: name, origin: `${name} ${item.copyOf ?? index + 1}` })),
    )
    .toSorted((one, other) => one.published.localeCompare(other.published))
  const stored = new Map<string, (typeof items)[number]>()
  for (const item of items) {
    const [row] = await sql<[{ id: string }]>`
      insert into public.news_items (kind, url, canonical_url, title, outlet, language, published_at, excerpt)
      values ('address', ${item.url}, ${canonicalAddress(item.url)}, ${item.title}, ${item.outlet}, ${item.language}, ${item.published},
        ${excerptOf(item, told)})
      returning id`
    if (told === 'whole text')
      await sql`
        insert into private.news_texts (item_id, text, sentences) values (${row.id}, ${textOfItem(item)}, ${item.text})`
    stored.set(row.id, item)
  }
  await groupItems({ sql, log: createWatchedLog() }, [...stored.keys()])
  const rows = await sql<{ id: string; group_id: string; origin_id: string }[]>`
    select id, group_id, origin_id from public.news_items`
  const found = rows.flatMap((row) => {
    const item = stored.get(row.id)
    return item ? [{ ...row, ...item }] : []
  })
  const stories = compare(
    found,
    ({ story }) => story,
    ({ group_id }) => group_id,
  )
  const copies = compare(
    found,
    ({ origin }) => origin,
    ({ origin_id }) => origin_id,
  )
  return {
    ...stories,
    precisionOfCopies: copies.precision,
    recallOfCopies: copies.recall,
  }
}

function excerptOf(item: CorpusItem, told: Told): string {
  if (told !== 'teaser and two sentences') return item.excerpt
  return [item.excerpt, ...item.text.slice(0, 2)].join(' ').slice(0, 400)
}

function compare<Item>(
  items: readonly Item[],
  wanted: (item: Item) => string,
  found: (item: Item) => string,
) {
  let [right, wrong, missed] = [0, 0, 0]
  for (const [index, one] of items.entries())
    for (const other of items.slice(index + 1)) {
      const [isWanted, isFound] = [wanted(one) === wanted(other), found(one) === found(other)]
      if (isWanted && isFound) right++
      else if (isFound) wrong++
      else if (isWanted) missed++
    }
  return { precision: right / (right + wrong), recall: right / (right + missed) }
}
