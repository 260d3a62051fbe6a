import type { Language } from '#core/i18n/languages.ts'

/** What words change at their end in plurals, genitives, cases and genders. */
const ENDINGS: Partial<Record<Language, ReadonlySet<string>>> = {
  en: new Set([
    '',
    's',
    'es',
    'y',
    'ies',
    'n',
    'an',
    'ian',
    'ns',
    'ans',
    'ians',
    'd',
    'ed',
    'ing',
    'e',
    'er',
    'or',
  ]),
  es: new Set(['', 's', 'es', 'o', 'a', 'os', 'as', 'e', 'ón', 'ones', 'z', 'ces']),
  fr: new Set([
    '',
    's',
    'e',
    'es',
    'x',
    'al',
    'ale',
    'aux',
    'ne',
    'nes',
    'le',
    'les',
    'te',
    'tes',
    'ien',
    'iens',
  ]),
  de: new Set([
    '',
    's',
    'es',
    'e',
    'en',
    'n',
    'er',
    'ern',
    'em',
    'ns',
    'nen',
    'in',
    'innen',
    'se',
    'sen',
    'r',
    'm',
  ]),
  it: new Set(['', 'o', 'a', 'i', 'e', 'io', 'co', 'ci', 'che', 'chi', 'ca', 'he', 'hi', 'à']),
  pt: new Set([
    '',
    's',
    'es',
    'o',
    'a',
    'os',
    'as',
    'e',
    'ão',
    'ões',
    'ães',
    'ãos',
    'm',
    'ns',
    'l',
    'is',
    'eis',
    'ais',
  ]),
}

/** Whether two words are forms of one: they differ in their endings only. */
export function isInflection(one: string, other: string, language: Language): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  const endings = ENDINGS[language]
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
