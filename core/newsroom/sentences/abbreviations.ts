import type { Language } from '#core/i18n/languages.ts'
import { factsOf, ofEveryLanguage } from '#core/languages/facts-of.ts'
import type { LanguageFacts } from '#core/languages/language-facts.ts'
import { wordsIn } from '#core/languages/lists.ts'

/** The words that decide whether a point ends a sentence of a language. */
export interface PointRules {
  titles: ReadonlySet<string>
  numbered: ReadonlySet<string>
  others: ReadonlySet<string>
  starters: ReadonlySet<string>
  /** True if a number with a point is an ordinal. */
  hasOrdinalPoints: boolean
}

function rulesOf(of: readonly LanguageFacts[]): PointRules {
  const all = (words: (facts: LanguageFacts) => readonly string[]) => new Set(of.flatMap(words))
  return {
    titles: all(({ sentences }) => wordsIn(sentences.titles)),
    numbered: all(({ sentences, speech }) => [
      ...wordsIn(sentences.numbered),
      ...speech.beforeNumbers.map(([written]) => written.replace(/\.$/, '')),
    ]),
    others: all(({ sentences, speech }) => [
      ...wordsIn(sentences.abbreviations),
      ...[...speech.abbreviations, ...speech.endingAbbreviations]
        .filter(([written]) => /^\S+\.$/.test(written))
        .map(([written]) => written.slice(0, -1)),
    ]),
    starters: all(({ sentences }) => wordsIn(sentences.starters)),
    hasOrdinalPoints: of.every(({ sentences }) => sentences.hasOrdinalPoints),
  }
}

const cached = new Map<LanguageFacts | undefined, PointRules>()

/** The rules of a language, by its code; of all languages together when it is another one, or not known. */
export function pointRules(language: string | null | undefined): PointRules {
  const facts = factsOf(language?.slice(0, 2).toLowerCase() as Language)
  const known = cached.get(facts)
  if (known) return known
  const rules = rulesOf(facts ? [facts] : ofEveryLanguage((every) => every))
  cached.set(facts, rules)
  return rules
}
