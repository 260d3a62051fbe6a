import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'

const cached = new Map<Language, ReadonlySet<string> | undefined>()

/** What words of a language change at their end; nothing is one of them. */
function endingsOf(language: Language): ReadonlySet<string> | undefined {
  if (cached.has(language)) return cached.get(language)
  const forms = factsOf(language)?.endings.forms.split(' ')
  const endings = forms && new Set(['', ...forms])
  cached.set(language, endings)
  return endings
}

/** Whether two words are forms of one: they differ in their endings only. */
export function isInflection(one: string, other: string, language: Language): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  const endings = endingsOf(language)
  if (!endings) return a === b
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  // A vowel or an e may belong to both the stem and the ending.
  for (let stem = same; stem >= Math.max(3, same - 2); stem--) {
    const [ending, otherEnding] = [a.slice(stem), b.slice(stem)]
    // "Altmann" is no form of "Altman": n is not added to n.
    if (ending + otherEnding === a[stem - 1]) return false
    if (endings.has(ending) && endings.has(otherEnding)) return true
  }
  return false
}
