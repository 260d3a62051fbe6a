import { AsyncLocalStorage } from 'node:async_hooks'
import { DEFAULT_SITE_WORDS, type SiteWords } from '#core/domain/site-words.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import type { Language } from '#core/i18n/languages.ts'
import { createTranslator, type Translate } from '#core/i18n/translator.ts'

const publication = new AsyncLocalStorage<SiteWords>()
/** A translator for each language, cached as long as the settings object. */
const translators = new WeakMap<SiteWords, Map<Language, Translate>>()

/** Runs `write` with the name of this publication, which `mailTranslator` inserts into messages. */
export function writeMailsOf<T>(words: SiteWords, write: () => Promise<T>): Promise<T> {
  return publication.run(words, write)
}

/** The translator for a mail in this language. */
export function mailTranslator(language: Language): Translate {
  const words = publication.getStore() ?? DEFAULT_SITE_WORDS
  const known = translators.get(words) ?? new Map<Language, Translate>()
  const translate = known.get(language) ?? createTranslator(language, CATALOGS, words)
  translators.set(words, known.set(language, translate))
  return translate
}
