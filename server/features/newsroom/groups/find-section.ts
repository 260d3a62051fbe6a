import type { StoryWord } from '#server/features/newsroom/groups/item-words.ts'
import type { Session } from '#server/platform/database/connection.ts'

export interface FittingSection {
  section: string | null
  /** In per cent. */
  fit: number
  /** The words that it fits by, as they are written in the item. */
  words: string[]
}

const NONE: FittingSection = { section: null, fit: 0, words: [] }
const MIN_FIT = 20
/** The weight of all words together that makes two thirds of a whole fit. */
const MUCH = 3
const SHOWN_WORDS = 3

/** The section whose own words (private.news_section_words) an item has most of. */
export async function findSection(sql: Session, words: readonly StoryWord[]): Promise<FittingSection> {
  const stems = words.map(({ stem }) => stem)
  const rows = await sql<{ section: string; word: string; weight: number }[]>`
    select section, word, weight from private.news_section_words
    where word = any (${stems}) order by weight desc, word, section`
  const written = new Map(words.map((word) => [word.stem, word.written]))
  let best = NONE
  for (const [section, own] of Map.groupBy(rows, ({ section }) => section)) {
    const sum = own.reduce((total, { weight }) => total + weight, 0)
    const fit = Math.round(100 * (1 - Math.exp(-sum / MUCH)))
    if (fit >= MIN_FIT && fit > best.fit)
      best = { section, fit, words: own.slice(0, SHOWN_WORDS).map(({ word }) => written.get(word) ?? word) }
  }
  return best
}
