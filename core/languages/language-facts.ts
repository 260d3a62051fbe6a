/**
 * Facts of a language, once for everything that reads or writes it: the check before publishing, the checks of translations, the
 * judge, the search, the newsletter and the voice. Each language has its file beside this one. Lists of words are strings with spaces
 * between the words. A pattern is the source of a regular expression with alternatives, which is matched in any case.
 */
export interface LanguageFacts {
  /** Words in lower case that have a function in sentences and no subject: articles, prepositions, pronouns. */
  functionWords: string
  /** Such words that no other of the languages has, so that one of them identifies a text. */
  tellingWords?: string
  /** Its code of three letters (ISO 639-3), the result of language detection. */
  iso3: string
  /** The median number of characters of a translation for each of its English source. */
  lengthRatio: number
  numbers: NumberFacts
  dates: DateFacts
  /** The words for units, as patterns. Their signs are the same everywhere. */
  units: Partial<Record<UnitName, string>>
  /** Patterns of words for spans of time, with their lengths in days, months or years: two decades, a fortnight. */
  periods: readonly (readonly [pattern: string, count: number, unit: 'minute' | 'day' | 'month' | 'year'])[]
  /** Words of `units` that are as often something else, so that they are a unit only if an original has it. */
  looseUnits?: Partial<Record<UnitName, string>>
  negation: NegationFacts
  endings: EndingFacts
  names: NameFacts
  /** Patterns of words that precede a statement, and negate it or make it uncertain. */
  polarity: Readonly<Record<Polarity, string>>
  placeholders: PlaceholderFacts
  /** The countries in which it is spoken, by their English names: texts from there seldom name them. */
  homes?: string
  /** A sentence of a report with a date, a number (#), names and a negation, by which the judge is warmed up. */
  example: string
  sentences: SentenceFacts
  grammar?: GrammarFacts
  reports: ReportFacts
  instructions: InstructionFacts
  pages: PageFacts
  lists: ListFacts
  /** Patterns of words for the subject of an article, as they begin. */
  topics: Readonly<Record<'funding' | 'upcoming', string>>
  quotationMarks: QuotationMarks
  corrections: CorrectionFacts
  /** Tells a model to write it, if its English name is not enough. */
  prompt?: { name: string; address?: string }
  speech: SpeechFacts
  search: SearchFacts
}

/** Numbers in digits and in words. Separators and decimals are those of `Intl`. */
export interface NumberFacts {
  /** Words that add up: `value word word …` for each value, separated by semicolons. */
  cardinals: string
  /** A word that multiplies the hundreds before it. */
  hundreds: string
  /** Numbers that are not an exact count, such as ordinals, fractions and multiples, as in `cardinals`; a word may have several values. */
  loose: string
  /** Words that count one only before a magnitude: a million. */
  article?: string
  /** Words for a half before a magnitude, separated by semicolons: half a million. */
  half: string
  /** Forms of each magnitude, separated by `|`, the longer first. */
  magnitudes: readonly (readonly [forms: string, factor: number])[]
  /** Its names of the English billion and trillion, if they mean something else in it. */
  large?: { billion: string; trillion: string }
  /** Plurals of thousand that are not a number by themselves. */
  indefinite: string
  /** Letters for a magnitude even after a space: 12 M de usuarios. */
  spacedLetters?: string
  dozens: string
  /** Words that multiply by twenty after four: quatre-vingts. */
  scores?: string
  /** Words that may be inside a number: nine hundred and five. */
  and: string
  /** Words after a number or its magnitude, separated by semicolons: two million and a half. */
  andHalf: string
  /** Words between the two ends of a range, and between two numbers that share a unit. */
  range: string
  between: string
  /** Words between a number and the counted noun; one letter has an apostrophe after it. */
  of: string
  minus: string
  /** A word for both minus and less. */
  perhapsMinus?: string
  /** A pattern of words before a figure that make it approximate. */
  about: string
  /** True if it is written with decimal points somewhere: 4.2 % in Mexico. */
  hasDecimalPoints?: boolean
  /** True if thousands may have a plain space between them. */
  hasSpaces: boolean
  /** True if the first two digits of a year are read as a number: nineteen ninety. */
  hasYearsInPairs?: boolean
  /** True if a number of hundreds may be a century of the second millennium: Ottocento. */
  hasCenturyNames?: boolean
  /** Numbers that are written as one word. */
  compounds?: CompoundFacts
  /** A pattern of words that are made of a number, which is its first group: twentyfold. */
  derived?: string
  /** A pattern of the ending after the digits of an ordinal: 1st. */
  ordinals: string
  /** Stems of ordinals as in `cardinals`, to each of which belongs each of the endings, which begin with a hyphen. */
  ordinalStems: string
  ordinalEndings: string
  /** The parts of a whole by their number, as in `cardinals`: thirds. */
  parts: string
  /** Numbers that are as often another word, such as according to: they are not taken for a number that was added. */
  otherWords: string
  /** A pattern of words before a decade that is nearly over: in her late forties. */
  late?: string
  /** A pattern of words before a divisor: divisé par deux. */
  divided?: string
  /** A pattern of words that make an ordinal after them a share: every fifth. */
  each?: string
  /** A pattern of idioms with a word for a number that does not count: the third quarter. */
  idioms?: string
  /** A pattern of the words in one out of ten. */
  outOf: string
  /** A pattern of words after a number below zero. */
  belowZero: string
  /** A pattern of the ending after the digits of a decade: the 1990s. */
  decades: string
  /** A pattern of the ending after digits that multiply: 3fach. */
  multiples?: string
}

export interface CompoundFacts {
  /** Fünfundzwanzig has the unit first, ventuno the ten. */
  order: 'unit-first' | 'ten-first'
  /** A pattern of the word that joins unit and ten. */
  and: string
  hundred: string
  thousand: string
  /** One thousand before a smaller number, if it is another word: millecinquecento. */
  aThousand?: string
  /** A pattern of the ending that adds a half: zweieinhalb. */
  half?: string
  /** A pattern of the ending that makes a fraction of a derived number: fünftel. */
  fraction?: string
  /** Endings of ordinals, which replace the last vowel. */
  ordinals?: string
}

export interface DateFacts {
  /** The names of the weekdays from Sunday on; after `|` shorter or other forms. */
  weekdays: readonly string[]
  /** The names of the months from January on, in the same way. */
  months: readonly string[]
  /** True if the month may precede the day; dates in figures are then ambiguous. */
  isMonthFirst: boolean
  /** Words of a date without information, without accents. */
  fillers: string
  /** The first of a month, if it is an ordinal: 1er. */
  first?: string
  /** A pattern of words between the weekday and the date. */
  between: string
  /** Words between day, month and year. */
  of: string
  /** A pattern of days with names of their own: Ferragosto. */
  feasts?: string
  /** A pattern of the word after the digits of a time: 9 Uhr. */
  oClock: string
  clock: ClockFacts
}

/** The time of day, as patterns. */
export interface ClockFacts {
  /** Words before a time: um 9. */
  at: string
  /** Words after a time: before noon, after noon, and of the night, which is both. */
  morning: string
  evening: string
  night: string
  /** Words anywhere in a sentence: a time in it may be one after noon. */
  late: string
  /** Words for a night, which languages may assign to the day before or the next. */
  smallHours: string
  noon: string
  midnight: string
  /** Times in words; H is an hour from 1 to 12, to which minutes are added, or M for any number of minutes. */
  phrases: readonly (readonly [pattern: string, minutes: number])[]
}

/** Words of negation, as patterns. */
export interface NegationFacts {
  no: string
  /** The word for without: as often used for a word like quietly. */
  without: string
  /** Words that look like negations, and are not: however, no doubt. */
  other: string
  /** Words that negate in another way, or are negations in other languages: hardly, only, fail to, un-. */
  like: string
  /** The beginnings of words that are the opposites of others, each before the other, separated by semicolons: illegal legal. */
  opposites: string
  /** Words without a negation for what others express with one: remains, enough, spared. With them, a negation may be missing. */
  instead?: string
  /** Words that negate something, and those for the contrary: no longer, still. A translation must not have the other. */
  contraries?: Readonly<Record<Contrary, readonly [denied: string, said: string]>>
  /** For the language of the originals: words that others often express with a negation. */
  often?: string
  /** The contracted form at the end of a word: isn't. */
  contracted?: string
}

export type Contrary =
  | 'yet'
  | 'still'
  | 'none'
  | 'hardly'
  | 'even'
  | 'with'
  | 'unless'
  | 'accept'
  | 'deny'
  | 'affirm'
  | 'include'
  | 'stop'
  | 'obliged'
  | 'fail'

/** Changes of words at their end. */
export interface EndingFacts {
  /** All endings that a word may have instead of each other, in plurals, genitives, cases and genders; no ending is one too. */
  forms: string
  /** A pattern of the differences between forms of a word that is cut off after three letters or more. */
  dropped: string
}

/** The signs of a name among other words. */
export interface NameFacts {
  /**
   * In a language with a capital for every noun: a pattern of the endings of adjectives, which precede nouns and not surnames, and one of
   * words before the names of people and bodies.
   */
  capitalNouns?: { adjectives: string; bodies: string }
  /** A pattern of words that an apostrophe joins to the front of a name, besides words of one or two letters. */
  elided?: string
  /** Words in names of bodies that may have no letter in their short forms. */
  small: string
  /** Beginnings of names of places, as in `names/places.ts`, where its table has none. */
  places?: string
  /** Short forms that everybody knows, each after one of `names/initials.ts`. */
  initials?: string
}

/** The certainty of a source. `denial`: verbs that negate what follows. `plan`: not yet. `claim`: somebody says so. */
export type Polarity = 'negation' | 'denial' | 'possible' | 'plan' | 'claim'

/** Marks of unfinished texts. */
export interface PlaceholderFacts {
  /** A pattern of orders to write something, at the beginning or the end of brackets. */
  orders: string
  /** A pattern of placeholders that are alone in brackets. */
  alone?: string
  /** A pattern of the end of brackets in which something is to be written. */
  here: string
  /** A pattern of placeholders for a text. */
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
  | 'square kilometre'
  | 'metre'
  | 'centimetre'
  | 'millimetre'
  | 'nanometre'
  | 'mile'
  | 'foot'
  | 'inch'
  | 'yard'
  | 'square mile'
  | 'acre'
  | 'ounce'
  | 'stone'
  | 'gallon'
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
  | 'degree'
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'year'
  | 'penny'
  | 'cent'

/** The words that decide whether a point ends a sentence, without their points, besides abbreviations that are read aloud in full. */
export interface SentenceFacts {
  /** Abbreviations that a name or another noun follows, so that its point never ends a sentence. */
  titles: string
  /** Abbreviations that a number follows. */
  numbered: string
  /** Abbreviations that may end a sentence too: they do before a word with which sentences begin. */
  abbreviations: string
  /** Words with which sentences begin, and names seldom do. */
  starters: string
  /** True if a number with a point is an ordinal: 3. März. */
  hasOrdinalPoints?: boolean
}

/** Forms of words with a grammatical meaning, as patterns. */
export interface GrammarFacts {
  /** A verb of the future, if the marks of polarity contain no word for it. */
  future?: string
  /** Words before the object of an act. */
  objects?: string
  /** True if a denial may precede its negation and is one with it: lehnt nicht ab. */
  deniesFirst?: boolean
  /** Second words of negation after a verb that was negated: n'exclut pas. */
  negatedAfter?: string
  /** True if names are joined with nouns in one word: Aletschgletscher. */
  hasCompounds?: boolean
}

/** The wording of reports, as patterns, for the judge. */
export interface ReportFacts {
  /** Roles of people. */
  roles: Partial<Record<RoleName, string>>
  /** Verbs of saying, and words before the speaker. */
  says: string
  accordingTo: string
  /** Words between two names or clauses, at the beginning of another clause, and of one that begins after a negation. */
  and: string
  or: string
  but: string
  rather?: string
  /** Words before the content of a statement, and before a clause about a name. */
  that?: string
  relative: string
  /** Prepositions with which sentences begin. */
  starts?: string
  lastYear: string
  thisYear: string
  nextYear: string
  yesterday: string
  today: string
  tomorrow: string
  /** Beginnings of verbs: to examine is not yet to plan, to hope and to suspect are less than to say. */
  considers: string
  hopes: string
  suspects: string
  /** Beginnings of words for something that is foreseen. */
  foreseen?: string
  noLonger?: string
  respectively: string
  /** Second names of times and multiples, as `half-year=pattern` separated by semicolons. */
  periods: string
  /** Pronouns, and nouns for bodies and people that were named before. */
  refers: string
  /** Words of comparisons: more than was expected; the most that was ever seen. */
  compared?: string
  than?: string
  anybody?: string
  /** Words after a negation that only qualify it: not bad at all. */
  badly?: string
  ever?: string
  /** Negations of a verb. */
  notAtVerb: string
  /** Words before the agent, and before that a passive or the ending of its participle. */
  by: string
  passive?: string
  participle?: string
  /** Words before the owner or the origin of something, and before its place. */
  genitive: string
  places: string
  /** Endings that are joined to a weekday: Montagabend. */
  weekdayEndings?: string
}

export type RoleName =
  | 'chief executive'
  | 'finance chief'
  | 'chair'
  | 'president'
  | 'vice president'
  | 'prime minister'
  | 'chancellor'
  | 'minister'
  | 'mayor'
  | 'founder'
  | 'spokesperson'
  | 'director'
  | 'delegate'
  | 'judge'
  | 'lawyer'
  | 'coach'
  | 'archivist'
  | 'professor'
  | 'researcher'
  | 'buyer'
  | 'seller'
  | 'owner'

/** Words by which texts speak to language models, as patterns. */
export interface InstructionFacts {
  /** Words for not heeding earlier orders. */
  ignore: string
  earlier: string
  orders: string
  /** Words before the addressee, and between that and its name. */
  to: string
  article: string
  model: string
  /** Words after a model that a text is about, and does not speak to. */
  aboutModels?: string
  /** Names for models in a note, which are common in other sentences as well. */
  models: string
  /** Beginnings of notes: their name before one of two lists of words, or one of the first list alone. */
  note: string
  noteTo: string
  noteAlsoTo?: string
  everybody: string
  /** Orders to write, and those of them that also introduce somebody's statement. */
  write: string
  says?: string
  only: string
  that: string
  /** Words after which a sentence goes on with an order. */
  please: string
  /** Words that only texts for models contain. */
  telling: string
}

/** Sentences of pages about themselves, as patterns. */
export interface PageFacts {
  /** The statement in the title that the page does not exist. */
  missing: string
  /** The statement that a text was withdrawn. */
  withdrawn: string
  /** The statement that the rest is for subscribers. */
  paywalled: string
}

/**
 * The words in lists of subscribers from other programs, in lower case without accents. Below the names of the columns, all but the first
 * four are phrases separated by semicolons, or patterns; with a negation they are understood only if they contain it.
 */
export interface ListFacts {
  /** The values of cells without a value, or without a date. */
  none: string
  no: string
  yes: string
  /** Names of columns without spaces, as `field name name …` separated by semicolons. */
  columns: string
  subscribed: string
  /** Words for a person who opted out, in any column. */
  optedOut: string
  negation: string
  complained: string
  bounced: string
  unconfirmed: string
  nonsubscribed: string
  unsubscribed: string
  /** Words in names of columns without spaces: for people who have left, for people who want mail, and for anything about mail. */
  left: string
  wanted: string
  perhaps: string
  /** Words for the end of something else, such as a membership. */
  ended?: string
  /** Words before numbers and the last date of something. */
  counted?: string
  /** Words for texts of people. */
  texts?: string
  /** Beginnings of columns for parts of postal addresses. */
  postal?: string
}

/** The marks around a quotation, and around one in it, with the spaces inside of them. */
export interface QuotationMarks {
  outer: readonly [open: string, close: string]
  inner: readonly [open: string, close: string]
}

/** Sentences of a correction for readers, with the quoted words in them. */
export interface CorrectionFacts {
  said: (before: string) => string
  right: (after: string) => string
  wrong: string
}

/** A noun for one and for many of it. */
export type Counted = readonly [one: string, many: string]

/** Facts that a text needs to be read aloud, apart from what `Intl` knows. */
export interface SpeechFacts {
  /** Signs between thousands, as the inside of a class of a regular expression. */
  grouping: string
  /** The word between the parts of a version, as in `3.12.1`. */
  point: string
  /** The word between the two numbers of a range. */
  to: string
  minus: string
  plus: string
  plusOrMinus: string
  equals: string
  /** The words in `3×`, and in `3 × 4`. */
  times: readonly [after: string, between: string]
  lessThan: string
  moreThan: string
  atLeast: string
  atMost: string
  /** The words in `3 × 10²⁵`: between a number and a power, and between its base and its exponent. */
  power: { times: string; to: string }
  about: string
  and: string
  at: string
  dot: string
  slash: string
  dash: string
  /** The words before the number of a paragraph of a law (`§`), and before any other (`#`). */
  section: string
  number: string
  percent: string
  perMille: string
  /** The words for the fractions that are characters. */
  fractions: Readonly<Record<'½' | '⅓' | '⅔' | '¼' | '¾', string>>
  /** Spellings of a thousand, a million and so on, as regular expressions that must match as a whole. */
  scales: readonly (readonly [written: string, ...spoken: Counted])[]
  /** The scales that are a number whenever they come right after one; others are in amounts of money alone. */
  loneScales: string
  /** The word after an amount, before the unit of a rate, as in `20 €/user`. */
  per: string
  /** Times after a slash, as regular expressions, with the words for both: `per year`. */
  perTimes: readonly (readonly [written: string, spoken: string])[]
  /** The currency that is named without its country. */
  ownMoney?: string
  /** Words that join a million to the counted noun. */
  ofScale: (noun: string) => string
  /** An amount with two decimals, such as 3 and 50 of a euro. */
  price: (whole: string, currency: string, cents: string) => string
  /** Written forms with optional spaces. A form that ends a sentence keeps its full stop. */
  abbreviations: readonly (readonly [written: string, spoken: string])[]
  endingAbbreviations: readonly (readonly [written: string, spoken: string])[]
  /** Forms that are abbreviations only before a number. */
  beforeNumbers: readonly (readonly [written: string, spoken: string])[]
  /** Forms that are nouns only after a number, without their points, as regular expressions. */
  afterNumbers: readonly (readonly [written: string, ...spoken: Counted])[]
  /** A regular expression of the text before the `s` of a decade, which is not a second: the 70s. */
  decade?: string
  /** A time of the day; the hour is one of 24. */
  time: (hour: number, minute: number, half: 'a' | 'p' | null) => string
  /**
   * The signs around the digits of a time, as regular expressions: between hours and minutes, after both, after hours alone, and for
   * the halves of the day, with a group for its first letter.
   */
  clock: { between: string; after?: string; hourAlone?: string; half?: string }
  /** Units for which `Intl` has no name: with each prefix of `prefixes`, in the order of kilo, mega, giga, tera, peta. */
  prefixes: readonly [string, string, string, string, string]
  bases: Readonly<Record<'W' | 'Wh' | 'Hz' | 'V', Counted>>
  tonne: Counted
  square: (unit: string) => string
  cubic: (unit: string) => string
  small: Readonly<Record<'nm' | 'µm' | 'mg', Counted>>
  /** Units that are words as well: they are units only at the end of a clause, and before `de`. */
  looseUnits?: readonly string[]
  /** True if a byte is called an octet: 16 Go. */
  hasOctets?: boolean
  /** Words after a number with `°` that is an ordinal and not an angle, as the source of a regular expression. */
  degreeOrdinals?: string
  /** A regular expression of words before a date that has no year, where its numbers have points: am 28.11. */
  beforeShortDate?: string
  /** Names of rulers, after which a Roman number does not count, as a regular expression; the end of such a number, and its spoken form. */
  rulers?: { names: string; end?: string; say: (number: number, name: string) => string }
  /** Ordinals and years, which voices read wrongly. */
  counting?: (text: string) => string
  /** Sentences before the description of a picture, for a table that is too large, and for code. */
  picture: string
  table: (rows: number, columns: number) => string
  code: (name: string, lines: number) => string
  /** The words for a piece of code in a sentence that is too long to be read. */
  shortCode: string
}

/** Other forms under which words are found. Compared text is in lower case, with its accents. */
export interface SearchFacts {
  /** The Snowball dictionary of PostgreSQL. */
  stemmer: string
  /** Function words that are the subject of texts too, and so are searched for. */
  subjects?: string
  /** Words that are cut off before an apostrophe, such as the French "l'". */
  elisions?: string
  /** The word between two that are alternatives in a query, beside OR. */
  or?: string
  /** Patterns of spellings with what they become, for words that are spelled in several ways. */
  spellings?: readonly (readonly [pattern: string, replacement: string])[]
  /**
   * Endings of plurals and the like that the stemmer does not join, each after its replacement before stemming, separated by semicolons:
   * `eau eaux`. One of five letters may be a whole word.
   */
  endings?: string
  /** Irregular forms, each after its replacement, in the same way, after `spellings` are replaced: `child children`. */
  forms?: string
  /** Signs of money and the like, in words. */
  signs?: Readonly<Record<string, string>>
  /** Magnitudes after a number, in words. */
  magnitudes?: Readonly<Record<string, string>>
  /** Magnitudes beside a sign of money alone, in words: "4 M€". */
  amounts?: Readonly<Record<string, string>>
}
