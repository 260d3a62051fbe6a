import type { Settings } from '#core/domain/settings.ts'
import { WITHOUT_CATALOGS } from '#core/i18n/catalogs.ts'
import { EDITABLE_WORDS, WORD_PLACES, type WordPlace, type WordSize } from '#core/i18n/editable-words.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { type CatalogSettings, messagesBeforeWords } from '#core/i18n/publication-catalogs.ts'
import { unmadeStatements, type Voice, wordsOf } from '#core/i18n/statements.ts'
import type { Catalog } from '#core/i18n/translator.ts'

/** A message that can be reworded. */
export interface ShippedWord {
  key: string
  /** `other` for those that only programs have changed. */
  place: WordPlace | 'other'
  size: WordSize
  /** The texts by subject and language. A plural form has only the languages that have it. */
  texts: Record<Settings['subject'], Partial<Record<Language, string>>>
  /** Set if its statement is not made, and whether that was decided; readers then get `instead`, or nothing if it is empty. */
  leftOut?: { isDecided: boolean; instead: Partial<Record<Language, string>> }
}

const PLURAL_FORMS = ['', '_zero', '_one', '_two', '_few', '_many', '_other']

/** The messages that the desk offers, in its order, and others that this publication has changed. */
export function shippedWords({
  words,
  categories,
  ...voice
}: Omit<CatalogSettings, 'subject' | 'statements'> & Partial<Voice>): ShippedWord[] {
  const inLanguages = (subject: Settings['subject']) =>
    new Map(LANGUAGE_CODES.map((code) => [code, messagesBeforeWords({ subject, categories }, code)]))
  const catalogs = { ai: inLanguages('ai'), any: inLanguages('any') }
  const { site_name = '', statements } = voice
  const ids = statements ? unmadeStatements({ site_name, statements }) : []
  const unmade = new Set(wordsOf(ids))
  const decided = new Set(wordsOf(ids.filter((id) => statements?.[id] === 'out')))
  const leftOut = (key: string) => ({ isDecided: decided.has(key), instead: insteadOf(key) })

  const found: ShippedWord[] = []
  const add = (key: string, place: ShippedWord['place'], size: WordSize) => {
    const texts = { ai: textsOf(key, catalogs.ai), any: textsOf(key, catalogs.any) }
    if (Object.keys(texts.any).length > 0)
      found.push({ key, place, size, texts, ...(unmade.has(key) && { leftOut: leftOut(key) }) })
  }
  for (const place of WORD_PLACES) {
    for (const [size, keys] of Object.entries(EDITABLE_WORDS[place]))
      for (const key of keys) for (const form of PLURAL_FORMS) add(key + form, place, size as WordSize)
  }
  const listed = new Set(found.map(({ key }) => key))
  for (const key of Object.keys(words)) if (!listed.has(key)) add(key, 'other', 'paragraph')
  return found
}

const insteadOf = (key: string): Partial<Record<Language, string>> =>
  Object.fromEntries(LANGUAGE_CODES.map((code) => [code, WITHOUT_CATALOGS[code][key] ?? '']))

function textsOf(key: string, catalogs: ReadonlyMap<Language, Catalog>): Partial<Record<Language, string>> {
  return Object.fromEntries(
    [...catalogs].flatMap(([code, catalog]) => (Object.hasOwn(catalog, key) ? [[code, catalog[key]]] : [])),
  )
}
