const NAMES = new Intl.DisplayNames(['en'], { type: 'language' })

export const englishNameOf = (language: string): string => NAMES.of(language) ?? language
