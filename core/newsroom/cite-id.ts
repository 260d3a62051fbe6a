import type { Citation } from '#core/domain/sourced-article.ts'

type Place = Pick<Citation, 'source' | 'sentence'>

/** Parses an id such as `2.14`: the number of a source, and the place of a sentence in its text, both from 1; null for anything else. */
export function parseCite(id: string): Place | null {
  const [, source, sentence] = /^([1-9]\d{0,3})\.([1-9]\d{0,4})$/.exec(id.trim()) ?? []
  return source && sentence ? { source: Number(source), sentence: Number(sentence) } : null
}

export const citeId = ({ source, sentence }: Place) => `${source}.${sentence}`
