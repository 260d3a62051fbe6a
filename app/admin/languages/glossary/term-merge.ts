import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { GlossaryTerm, TermEntry } from '#core/domain/glossary-term.ts'
import type { GlossaryTermValues, TermEntryValues } from '#core/domain/glossary-term-input.ts'

interface LanguageFields {
  rule: GlossaryTerm['rule']
  translation: string
}

/** The fields of the form, with a rule for each language: without a translation, `translate-as` is none. */
export interface TermFields {
  term: string
  example: string
  languages: Record<TranslatedLanguage, LanguageFields>
}

const NO_RULE: LanguageFields = { rule: 'translate-as', translation: '' }

const EMPTY: TermEntryValues = { term: '', example: null, languages: {} }

export function fieldsOf({ term, example, languages }: TermEntryValues | TermEntry = EMPTY): TermFields {
  const fields = TRANSLATED_LANGUAGES.map((language) => {
    const known = languages[language]
    return [language, known ? { rule: known.rule, translation: known.translation ?? '' } : NO_RULE] as const
  })
  return {
    term,
    example: example ?? '',
    languages: Object.fromEntries(fields) as Record<TranslatedLanguage, LanguageFields>,
  }
}

/** The fields for a term of one language, such as one that was proposed. */
export const fieldsOfTerm = ({ term, language, rule, translation }: GlossaryTermValues): TermFields =>
  fieldsOf({ term, example: null, languages: { [language]: { rule, translation } } })

export interface MergedTerm {
  fields: TermFields
  /** The fields that both have changed to something else: mine stays. */
  conflicts: { field: 'term' | 'example' | TranslatedLanguage; theirs: string }[]
}

/** Puts together what two editors have made of the same fields. */
export function mergeTerm(base: TermFields, mine: TermFields, theirs: TermFields): MergedTerm {
  const conflicts: MergedTerm['conflicts'] = []
  const choose = (field: 'term' | 'example') => {
    if (mine[field] === base[field] || mine[field] === theirs[field]) return theirs[field]
    if (theirs[field] !== base[field]) conflicts.push({ field, theirs: theirs[field] })
    return mine[field]
  }
  const fields = { term: choose('term'), example: choose('example'), languages: { ...theirs.languages } }
  for (const language of TRANSLATED_LANGUAGES) {
    const [was, own, other] = [base, mine, theirs].map(({ languages }) => said(languages[language]))
    if (own === was || own === other) continue
    fields.languages[language] = mine.languages[language]
    if (other !== was) conflicts.push({ field: language, theirs: wordsOf(theirs.languages[language]) })
  }
  return { fields, conflicts }
}

const said = ({ rule, translation }: LanguageFields) =>
  rule === 'translate-as' ? `${rule} ${translation.trim()}` : rule

const wordsOf = ({ rule, translation }: LanguageFields) => (rule === 'translate-as' ? translation : rule)
