import { anyOf } from '#core/languages/facts-of.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'

/**
 * The first sentence for each origin that alone supports several sentences, or all of the text, and that the text does not name, with its
 * outlet. It is enough to name an origin once.
 */
export function unnamedOrigins(
  cited: readonly (readonly SourceSentence[])[],
  text: string,
  sources: SourceIndex,
): Map<number, string> {
  const words = foldName(text)
  const alone = new Map<string, number[]>()
  for (const [index, sentences] of cited.entries()) {
    const [origin, ...others] = new Set(sentences.map(({ source }) => source.origin_id))
    if (origin !== undefined && others.length === 0) alone.set(origin, [...(alone.get(origin) ?? []), index])
  }
  const unnamed = new Map<number, string>()
  for (const [origin, [first = 0, ...rest]] of alone) {
    const outlets = sources.context.sources
      .filter(({ origin_id }) => origin_id === origin)
      .map(({ outlet }) => outlet)
    const isOnly =
      alone.size === 1 &&
      cited.every((sentences) => sentences.every(({ source }) => source.origin_id === origin))
    if (!isOnly && rest.length + 1 < MIN_SENTENCES) continue
    if (!outlets.some((outlet) => words.includes(shortName(outlet)))) unnamed.set(first, outlets[0] ?? '')
  }
  return unnamed
}

/** Fewer sentences of a text with several origins may leave the naming to the list of sources. */
const MIN_SENTENCES = 4

/** The name of an outlet without its article and the end of its domain. */
const ARTICLE = new RegExp(`^(?:${anyOf(({ instructions }) => instructions.article)})\\s+`, 'iu')
const shortName = (outlet: string) => foldName(outlet.replace(ARTICLE, '').replace(/\.[a-z]{2,7}$/iu, ''))
