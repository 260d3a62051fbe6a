import type { Language } from '#core/i18n/languages.ts'

/** Languages as a text in one of them lists them: 'Französisch und Deutsch'. */
export function listLanguages(languages: readonly string[], language: Language): string {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return new Intl.ListFormat(language).format(languages.map((code) => names.of(code) ?? code))
}
