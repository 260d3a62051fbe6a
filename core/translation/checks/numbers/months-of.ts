import { DATE_WORDS } from '#core/check/text/date-words.ts'
import type { Language } from '#core/i18n/languages.ts'

const cached = new Map<Language, Map<string, number>>()

/** The months of a language by their full names in lower case, from 1 on. */
export function monthsOf(language: Language): ReadonlyMap<string, number> {
  const known = cached.get(language)
  if (known) return known
  const months = new Map<string, number>()
  for (const [index, forms] of DATE_WORDS[language].months.entries())
    for (const form of forms.split('|'))
      if (form.length > 3 || form === 'may' || form === 'mai') months.set(form.replace('?', ''), index + 1)
  cached.set(language, months)
  return months
}
