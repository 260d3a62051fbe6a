const NAMES = new Intl.DisplayNames(['en'], { type: 'language' })

/** The English name of a language. */
export const englishNameOf = (language: string): string => NAMES.of(language) ?? language
