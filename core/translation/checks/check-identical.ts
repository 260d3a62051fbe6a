import type { Language } from '#core/i18n/languages.ts'
import { isEnglish } from '#core/translation/checks/check-language.ts'
import type { Problem } from '#core/translation/checks/problem.ts'

/** English words that none of the other five languages has. */
const ENGLISH = new Set(
  'the and of with from is are were this that these those which how what when why who your our their its not by be been has have had will would can could should there than then they we you it into about'.split(
    ' ',
  ),
)
/** Names seldom have so many words without a capital. */
const MAX_PLAIN_WORDS = 2

/** Whether a text was left as it is though it has words to be translated. Names, and words that two languages share, may stay. */
export function checkIdentical(source: string, target: string, language: Language): Problem[] {
  if (source.trim() !== target.trim()) return []
  const words = source.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  const isText =
    words.some((word) => ENGLISH.has(word.toLowerCase())) ||
    words.filter((word) => /^\p{Ll}{4,}$/u.test(word)).length > MAX_PLAIN_WORDS ||
    isEnglish(source, language)
  return isText ? [{ code: 'identical' }] : []
}
