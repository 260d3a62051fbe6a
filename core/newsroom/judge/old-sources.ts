import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'

const WEEK_MS = 7 * 24 * 3600_000

/** The first sentence that rests only on old sources, for each of them, with these sources. */
export function oldSources(
  cited: readonly (readonly SourceSentence[])[],
  { newest }: Pick<SourceIndex, 'newest'>,
): Map<number, string> {
  const old = new Map<number, string>()
  const seen = new Set<number>()
  for (const [index, sentences] of cited.entries()) {
    const own = [...new Set(sentences.map(({ source }) => source))]
    const isOld =
      own.length > 0 && own.every(({ published_at }) => newest - Date.parse(published_at) > WEEK_MS)
    if (!isOld || own.every(({ number }) => seen.has(number))) continue
    for (const { number } of own) seen.add(number)
    old.set(
      index,
      own.map(({ outlet, published_at }) => `${outlet}, ${published_at.slice(0, 10)}`).join('; '),
    )
  }
  return old
}
