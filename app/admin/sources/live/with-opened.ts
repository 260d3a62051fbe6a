import type { ReadSource } from '#core/data/sourced-articles.ts'

/** Sources with their whole texts where these were opened; what is cited keeps the words that it was cited with. */
export function withOpened(
  sources: readonly ReadSource[],
  opened: ReadonlyMap<number, readonly string[]>,
): readonly ReadSource[] {
  if (opened.size === 0) return sources
  return sources.map((source) => {
    const whole = (opened.get(source.number) ?? []).map((text, index) => [index + 1, text] as const)
    const known = new Map([...whole, ...source.sentences.map(({ id, text }) => [id, text] as const)])
    const sentences = [...known].map(([id, text]) => ({ id, text })).toSorted((a, b) => a.id - b.id)
    return { ...source, sentences }
  })
}
