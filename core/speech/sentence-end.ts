import type { SpeechWords } from '#core/speech/speech-words.ts'

const AFTER_POINT = /^["'»”’)\]]*(?:$|\s+["'«“„(¿¡]*(\p{Lu}\p{L}*))/u

/**
 * Whether the point of an abbreviation ends a sentence before `rest`: a capital says so, and where more words have one (`by: 'starter'`) a word
 * with which sentences begin.
 */
export function isSentenceEnd(rest: string, { starters }: SpeechWords, by: 'capital' | 'starter'): boolean {
  const next = AFTER_POINT.exec(rest.slice(0, 30))
  return next !== null && (by === 'capital' || next[1] === undefined || starters.has(next[1]))
}
