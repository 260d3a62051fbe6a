import type { JudgedSource } from '#core/newsroom/judge/judge.ts'

/** As many words in a row may be the same in a text and a source. */
export const MAX_SHARED_WORDS = 8

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+|[.,]\p{N}+)*/gu
/** Of all sources together; more are not compared. */
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

/** Finds words that stand in a row in a text and in a source, across its sentences too. */
export class PassageIndex {
  /** Where each run of words begins: in which source, and at which of its words. */
  readonly #runs = new Map<string, [source: number, at: number]>()
  readonly #words: string[][] = []

  constructor(sources: readonly JudgedSource[]) {
    let left = MAX_WORDS
    for (const [source, { sentences }] of sources.entries()) {
      const words: string[] = []
      for (const { text } of sentences) {
        if (left <= 0) break
        const added = passageWords(text).map(({ word }) => word)
        left -= added.length
        for (const word of added) words.push(word)
      }
      this.#words.push(words)
      for (let at = 0; at + MAX_SHARED_WORDS < words.length; at++)
        this.#runs.set(runAt(words, at), [source, at])
    }
  }

  /** The first run of more words than may be shared, as from which to which word it goes, and the words after it that are also the same. */
  findShared(words: readonly string[]): [from: number, to: number] | null {
    for (let from = 0; from + MAX_SHARED_WORDS < words.length; from++) {
      const found = this.#runs.get(runAt(words, from))
      if (!found) continue
      const source = this.#words[found[0]] ?? []
      let to = from + MAX_SHARED_WORDS + 1
      while (to < words.length && words[to] === source[found[1] + to - from]) to++
      return [from, to]
    }
    return null
  }
}

const runAt = (words: readonly string[], at: number) => words.slice(at, at + MAX_SHARED_WORDS + 1).join(' ')
