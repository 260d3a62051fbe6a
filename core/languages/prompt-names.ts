import { englishNameOf } from '#core/i18n/english-names.ts'
import type { Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'

/** The name by which a model is told to write a language; `isAddressed` when it speaks to readers. */
export function promptNameOf(language: Language, { isAddressed = false } = {}): string {
  const { name = englishNameOf(language), address } = factsOf(language)?.prompt ?? {}
  return isAddressed && address ? `${name}, ${address}` : name
}
