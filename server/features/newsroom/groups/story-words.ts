import { hashOf } from '#core/text-hash.ts'
import type { StoryWord } from '#server/features/newsroom/groups/item-words.ts'

/** The words by which stories are compared: hashes of words with the days of the item, and how much each tells. */
export interface StoryWords {
  language: string | null
  keys: number[]
  weights: number[]
}

/** The words that another item has in common with one, and the length of all that it has. */
export interface SharedWords extends StoryWords {
  length: number
}

/** Items within so many hours of each other can tell the same story. */
export const STORY_HOURS = 72
/** The word that counts the items of a period. */
export const ALL_ITEMS = ''

/** Keys of one word differ in what is left of this. */
export const PERIODS = 512

const PERIOD_MS = STORY_HOURS * 3_600_000
/** Words of an item that are kept. */
const KEPT = 48
/** The number of items that are counted as having none of the words, because few items do not tell what is rare. */
const UNSEEN = 50
/** The least that items of one story have in common: a cosine, less where much is in common or most words cannot be, and some weight. */
const MIN_COSINE = 0.12
const MUCH = 4
const OF_MUCH = 2 / 3
const OF_TWO_LANGUAGES = 1 / 2
const MIN_COMMON = 1.6
/** A single word, between two languages: a rare name that is in both titles. */
const RARE_NAME = 2.4

/** Tells to which three days a moment belongs. */
export const periodOf = (at: Date) => Math.floor(at.getTime() / PERIOD_MS)

/** A word of a period as a number. */
export const keyOf = (stem: string, period: number) =>
  (Number.parseInt(hashOf(stem), 36) % 2 ** 44) * PERIODS + (((period % PERIODS) + PERIODS) % PERIODS)

/** The word of a key. */
export const wordOf = (key: number) => Math.floor(key / PERIODS)

/** A moment's period, and those in which items of the same story may be. */
export const periodsAround = (period: number) => [period, period - 1, period + 1]

/** The words of an item that tell most, given in how many of all items each is. */
export function weighWords(
  words: readonly StoryWord[],
  {
    period,
    language,
    seen,
    total,
  }: { period: number; language: string | null; seen: (stem: string) => number; total: number },
): StoryWords & { stems: string[] } {
  const all = total + UNSEEN
  const weighed = words
    .map(({ stem, weight }) => ({
      stem,
      weight: (weight * Math.log(all / (seen(stem) + 0.5))) / Math.log(all / 0.5),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, KEPT)
  return {
    language,
    stems: weighed.map(({ stem }) => stem),
    keys: weighed.map(({ stem }) => keyOf(stem, period)),
    weights: weighed.map(({ weight }) => weight),
  }
}

/** Tells how surely two items tell the same story, or 0 when nothing says so: one word in common may be chance. */
export function storyLikeness(one: StoryWords, other: SharedWords): number {
  const words = new Map(one.keys.map((key, index) => [wordOf(key), one.weights[index] ?? 0]))
  let [common, sum, product] = [0, 0, 0]
  for (const [index, key] of other.keys.entries()) {
    const [own, theirs] = [words.get(wordOf(key)), other.weights[index] ?? 0]
    if (own === undefined) continue
    common++
    sum += Math.min(own, theirs)
    product += own * theirs
  }
  const isOneLanguage = one.language === other.language
  const least = MIN_COSINE * (common >= MUCH ? OF_MUCH : 1) * (isOneLanguage ? 1 : OF_TWO_LANGUAGES)
  const cosine = product / (lengthOf(one) * other.length)
  const tells = common > 1 ? sum >= MIN_COMMON : !isOneLanguage && sum >= RARE_NAME
  return tells && cosine >= least ? cosine / least : 0
}

const lengthOf = ({ weights }: StoryWords) => Math.hypot(...weights)
