import { foldName } from '#core/check/text/name-words.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'

/**
 * The first sentence for each origin that stands alone behind a sentence, and that the text does not name, with its outlet. It is enough to
 * name an origin once.
 */
export function unnamedOrigins(
  cited: readonly (readonly SourceSentence[])[],
  text: string,
  sources: SourceIndex,
): Map<number, string> {
  const words = foldName(text)
  const unnamed = new Map<number, string>()
  const seen = new Set<string>()
  for (const [index, sentences] of cited.entries()) {
    const [origin, ...others] = new Set(sentences.map(({ source }) => source.origin_id))
    if (origin === undefined || others.length > 0 || seen.has(origin)) continue
    seen.add(origin)
    const outlets = sources.context.sources
      .filter(({ origin_id }) => origin_id === origin)
      .map(({ outlet }) => outlet)
    if (!outlets.some((outlet) => words.includes(shortName(outlet)))) unnamed.set(index, outlets[0] ?? '')
  }
  return unnamed
}

/** The name of an outlet without its article and the end of its domain. */
const shortName = (outlet: string) =>
  foldName(outlet.replace(/^(?:the|der|die|das|le|la|les|el|il|o)\s+/iu, '').replace(/\.[a-z]{2,7}$/iu, ''))
