import type { Language } from '#core/i18n/languages.ts'
import { stemOf } from '#core/languages/english/stem-of.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'

export interface Word {
  text: string
  lower: string
  /** The word without accents and hyphens. */
  folded: string
  /** The common form of the inflections of an English word. */
  stem: string
  from: number
  to: number
  /** True if it has a meaning of its own, unlike articles and auxiliaries. */
  isContent: boolean
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’‑-][\p{L}\p{M}\p{N}]+|[.,](?=\p{N})\p{N}+)*/gu

export function readWords(text: string, language: Language): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => {
    const lower = word.toLowerCase().replaceAll('’', "'")
    const bare = lower.replace(/'s$|'$/u, '')
    return {
      text: word,
      lower,
      folded: foldName(bare),
      stem: language === 'en' ? stemOf(bare) : foldName(bare),
      from: index,
      to: index + word.length,
      isContent:
        !WEAK.test(bare) &&
        !isFunctionWord(bare, language) &&
        !/^\p{L}$/u.test(bare) &&
        !isContraction(lower),
    }
  })
}

/** Words for everybody and everything. */
const WEAK = /^(?:(?:any|some|every|no)(?:one|body|thing|where)|none|nothing|nobody|something|thing)$/

const isContraction = (word: string) => /n't$|'(?:ll|ve|re|d|m)$/u.test(word)
