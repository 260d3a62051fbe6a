import { siteHere } from '#app/reader/page-here.ts'
import type { SavedWords } from '#app/saved/saved-words.server.ts'
import { KEPT_FILES } from '#core/domain/kept-page.ts'
import { type Language, languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import { createTranslator, type Translate } from '#core/i18n/translator.ts'
import { SAVED_WORDS_PATH } from '#core/paths.ts'

export interface LoadedWords {
  t: Translate
  keeps: boolean
}

const loaded = new Map<Language, LoadedWords>()

export const savedWordsPath = (language: Language): string => localizedPath(SAVED_WORDS_PATH, language)

/**
 * The words in the language of the page, which no page loads before they are needed; without a network those that were kept. `isAnew`:
 * as they are now, because the page may have been open for days.
 * @throws when there are none
 */
export async function loadSavedWords({ isAnew = false } = {}): Promise<LoadedWords> {
  const language = languageOfUrl(location)
  const known = loaded.get(language)
  if (known && !isAnew) return known
  const found: SavedWords = await (await fetchWords(savedWordsPath(language))).json()
  const made = { keeps: found.keeps, t: translatorOfSaved(language, found) }
  loaded.set(language, made)
  return made
}

function translatorOfSaved(language: Language, { words }: Pick<SavedWords, 'words'>): Translate {
  return createTranslator(language, { [language]: words }, siteHere())
}

async function fetchWords(path: string): Promise<Response> {
  try {
    const response = await fetch(path, { cache: 'no-cache' })
    if (response.ok) return response
    throw new Error(`The words could not be loaded (${response.status})`)
  } catch (error) {
    const kept = 'caches' in globalThis ? await (await caches.open(KEPT_FILES)).match(path) : undefined
    if (kept) return kept
    throw error
  }
}
