import type { Language } from '#core/i18n/languages.ts'

/** A text as a person would read it out in its language. */
export function spokenText(text: string, _language: Language): string {
  return text
}
