import type { Language } from '#core/i18n/languages.ts'
import type { Catalog } from '#core/i18n/translator.ts'

/** `area.thing.detail`, each part in camelCase, with the suffix of its plural form if it has several. */
export const MESSAGE_KEY_PATTERN =
  /^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)+(_(zero|one|two|few|many|other))?$/

/** The plural forms a language tells apart, as its catalog must hold them. */
export function pluralFormsOf(language: Language): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
}

/** The plural form a key is for, or null for a key with one text for all numbers. */
export function pluralFormOf(key: string): string | null {
  return MESSAGE_KEY_PATTERN.exec(key)?.[3] ?? null
}

/** What a translation must carry over: the `{{values}}` and the `<link>` marks, in a stable order. */
export function placeholdersOf(text: string): string[] {
  return (text.match(/\{\{[^}]*\}\}|<\/?\w+>/g) ?? []).toSorted()
}

export function sortCatalog(catalog: Catalog): Catalog {
  return Object.fromEntries(Object.entries(catalog).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
