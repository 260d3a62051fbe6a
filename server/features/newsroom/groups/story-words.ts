import { hashOf } from '#core/text-hash.ts'
import type { StoryWord } from '#server/features/newsroom/groups/item-words.ts'

/** What stories are compared by: hashes of words with the days of the item, and how much each tells. */
export interface StoryWords {
  language: string | null
  keys: number[]
  weights: number[]
}

/** Items within so many hours of each other can tell the same story. */
export const STORY_HOURS = 72
/** The word that counts the items of a period. */
export const ALL_ITEMS = ''

const PERIOD_MS = STORY_HOURS * 3_600_000
/** Words of an item that are kept. */
const KEPT = 48
/** Below so many items nobody knows what is rare. */
const UNKNOWN = 500
const MIN_COMMON = 2
/** What an item has in common with one of a group, at least: in one language, and in two, where most words cannot be the same. */
const SAME_LANGUAGE = { sum: 2.2, cosine: 0.12 }
const OTHER_LANGUAGE = { sum: 2.2, cosine: 0.05 }

/** Which three days a moment belongs to. */
export const periodOf = (at: Date) => Math.floor(at.getTime() / PERIOD_MS)

/** A word of a period as a number: those of one word differ in their last nine bits. */
export const keyOf = (stem: string, period: number) =>
  (Number.parseInt(hashOf(stem), 36) % 2 ** 44) * 512 + (((period % 512) + 512) % 512)

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
  const most = Math.log(total + UNKNOWN)
  const weighed = words
    .map(({ stem, weight }) => ({ stem, weight: (weight * (most - Math.log(seen(stem) + 1))) / most }))
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

/** How surely two items tell the same story, or 0 when nothing says so: one word in common may be chance. */
export function storyLikeness(one: StoryWords, other: StoryWords): number {
  const words = new Map(one.keys.map((key, index) => [wordOf(key), one.weights[index] ?? 0]))
  let [common, sum, product] = [0, 0, 0]
  for (const [index, key] of other.keys.entries()) {
    const [own, theirs] = [words.get(wordOf(key)), other.weights[index] ?? 0]
    if (own === undefined) continue
    common++
    sum += Math.min(own, theirs)
    product += own * theirs
  }
  const cosine = product / (lengthOf(one) * lengthOf(other))
  const least = one.language === other.language ? SAME_LANGUAGE : OTHER_LANGUAGE
  return common >= MIN_COMMON && sum >= least.sum && cosine >= least.cosine ? cosine / least.cosine : 0
}

const wordOf = (key: number) => Math.floor(key / 512)

const lengthOf = ({ weights }: StoryWords) => Math.hypot(...weights)
