import { withFewMarks } from '#core/languages/few-marks.ts'
import { sha256 } from '#core/newsroom/sha256.ts'

/** The key of a sentence in signatures, doubts and bindings: the same for the same words, however they are spaced and quoted. */
export function sentenceKey(text: string): string {
  return sha256(sameWords(text)).slice(0, 40)
}

/** The words of a sentence with their numbers, signs and capitals, which change the meaning. */
export const sameWords = (text: string) =>
  withFewMarks(text)
    .normalize('NFC')
    .replace(/[“”„«»]/gu, '"')
    .replace(/[‘’]/gu, "'")
    .replace(/[\s\u00a0\u202f]+/gu, ' ')
    .trim()
