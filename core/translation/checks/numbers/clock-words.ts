import type { Language } from '#core/i18n/languages.ts'

/** How a language says the time of day. Patterns, matched in any case. */
export interface ClockWords {
  /** After a time: before noon, after noon, and of the night, which is both. */
  morning: string
  evening: string
  night: string
  /** Anywhere in a sentence: the time may be one after noon. */
  late: string
  /** Between an hour and the word for the half of the day. */
  hours: string
  noon: string
  midnight: string
  /** Times in words; `hour` is a number from 1 to 12, `minutes` is added to it. */
  phrases: [pattern: string, minutes: number][]
}

export const CLOCK_WORDS: Partial<Record<Language, ClockWords>> = {
  en: {
    morning: 'a\\.?\\s?m|in the (?:early )?morning',
    evening: 'p\\.?\\s?m|in the (?:afternoon|evening)',
    night: 'at night',
    late: 'evening|night|tonight|afternoon|p\\.?m',
    hours: "o['’]clock",
    noon: 'noon|midday',
    midnight: 'midnight',
    phrases: [
      ['half past (?<hour>H)', 30],
      ['quarter past (?<hour>H)', 15],
      ['quarter (?:to|before) (?<hour>H)', -15],
    ],
  },
  es: {
    morning: 'a\\.?\\s?m|de la (?:mañana|madrugada)',
    evening: 'p\\.?\\s?m|de la tarde|del mediod[ií]a',
    night: 'de la noche',
    late: 'noche|tarde|p\\.?\\s?m',
    hours: 'h|horas',
    noon: 'mediodía',
    midnight: 'medianoche',
    phrases: [
      ['las? (?<hour>H) y media', 30],
      ['las? (?<hour>H) y cuarto', 15],
      ['las? (?<hour>H) menos cuarto', -15],
    ],
  },
  fr: {
    morning: 'du matin',
    evening: 'du soir|de l[’\']après-midi',
    night: 'de la nuit',
    late: 'soir|soirée|nuit|après-midi',
    hours: 'h|heures?',
    noon: 'midi',
    midnight: 'minuit',
    phrases: [
      ['(?<hour>H) (?:heures?|h) et demie?', 30],
      ['(?<hour>H) (?:heures?|h) et quart', 15],
      ['(?<hour>H) (?:heures?|h) moins (?:le )?quart', -15],
    ],
  },
  de: {
    morning: 'morgens|früh|vormittags|am (?:morgen|vormittag)',
    evening: 'abends|nachmittags|mittags|am (?:abend|nachmittag)',
    night: 'nachts|in der nacht',
    late: '(?:\\p{L}{3,10})?(?:abends?|nachmittags?|nachts?)',
    hours: 'uhr',
    noon: 'mittag',
    midnight: 'mitternacht',
    phrases: [
      ['halb (?<hour>H)', -30],
      ['viertel nach (?<hour>H)', 15],
      ['(?:viertel vor|dreiviertel) (?<hour>H)', -15],
    ],
  },
  it: {
    morning: 'a\\.?\\s?m|d(?:i|el|ella) mattin[ao]',
    evening: 'p\\.?\\s?m|d(?:i|el) pomeriggio|d(?:i|ella) sera',
    night: 'd(?:i|ella) notte',
    late: 'sera|serata|stasera|notte|stanotte|pomeriggio',
    hours: 'h|ore|in punto',
    noon: 'mezzogiorno',
    midnight: 'mezzanotte',
    phrases: [
      ['(?:le|alle|dalle) (?<hour>H) e mezz[ao]', 30],
      ['(?:le|alle|dalle) (?<hour>H) e (?:un )?quarto', 15],
      ['(?:le|alle|dalle) (?<hour>H) meno (?:un )?quarto', -15],
    ],
  },
  pt: {
    morning: 'a\\.?\\s?m|da (?:manhã|madrugada)',
    evening: 'p\\.?\\s?m|da tarde',
    night: 'da noite',
    late: 'noite|tarde',
    hours: 'h|horas?',
    noon: 'meio-dia',
    midnight: 'meia-noite',
    phrases: [
      ['(?:às|as|das) (?<hour>H)(?: horas)? e meia', 30],
      ['(?:às|as|das) (?<hour>H)(?: horas)? e (?:um )?quarto', 15],
      ['quarto para as (?<hour>H)', -15],
    ],
  },
}
