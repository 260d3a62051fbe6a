import type { Language } from '#core/i18n/languages.ts'
import { spokenText } from '#core/speech/spoken-text.ts'
import { hashOf } from '#core/text-hash.ts'

/** A piece of an article that is read aloud without a pause that anybody would notice. */
export interface SpokenBlock {
  /** Made of the text, so that it names the same block as long as what is said stays the same. */
  id: string
  /** As it is said: numbers, dates and abbreviations in words where a voice would not find them. */
  text: string
  language: Language
}

/** Longer articles are read up to there. */
export const MAX_SPOKEN_BLOCKS = 1_000

export function readBlocks<Place extends { textContent: string | null }>(
  places: Place[],
  language: Language,
): (SpokenBlock & { element: Place })[] {
  const seen = new Map<string, number>()
  return places.flatMap((element) => {
    const text = spokenText(element.textContent?.trim() ?? '', language)
    if (!text) return []
    const hash = hashOf(text).slice(-7)
    const count = (seen.get(hash) ?? 0) + 1
    seen.set(hash, count)
    return [{ id: count === 1 ? hash : `${hash}-${count}`, text, language, element }]
  })
}
