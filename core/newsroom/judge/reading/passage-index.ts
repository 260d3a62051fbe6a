import type { JudgedSource } from '#core/newsroom/judge/judge.ts'

/** The most words in a row that may be the same in a text and a source. */
const MAX_SHARED_WORDS = 8

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+|[.,]\p{N}+)*/gu
/** The most words of all sources together; more are not compared. */
const MAX_WORDS = 500_000

export interface PassageWord {
  word: string
  from: number
  to: number
}

export const passageWords = (text: string): PassageWord[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().replaceAll('’', "'"),
    from: index,
    to: index + word.length,
  }))

/** Finds runs of words that a text and a source have in common, also across sentences. */
export class PassageIndex {
  readonly #ids = new Map<string, number>()
  /** The source and the index of the first word, by the hash of a run of words. */
  readonly #runs = new Map<number, [source: number, at: number]>()
  readonly #sources: number[][] = []

  constructor(sources: readonly JudgedSource[]) {
    let left = MAX_WORDS
    for (const [source, { sentences }] of sources.entries()) {
      const ids: number[] = []
      for (const { text } of sentences) {
        if (left <= 0) break
        const words = passageWords(text)
        left -= words.length
        for (const { word } of words) ids.push(this.#idOf(word))
      }
      this.#sources.push(ids)
      for (let at = 0; at + MAX_SHARED_WORDS < ids.length; at++) this.#runs.set(hashAt(ids, at), [source, at])
    }
  }

  #idOf(word: string): number {
    const id = this.#ids.get(word) ?? this.#ids.size + 1
    this.#ids.set(word, id)
    return id
  }

  /** The first run of more words than may be shared, with the words after it that are also the same. */
  findShared(words: readonly string[], start = 0): [from: number, to: number] | null {
    const ids = words.map((word) => this.#ids.get(word) ?? 0)
    for (let from = start; from + MAX_SHARED_WORDS < ids.length; from++) {
      const found = this.#runs.get(hashAt(ids, from))
      if (!found) continue
      const source = this.#sources[found[0]] ?? []
      let to = from
      while (to < ids.length && ids[to] !== 0 && ids[to] === source[found[1] + to - from]) to++
      if (to - from > MAX_SHARED_WORDS) return [from, to]
    }
    return null
  }
}

function hashAt(ids: readonly number[], at: number): number {
  let hash = 0
  for (let index = at; index <= at + MAX_SHARED_WORDS; index++)
    hash = Math.imul(hash, 0x01000193) ^ (ids[index] ?? 0)
  return hash
}
