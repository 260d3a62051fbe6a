import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { isOrdinary } from '#core/languages/english/ordinary-words.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'
import { type CheckedSentence, finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import { checkLanguage } from '#core/translation/checks/check-language.ts'

/** A sentence, without names and quotations, is not in another language. */
export const englishOnly: JudgeRule = function* ({ reading, written, cited }) {
  if (written.kind === 'code' || written.kind === 'rest') return
  const letters = reading.text.match(/\p{L}/gu) ?? []
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter))
  const isOtherScript = foreign.length > 3 && foreign.length * 4 > letters.length
  if (isOtherScript || isOtherLanguage(ownWords(reading.text, reading.quotations), cited))
    yield finding('wrong_language', reading.text)
}

/** The fewest words of a language that count as evidence. */
const MIN_HITS = 2
/** The number of rare words that cannot be those of an English headline. */
const MANY = 6

/** Requires words of another language: a short headline may have few common words of English. */
function isOtherLanguage(text: string, cited: CheckedSentence['cited']): boolean {
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? [])
    .filter((word, index) => index === 0 || !/^\p{Lu}/u.test(word))
    .map((word) => word.toLowerCase())
  const unknown = words.slice(1).filter((word) => word.length > 1 && !isOrdinary(word))
  const share = 1 - unknown.length / Math.max(words.length, 1)
  if (share < 0.4 && unknown.length >= MANY) return true
  if (share < 0.8 && checkLanguage(text, 'en').length > 0) return true
  const foreign = unknown.slice(0, MANY).filter((word) => isForeign(word, cited))
  return LANGUAGE_CODES.some((language) => {
    if (language === 'en') return false
    const [theirs, english] = [new Set(foreign), [] as string[]]
    for (const word of words)
      if (isFunctionWord(word, language)) theirs.add(word)
      else if (isOrdinary(word)) english.push(word)
    if (english.length === 0 && theirs.size > 0) return true
    return (
      theirs.size >= MIN_HITS &&
      [...theirs].some((word) => !isOrdinary(word)) &&
      theirs.size > english.length &&
      theirs.size * 6 >= words.length
    )
  })
}

/** A word with a letter that English lacks, or one of a source in another language. */
const isForeign = (word: string, cited: CheckedSentence['cited']) =>
  /\P{ASCII}/u.test(word) ||
  cited.some(
    ({ language, words }) =>
      language !== 'en' && words.some(({ lower, isContent }) => isContent && lower === word),
  )

function ownWords(text: string, quotations: readonly { from: number; to: number }[]): string {
  let [own, at] = ['', 0]
  for (const { from, to } of quotations) {
    own += `${text.slice(at, from)} `
    at = to
  }
  return own + text.slice(at)
}
