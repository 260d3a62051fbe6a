import type { Language } from '#core/i18n/languages.ts'
import type { Catalog } from '#core/i18n/translator.ts'

/** `area.thing.detail`, each part in camelCase, with the suffix of its plural form if it has several. */
export const MESSAGE_KEY_PATTERN =
  /^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)+(_(zero|one|two|few|many|other))?$/

/** The plural forms of a language, all of which its catalog must have. */
export function pluralFormsOf(language: Language): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
}

/** The plural form in the suffix of a key, or null for a key without plural forms. */
export function pluralFormOf(key: string): string | null {
  return MESSAGE_KEY_PATTERN.exec(key)?.[3] ?? null
}

/** The placeholders that a translation must have too: `{{values}}` and `<link>` tags, sorted. */
export function placeholdersOf(text: string): string[] {
  return (text.match(/\{\{[^}]*\}\}|<\/?\w+>/g) ?? []).toSorted()
}

export function sortCatalog(catalog: Catalog): Catalog {
  return Object.fromEntries(Object.entries(catalog).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
