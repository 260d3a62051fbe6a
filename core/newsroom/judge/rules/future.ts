import type { Language } from '#core/i18n/languages.ts'
import { isIrregularPast } from '#core/newsroom/judge/reading/read-words.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** Forms of verbs that say what will be; other languages have words for it, which are marks of their own. */
const FORMS: Partial<Record<Language, RegExp>> = {
  es: /(?<!\p{L})\p{L}{3,}r(?:á|án|é|emos)(?!\p{L})/iu,
  it: /(?<!\p{L})\p{L}{2,}r(?:à|anno|emo)(?!\p{L})/iu,
  pt: /(?<!\p{L})\p{L}{3,}r(?:á|ão|emos)(?!\p{L})/iu,
  fr: /(?<!\p{L})\p{L}{4,}(?:era|eront|ira|iront)(?!\p{L})/iu,
  de: /(?<!\p{L})(?:wird|werden)(?=\s(?:[^,.]*\s)?\p{Ll}{3,}en[.,]?(?:\s|$))/u,
}
const OPEN = /(?<!\p{L})(?:will|would|may|might|could|to|plan\p{L}*|expect\p{L}*|by)(?!\p{L})/iu

/** What will be has not been. */
export const future: JudgeRule = function* ({ reading, cited, isHeading }) {
  const done = isHeading ? null : perfectIn(reading)
  if (done === null) return
  const published = Math.max(...cited.map(({ source }) => Number(source.published_at.slice(0, 4))))
  const clause =
    reading.clauses.map(({ from, to }) => reading.text.slice(from, to)).find((text) => text.includes(done)) ??
    ''
  const year = [...clause.matchAll(/(?<!\d)20\d\d(?!\d)/g)].find(([year]) => Number(year) > published)
  const coming =
    cited.length === 1 && !OPEN.test(reading.text)
      ? FORMS[cited[0]?.language ?? 'en']?.exec(cited[0]?.text ?? '')
      : null
  if (year || coming) yield finding('modality_lost', done, coming?.[0] ?? year?.[0])
}

/** Has brought, have been closed; null when there is no such form. */
function perfectIn({ words, text }: SentenceReading): string | null {
  for (const [index, word] of words.entries()) {
    if (word.lower !== 'has' && word.lower !== 'have') continue
    const after = words.slice(index + 1, index + 4)
    const verb = after.find(({ lower }) => /ed$/.test(lower) || isIrregularPast(lower))
    if (verb) return text.slice(word.from, verb.to)
  }
  return null
}
