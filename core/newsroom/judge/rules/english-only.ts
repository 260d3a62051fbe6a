import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import { isOrdinary } from '#core/newsroom/judge/words/is-ordinary.ts'
import { checkLanguage } from '#core/translation/checks/check-language.ts'
import { isFunctionWord } from '#core/translation/learning/function-words.ts'

/** The words of a sentence, without names and quotations, are English. */
export const englishOnly: JudgeRule = function* ({ reading, written }) {
  if (written.kind === 'code' || written.kind === 'rest') return
  const letters = reading.text.match(/\p{L}/gu) ?? []
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter))
  if (foreign.length > 3 && foreign.length * 4 > letters.length) {
    yield finding('wrong_language', reading.text)
    return
  }
  const own = ownWords(reading.text, reading.quotations)
  const share = shareOfEnglish(own)
  if (share < 0.4 || (share < 0.8 && (isOtherLanguage(own) || checkLanguage(own, 'en').length > 0)))
    yield finding('wrong_language', reading.text)
}

/** How many of the words without a capital are common in English; 1 when there are too few to tell. */
function shareOfEnglish(text: string): number {
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter(
    (word) => !/^\p{Lu}/u.test(word) && word.length > 1,
  )
  return words.length < 3 ? 1 : words.filter(isOrdinary).length / words.length
}

/** Fewer words of a language than these say nothing. */
const MIN_HITS = 2

/** Tells short sentences by their articles, prepositions and auxiliaries. */
function isOtherLanguage(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? []
  const lower = words
    .filter((word, index) => index === 0 || !/^\p{Lu}/u.test(word))
    .map((word) => word.toLowerCase())
  const hits = (language: (typeof LANGUAGE_CODES)[number]) =>
    lower.filter((word) => isFunctionWord(word, language)).length
  const english = hits('en')
  return LANGUAGE_CODES.some((language) => {
    if (language === 'en') return false
    const other = hits(language)
    return other >= MIN_HITS && other > 2 * english && other * 6 >= lower.length
  })
}

function ownWords(text: string, quotations: readonly { from: number; to: number }[]): string {
  let [own, at] = ['', 0]
  for (const { from, to } of quotations) {
    own += `${text.slice(at, from)} `
    at = to
  }
  return own + text.slice(at)
}
