import type { Localized } from '#core/domain/site-words.ts'
import { type Language, localeOf } from '#core/i18n/languages.ts'

/** The words of figures; each list is tried in its order, so the longer come first. Matched in any case. */
export interface NumberWords {
  /** Whether the comma separates decimals, so that 1.200 is more than a thousand. */
  comma: boolean
  magnitudes: [pattern: string, factor: number][]
  /** Numbers that are written as words before a magnitude. */
  small: [word: string, value: number][]
  /** Before a figure: it is not exact. */
  about: string
  /** Between the two figures of a range. */
  to: string
}

const SHORT_MAGNITUDES: [string, number][] = [
  ['tn', 1e12],
  ['bn', 1e9],
  ['mn', 1e6],
]

/** The words of a language; where none are known, those of English, with the separators of the language. */
export function wordsOfNumbers(language: Language): NumberWords {
  return NUMBER_WORDS[language] ?? { ...NUMBER_WORDS.en, comma: separatorsOf(language).decimal === ',' }
}

/** What a language writes between thousands and before decimals. */
export function separatorsOf(language: Language): { thousands: string; decimal: string } {
  const parts = new Intl.NumberFormat(localeOf(language), { useGrouping: 'always' }).formatToParts(12345.5)
  const found = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return { thousands: found('group'), decimal: found('decimal') }
}

const NUMBER_WORDS: Localized<NumberWords> = {
  en: {
    comma: false,
    magnitudes: [
      ['trillions?', 1e12],
      ['billions?', 1e9],
      ['millions?', 1e6],
      ['thousand', 1e3],
      ...SHORT_MAGNITUDES,
    ],
    small: [
      ['a', 1],
      ['one', 1],
      ['two', 2],
      ['three', 3],
      ['four', 4],
      ['five', 5],
      ['six', 6],
      ['seven', 7],
      ['eight', 8],
      ['nine', 9],
      ['ten', 10],
      ['half a', 0.5],
    ],
    about:
      'about|around|roughly|approximately|some|nearly|almost|over|under|above|below|more than|less than|fewer than|at least|at most|up to|close to|just over|just under|an estimated|exceeds?|exceeding|tops|topped|~|≈',
    to: 'to|and',
  },
  es: {
    comma: true,
    magnitudes: [
      ['mil millones', 1e9],
      ['billones|billón', 1e12],
      ['millones|millón', 1e6],
      ['millardos?', 1e9],
      ['mill\\.', 1e6],
      ['mil', 1e3],
    ],
    small: [
      ['un', 1],
      ['dos', 2],
      ['tres', 3],
      ['cuatro', 4],
      ['cinco', 5],
      ['seis', 6],
      ['siete', 7],
      ['ocho', 8],
      ['nueve', 9],
      ['diez', 10],
      ['medio', 0.5],
    ],
    about:
      'unos|unas|cerca de|alrededor de|aproximadamente|casi|más de|menos de|al menos|hasta|en torno a|superan?(?: los| las)?|superará(?: los| las)?|más de (?:los|las)|~|≈',
    to: 'a|y',
  },
  fr: {
    comma: true,
    magnitudes: [
      ['billions?', 1e12],
      ['mille milliards', 1e12],
      ['milliards?|mds?|mrds?', 1e9],
      ['millions?|mios?', 1e6],
      ['mille', 1e3],
    ],
    small: [
      ['un', 1],
      ['deux', 2],
      ['trois', 3],
      ['quatre', 4],
      ['cinq', 5],
      ['six', 6],
      ['sept', 7],
      ['huit', 8],
      ['neuf', 9],
      ['dix', 10],
      ['un demi', 0.5],
    ],
    about:
      "environ|près de|presque|quelque|plus de|moins de|plus d'|plus d’|moins d'|moins d’|au moins|jusqu'à|jusqu’à|autour de|dépassent?(?: les)?|~|≈",
    to: 'à|et',
  },
  de: {
    comma: true,
    magnitudes: [
      ['billionen?|bio\\.', 1e12],
      ['milliarden?|mrd\\.?', 1e9],
      ['millionen?|mio\\.?', 1e6],
      ['tausend|tsd\\.?', 1e3],
    ],
    small: [
      ['einer', 1],
      ['einen', 1],
      ['eine', 1],
      ['ein', 1],
      ['zwei', 2],
      ['drei', 3],
      ['vier', 4],
      ['fünf', 5],
      ['sechs', 6],
      ['sieben', 7],
      ['acht', 8],
      ['neun', 9],
      ['zehn', 10],
      ['eine halbe', 0.5],
      ['einer halben', 0.5],
    ],
    about:
      'rund|etwa|circa|ca\\.|ungefähr|fast|beinahe|knapp|gut|über|unter|mehr als|weniger als|mindestens|höchstens|bis zu|an die|übersteigt|~|≈',
    to: 'bis|und',
  },
  it: {
    comma: true,
    magnitudes: [
      ['mila miliardi', 1e12],
      ['bilioni?', 1e12],
      ['miliardi|miliardo|mld\\.?', 1e9],
      ['milioni|milione|mln\\.?', 1e6],
      ['mila|mille', 1e3],
    ],
    small: [
      ['un', 1],
      ['due', 2],
      ['tre', 3],
      ['quattro', 4],
      ['cinque', 5],
      ['sei', 6],
      ['sette', 7],
      ['otto', 8],
      ['nove', 9],
      ['dieci', 10],
      ['mezzo', 0.5],
    ],
    about: 'circa|quasi|intorno a|oltre|più di|meno di|almeno|fino a|superano(?: i)?|supera(?: i)?|~|≈',
    to: 'a|e',
  },
  pt: {
    comma: true,
    magnitudes: [
      ['mil milhões|mil milhão', 1e9],
      ['trilhões|trilhão|tri', 1e12],
      ['biliões|bilião', 1e12],
      ['bilhões|bilhão|bi', 1e9],
      ['milhões|milhão|mi', 1e6],
      ['mil', 1e3],
    ],
    small: [
      ['um', 1],
      ['uma', 1],
      ['dois', 2],
      ['duas', 2],
      ['três', 3],
      ['quatro', 4],
      ['cinco', 5],
      ['seis', 6],
      ['sete', 7],
      ['oito', 8],
      ['nove', 9],
      ['dez', 10],
      ['meio', 0.5],
    ],
    about:
      'cerca de|quase|aproximadamente|perto de|mais de|menos de|pelo menos|até|em torno de|superam?(?: os)?|ultrapassam?(?: os)?|~|≈',
    to: 'a|e',
  },
}
