import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

export type PerLanguage<Draft> = Record<Language, Draft>

export function perLanguage<Draft>(draftOf: (language: Language) => Draft): PerLanguage<Draft> {
  return Object.fromEntries(LANGUAGE_CODES.map((code) => [code, draftOf(code)])) as PerLanguage<Draft>
}

/** The languages that have a value of their own; null when none has. */
export function localized<Draft, Value>(
  drafts: PerLanguage<Draft>,
  read: (draft: Draft) => Value | undefined,
): Partial<PerLanguage<Value>> | null {
  const own = LANGUAGE_CODES.flatMap((code) => {
    const value = read(drafts[code])
    return value === undefined ? [] : [[code, value] as const]
  })
  return own.length > 0 ? (Object.fromEntries(own) as Partial<PerLanguage<Value>>) : null
}
