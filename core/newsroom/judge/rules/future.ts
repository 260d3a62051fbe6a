import type { Language } from '#core/i18n/languages.ts'
import { isIrregularPast } from '#core/languages/english/stem-of.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

const OPEN = /(?<!\p{L})(?:will|would|may|might|could|to|plan\p{L}*|expect\p{L}*|by)(?!\p{L})/iu

/** A text does not tell the future of a source as past. */
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
      ? futureOf(cited[0]?.language)?.exec(cited[0]?.text ?? '')
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

const cached = new Map<Language | undefined, RegExp | null>()

/** Forms of verbs for the future; other languages have words for it, which are marks of their own. */
function futureOf(language: Language | undefined): RegExp | null {
  const known = cached.get(language)
  if (known !== undefined) return known
  const form = language && factsOf(language)?.grammar?.future
  const pattern = form ? new RegExp(`(?<!\\p{L})(?:${form})(?!\\p{L})`, 'iu') : null
  cached.set(language, pattern)
  return pattern
}
