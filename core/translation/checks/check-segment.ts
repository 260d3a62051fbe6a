import type { Language } from '#core/i18n/languages.ts'
import { checkAdditions } from '#core/translation/checks/check-additions.ts'
import { checkIdentical } from '#core/translation/checks/check-identical.ts'
import { checkLanguage } from '#core/translation/checks/check-language.ts'
import { checkLength } from '#core/translation/checks/check-length.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import { checkNumbers } from '#core/translation/checks/numbers/check-numbers.ts'
import type { Problem } from '#core/translation/checks/problem.ts'
import { MAX_CHARACTERS, ownWordsOfSegment, textOfSegment } from '#core/translation/checks/segment-text.ts'

/** Nobody reads more of one segment. */
const MAX_PROBLEMS = 20

export interface CheckedSegment {
  /** In English, with its tags. */
  source: string
  /** Its translation, with its tags. */
  target: string
  language: Exclude<Language, 'en'>
  glossary: Glossary | null
}

/** What is wrong with the translation of a segment, as far as code can tell. Whether its tags are right is not looked at. */
export function checkSegment({ source, target, language, glossary }: CheckedSegment): Problem[] {
  if (source.length > MAX_CHARACTERS || target.length > 2 * MAX_CHARACTERS)
    return [{ code: 'too_many_characters', limit: MAX_CHARACTERS }]
  const [from, to] = [textOfSegment(source), textOfSegment(target)]
  if (from.trim() === '') return checkAdditions(from, to)
  if (!/[^\s\p{Cc}\p{Cf}]/u.test(to)) return [{ code: 'empty' }]
  const identical = checkIdentical(from, to, language)
  if (identical.length > 0) return identical
  const problems = [
    ...checkLength(from, to, language),
    ...checkLanguage(ownWordsOfSegment(target), language),
    ...checkNumbers(from, to, language),
    ...(glossary?.check(from, to) ?? []),
    ...checkAdditions(from, to),
  ]
  return problems.slice(0, MAX_PROBLEMS)
}
