/**
 * What is known of a language, once for everything that reads or writes it: the check before publishing, the checks of translations, the
 * judge, the search, the newsletter and the voice. Each language has its file beside this one. Lists of words are strings with spaces
 * between the words. A pattern is the source of a regular expression with alternatives, which is matched in any case.
 */
export interface LanguageFacts {
  /** Words in lower case that have a function in sentences and no subject: articles, prepositions, pronouns. */
  functionWords: string
  /** Such words that no other of the languages has, so that one of them gives a text away. */
  tellingWords?: string
  /** Its code of three letters (ISO 639-3), by which its texts are recognised. */
  iso3: string
  /** How many characters a translation has for each of its English source, in the middle. */
  lengthRatio: number
  numbers: NumberFacts
  dates: DateFacts
  /** The words for units, as patterns. Their signs are the same everywhere. */
  units: Partial<Record<UnitName, string>>
  /** Words of `units` that are as often something else, so that they are a unit only where an original has it. */
  looseUnits?: Partial<Record<UnitName, string>>
  /** Patterns of the beginnings of words for countries whose money has the name of that of others: dólares canadienses. */
  countries: Partial<Record<MoneyName, string>>
  negation: NegationFacts
  endings: EndingFacts
  names: NameFacts
  placeholders: PlaceholderFacts
  search: SearchFacts
}

/** How numbers are written and counted in words. Separators and decimals are those of `Intl`. */
export interface NumberFacts {
  /** Words that add up: `value word word …` for each value, separated by semicolons. */
  cardinals: string
  /** What multiplies the hundreds before it. */
  hundreds: string
  /** Numbers that are no exact count, such as ordinals, fractions and multiples, as in `cardinals`; a word may stand for several values. */
  loose: string
  /** What counts one only before a magnitude: a million. */
  article?: string
  /** Words for a half before a magnitude, separated by semicolons: half a million. */
  half: string
  /** Forms of each magnitude, separated by `|`, the longer first. */
  magnitudes: readonly (readonly [forms: string, factor: number])[]
  /** Thousands that count nothing by themselves. */
  indefinite: string
  /** Letters that stand for a magnitude even after a space: 12 M de usuarios. */
  spacedLetters?: string
  dozens: string
  /** What multiplies by twenty after four: quatre-vingts. */
  scores?: string
  /** May stand inside a number: nine hundred and five. */
  and: string
  /** After a number or its magnitude, separated by semicolons: two million and a half. */
  andHalf: string
  /** Between the two ends of a range, and what else is between two numbers that share a unit. */
  range: string
  between: string
  /** Between a number and what it is a number of; one letter has an apostrophe after it. */
  of: string
  minus: string
  /** Says minus and less. */
  perhapsMinus?: string
  /** A pattern: what before a figure says that it is not exact. */
  about: string
  /** Whether thousands may have a plain space between them. */
  hasSpaces: boolean
  /** Whether the first two digits of a year are said as a number: nineteen ninety. */
  hasYearsInPairs?: boolean
  /** Numbers that are written as one word. */
  compounds?: CompoundFacts
  /** A pattern of words that are made of a number, which is its first group: twentyfold. */
  derived?: string
  /** A pattern of what follows the digits of an ordinal: 1st. */
  ordinals: string
  /** Stems of ordinals as in `cardinals`, to each of which belongs each of the endings, which begin with a hyphen. */
  ordinalStems: string
  ordinalEndings: string
  /** The parts of a whole by their number, as in `cardinals`: thirds. */
  parts: string
  /** Numbers that are as often another word, such as according to: they are not taken for a number that was added. */
  otherWords: string
  /** A pattern of what stands in one out of ten. */
  outOf: string
  /** A pattern of what is said after a number below zero. */
  belowZero: string
  /** A pattern of what follows the digits of a decade: the 1990s. */
  decades: string
  /** A pattern of what follows digits that multiply: 3fach. */
  multiples?: string
}

export interface CompoundFacts {
  /** Fünfundzwanzig has the unit first, ventuno the ten. */
  order: 'unit-first' | 'ten-first'
  /** A pattern of what joins unit and ten. */
  and: string
  hundred: string
  thousand: string
  /** What adds a half: zweieinhalb. */
  half?: string
  /** What makes a fraction of a derived number: fünftel. */
  fraction?: string
  /** Endings of ordinals, which replace the last vowel. */
  ordinals?: string
}

export interface DateFacts {
  /** From Sunday on: its name, and after `|` shorter or other forms. */
  weekdays: readonly string[]
  /** From January on, in the same way. */
  months: readonly string[]
  /** Whether the month may stand before the day; dates in figures are then read in no order. */
  isMonthFirst: boolean
  /** A pattern: what may stand between the weekday and the date. */
  between: string
  /** What may stand between day, month and year. */
  of: string
  /** A pattern of what follows the digits of a time: 9 Uhr. */
  oClock: string
  clock: ClockFacts
}

/** How the time of day is said, as patterns. */
export interface ClockFacts {
  /** Before a time: um 9. */
  at: string
  /** After a time: before noon, after noon, and of the night, which is both. */
  morning: string
  evening: string
  night: string
  /** Anywhere in a sentence: a time in it may be one after noon. */
  late: string
  noon: string
  midnight: string
  /** Times in words; H is an hour from 1 to 12, to which minutes are added. */
  phrases: readonly (readonly [pattern: string, minutes: number])[]
}

/** How a sentence says that something is not so, as patterns of whole words. */
export interface NegationFacts {
  no: string
  /** Without: as often said for a word like quietly. */
  without: string
  /** Look like them, and say nothing of the kind: however, no doubt. */
  other: string
  /** Say it in another way, or are said with a negation elsewhere: hardly, only, fail to, un-. */
  like: string
  /** The beginnings of words that are the opposites of others, each before the other, separated by semicolons: illegal legal. */
  opposites: string
  /** Of the language of the originals: what others often say with a negation. */
  often?: string
  /** At the end of a word: isn't. */
  contracted?: string
}

/** What words change at their end. */
export interface EndingFacts {
  /** All endings that a word may have instead of each other, in plurals, genitives, cases and genders; none is one too. */
  forms: string
  /** A pattern of what the forms of a word differ in, when it is cut off after three letters or more. */
  dropped: string
}

/** How names are told from other words. */
export interface NameFacts {
  /** In a language that gives every noun a capital: a pattern of the endings of adjectives, which stand before nouns and not surnames. */
  capitalNouns?: { adjectives: string }
  /** A pattern of what is joined to the front of a name by an apostrophe, besides words of one or two letters. */
  elided?: string
}

/** What unfinished texts say. */
export interface PlaceholderFacts {
  /** A pattern: an order to write something, at the beginning or the end of brackets. */
  orders: string
  /** A pattern: what is alone in brackets. */
  alone?: string
  /** A pattern: where brackets end with it, something is to be written here. */
  here: string
  /** A pattern of what stands for a text. */
  texts: string
  /** Marks such as TODO that are words in this language, where other words in capitals are beside them. */
  words?: string
  /** A mark that is a name in this language after certain words, as a pattern. */
  names?: { mark: string; after: string }
}

/** The codes of currencies (ISO 4217). */
export type MoneyName =
  | 'USD'
  | 'CAD'
  | 'AUD'
  | 'NZD'
  | 'HKD'
  | 'SGD'
  | 'TWD'
  | 'MXN'
  | 'ARS'
  | 'CLP'
  | 'COP'
  | 'PHP'
  | 'EUR'
  | 'GBP'
  | 'EGP'
  | 'CHF'
  | 'JPY'
  | 'CNY'
  | 'INR'
  | 'PKR'
  | 'IDR'
  | 'BRL'
  | 'SEK'
  | 'NOK'
  | 'DKK'
  | 'ISK'
  | 'CZK'
  | 'KRW'
  | 'RUB'
  | 'TRY'
  | 'PLN'
  | 'ZAR'
  | 'ILS'
  | 'AED'
  | 'SAR'
  | 'THB'
  | 'VND'
  | 'UAH'
  | 'NGN'
  | 'MYR'
  | 'HUF'

export type UnitName =
  | MoneyName
  | 'percentage point'
  | 'percent'
  | 'basis point'
  | 'kilometre'
  | 'metre'
  | 'centimetre'
  | 'millimetre'
  | 'nanometre'
  | 'mile'
  | 'foot'
  | 'inch'
  | 'tonne'
  | 'kilogram'
  | 'pound'
  | 'gram'
  | 'milligram'
  | 'hectare'
  | 'square metre'
  | 'square foot'
  | 'litre'
  | 'millilitre'
  | 'watt hour'
  | 'watt'
  | 'milliwatt'
  | 'volt'
  | 'byte'
  | 'bit'
  | 'hertz'
  | 'token'
  | 'parameter'
  | 'degree celsius'
  | 'degree fahrenheit'
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'year'
  | 'penny'
  | 'cent'

/** How words are found again in other forms. */
export interface SearchFacts {
  /** The Snowball dictionary of PostgreSQL. */
  stemmer: string
}
