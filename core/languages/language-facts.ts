/**
 * Facts of a language, once for everything that reads or writes it: the check before publishing, the checks of translations, the
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
  /** The characters of a translation for each of its English source, in the middle. */
  lengthRatio: number
  numbers: NumberFacts
  dates: DateFacts
  /** The words for units, as patterns. Their signs are the same everywhere. */
  units: Partial<Record<UnitName, string>>
  /** Patterns of words for spans of time, with how many days, months or years they are: two decades, a fortnight. */
  periods: readonly (readonly [pattern: string, count: number, unit: 'minute' | 'day' | 'month' | 'year'])[]
  /** Words of `units` that are as often something else, so that they are a unit only where an original has it. */
  looseUnits?: Partial<Record<UnitName, string>>
  negation: NegationFacts
  endings: EndingFacts
  names: NameFacts
  /** Patterns of words that stand before what they are about, and deny it or leave it open. */
  polarity: Readonly<Record<Polarity, string>>
  placeholders: PlaceholderFacts
  /** The countries where it is spoken, by their names in English: what is written there seldom says so. */
  homes?: string
  /** A sentence of a report with a date, a number (#), names and a negation, by which the judge is warmed up. */
  example: string
  sentences: SentenceFacts
  grammar?: GrammarFacts
  reports: ReportFacts
  instructions: InstructionFacts
  pages: PageFacts
  lists: ListFacts
  /** Patterns of what an article is about, as they begin. */
  topics: Readonly<Record<'funding' | 'upcoming', string>>
  quotationMarks: QuotationMarks
  corrections: CorrectionFacts
  /** Tells a model to write it, where its English name does not say enough. */
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
  /** Numbers that are no exact count, such as ordinals, fractions and multiples, as in `cardinals`; a word may stand for several values. */
  loose: string
  /** Words that count one only before a magnitude: a million. */
  article?: string
  /** Words for a half before a magnitude, separated by semicolons: half a million. */
  half: string
  /** Forms of each magnitude, separated by `|`, the longer first. */
  magnitudes: readonly (readonly [forms: string, factor: number])[]
  /** Its names of the English billion and trillion, where their names mean something else. */
  large?: { billion: string; trillion: string }
  /** Thousands that count nothing by themselves. */
  indefinite: string
  /** Letters that stand for a magnitude even after a space: 12 M de usuarios. */
  spacedLetters?: string
  dozens: string
  /** Words that multiply by twenty after four: quatre-vingts. */
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
  /** True where it is written with decimal points somewhere: 4.2 % in Mexico. */
  hasDecimalPoints?: boolean
  /** True where thousands may have a plain space between them. */
  hasSpaces: boolean
  /** True where the first two digits of a year are said as a number: nineteen ninety. */
  hasYearsInPairs?: boolean
  /** True where a number of hundreds may be a century of the second millennium: Ottocento. */
  hasCenturyNames?: boolean
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
  /** A pattern of what stands before a decade that is nearly over: in her late forties. */
  late?: string
  /** A pattern of what stands before a divisor: divisé par deux. */
  divided?: string
  /** A pattern of what makes a share of an ordinal after it: every fifth. */
  each?: string
  /** A pattern of what has a word for a number in it and counts nothing: the third quarter. */
  idioms?: string
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
  /** One thousand before a smaller number, where it is another word: millecinquecento. */
  aThousand?: string
  /** A pattern of what adds a half: zweieinhalb. */
  half?: string
  /** A pattern of what makes a fraction of a derived number: fünftel. */
  fraction?: string
  /** Endings of ordinals, which replace the last vowel. */
  ordinals?: string
}

export interface DateFacts {
  /** From Sunday on: its name, and after `|` shorter or other forms. */
  weekdays: readonly string[]
  /** From January on, in the same way. */
  months: readonly string[]
  /** True where the month may stand before the day; dates in figures are then read in no order. */
  isMonthFirst: boolean
  /** Words of a date that say nothing of it, without accents. */
  fillers: string
  /** The first of a month, where it is an ordinal: 1er. */
  first?: string
  /** A pattern: what may stand between the weekday and the date. */
  between: string
  /** Words between day, month and year. */
  of: string
  /** A pattern of days with names of their own: Ferragosto. */
  feasts?: string
  /** A pattern of what follows the digits of a time: 9 Uhr. */
  oClock: string
  clock: ClockFacts
}

/** The time of day, as patterns. */
export interface ClockFacts {
  /** Before a time: um 9. */
  at: string
  /** After a time: before noon, after noon, and of the night, which is both. */
  morning: string
  evening: string
  night: string
  /** Anywhere in a sentence: a time in it may be one after noon. */
  late: string
  /** In the same way: a night, after which the languages may call it the day before or the next. */
  smallHours: string
  noon: string
  midnight: string
  /** Times in words; H is an hour from 1 to 12, to which minutes are added, or as often the minutes M. */
  phrases: readonly (readonly [pattern: string, minutes: number])[]
}

/** Words that say that something is not so, as patterns. */
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
  /** Says with no negation what others say with one: remains, enough, spared. Where it stands, a negation may be gone. */
  instead?: string
  /** Words that deny something, and those that say the contrary: no longer, still. A translation must not have the other. */
  contraries?: Readonly<Record<Contrary, readonly [denied: string, said: string]>>
  /** Of the language of the originals: what others often say with a negation. */
  often?: string
  /** At the end of a word: isn't. */
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
  /** All endings that a word may have instead of each other, in plurals, genitives, cases and genders; none is one too. */
  forms: string
  /** A pattern of what the forms of a word differ in, when it is cut off after three letters or more. */
  dropped: string
}

/** The signs of a name among other words. */
export interface NameFacts {
  /**
   * In a language that gives every noun a capital: a pattern of the endings of adjectives, which stand before nouns and not surnames,
   * and one of what stands before the names of people and bodies.
   */
  capitalNouns?: { adjectives: string; bodies: string }
  /** A pattern of what is joined to the front of a name by an apostrophe, besides words of one or two letters. */
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
  /** Those that a number follows. */
  numbered: string
  /** Those that may end a sentence too: it does before a word with which sentences begin. */
  abbreviations: string
  /** Words with which sentences begin, and names hardly do. */
  starters: string
  /** True where a number with a point is an ordinal: 3. März. */
  hasOrdinalPoints?: boolean
}

/** Forms of words that say something by themselves, as patterns. */
export interface GrammarFacts {
  /** A verb that says what will be, where there is no word for it among the marks of polarity. */
  future?: string
  /** Words before the person to whom something is done. */
  objects?: string
  /** True where what denies may stand before its negation and makes one with it: lehnt nicht ab. */
  deniesFirst?: boolean
  /** Words that say no once more after a verb that was negated: n'exclut pas. */
  negatedAfter?: string
  /** True where names are written in one word with nouns: Aletschgletscher. */
  hasCompounds?: boolean
}

/** The wording of reports, as patterns, for the judge. */
export interface ReportFacts {
  /** Places that people have. */
  roles: Partial<Record<RoleName, string>>
  /** Verbs of saying, and what stands before who says it. */
  says: string
  accordingTo: string
  /** Between two names or clauses, at the beginning of another clause, and of one that begins after a negation. */
  and: string
  or: string
  but: string
  rather?: string
  /** Before what is said, and before what is said of a name. */
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
  /** Beginnings of what says that something is foreseen. */
  foreseen?: string
  noLonger?: string
  respectively: string
  /** Second names of times and multiples, as `half-year=pattern` separated by semicolons. */
  periods: string
  /** Pronouns, and nouns for bodies and people that were named before. */
  refers: string
  /** More than was expected; the most that was ever seen. */
  compared?: string
  than?: string
  anybody?: string
  /** After a negation that only says how something is: not bad at all. */
  badly?: string
  ever?: string
  /** Negations of a verb. */
  notAtVerb: string
  /** Before who does something, and before that a passive or the ending of its participle. */
  by: string
  passive?: string
  participle?: string
  /** Before a name that another belongs to, or has something from, and before the place of something. */
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
  /** Not to heed orders that were given earlier. */
  ignore: string
  earlier: string
  orders: string
  /** Before whom it speaks to, and between that and what it calls them. */
  to: string
  article: string
  model: string
  /** Follows a model that is written about, and not spoken to. */
  aboutModels?: string
  /** For what a note may be, and sentences speak of as well. */
  models: string
  /** Beginnings of notes: their name before one of two lists of words, or one of the first list alone. */
  note: string
  noteTo: string
  noteAlsoTo?: string
  everybody: string
  /** Orders to write, and those of them that also tell what somebody says. */
  write: string
  says?: string
  only: string
  that: string
  /** After these a sentence goes on with an order. */
  please: string
  /** Spoken of only by those who write for models. */
  telling: string
}

/** Sentences with which pages speak of themselves, as patterns. */
export interface PageFacts {
  /** In its title, that it does not exist. */
  missing: string
  /** That what stood there was taken back. */
  withdrawn: string
  /** That the rest is for subscribers. */
  paywalled: string
}

/**
 * The words of lists of subscribers that other programs have written, in lower case without accents. Below the names of the columns, all but
 * the first four are phrases separated by semicolons, or patterns; with a negation they are understood only if they say it.
 */
export interface ListFacts {
  /** In a cell that has no value, or no date. */
  none: string
  no: string
  yes: string
  /** Names of columns without spaces, as `field name name …` separated by semicolons. */
  columns: string
  subscribed: string
  /** Said of somebody in any column. */
  optedOut: string
  negation: string
  complained: string
  bounced: string
  unconfirmed: string
  nonsubscribed: string
  unsubscribed: string
  /** In names of columns without spaces: for those who have left, for those who want mail, and for what may be about mail. */
  left: string
  wanted: string
  perhaps: string
  /** For the end of something else, such as a membership. */
  ended?: string
  /** Before numbers and what was last. */
  counted?: string
  /** For texts that somebody has written. */
  texts?: string
  /** At their beginning, for parts of postal addresses. */
  postal?: string
}

/** The marks around a quotation, and around one in it, with the spaces inside of them. */
export interface QuotationMarks {
  outer: readonly [open: string, close: string]
  inner: readonly [open: string, close: string]
}

/** Sentences with which a correction speaks to readers, with the quoted words in it. */
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
  /** Between the parts of a version, as in `3.12.1`. */
  point: string
  /** Between the two numbers of a range. */
  to: string
  minus: string
  plus: string
  plusOrMinus: string
  equals: string
  /** As in `3×`, and as in `3 × 4`. */
  times: readonly [after: string, between: string]
  lessThan: string
  moreThan: string
  atLeast: string
  atMost: string
  /** As in `3 × 10²⁵`: between a number and a power, and between its base and its exponent. */
  power: { times: string; to: string }
  about: string
  and: string
  at: string
  dot: string
  slash: string
  dash: string
  /** Before the number of a paragraph of a law (`§`), and before any other (`#`). */
  section: string
  number: string
  percent: string
  perMille: string
  /** Of the fractions that are characters. */
  fractions: Readonly<Record<'½' | '⅓' | '⅔' | '¼' | '¾', string>>
  /** Spellings of a thousand, a million and so on, as regular expressions that must match as a whole. */
  scales: readonly (readonly [written: string, ...spoken: Counted])[]
  /** Those of the above that stand for a number wherever they come right after one; others do in amounts of money alone. */
  loneScales: string
  /** After an amount, before what it is for each of, as in `20 €/user`. */
  per: string
  /** Times after a slash, as regular expressions, with what is said for both: `per year`. */
  perTimes: readonly (readonly [written: string, spoken: string])[]
  /** A currency that is called without its country. */
  ownMoney?: string
  /** Words that join a million to what it is a million of. */
  ofScale: (noun: string) => string
  /** An amount with two decimals, such as 3 and 50 of a euro. */
  price: (whole: string, currency: string, cents: string) => string
  /** Written forms with the spaces that may be left out. What ends a sentence keeps its full stop when it does. */
  abbreviations: readonly (readonly [written: string, spoken: string])[]
  endingAbbreviations: readonly (readonly [written: string, spoken: string])[]
  /** Those that are one only before a number. */
  beforeNumbers: readonly (readonly [written: string, spoken: string])[]
  /** Those that are a noun only after a number, without their points, as regular expressions. */
  afterNumbers: readonly (readonly [written: string, ...spoken: Counted])[]
  /** A regular expression of what stands before the `s` of a decade, which is no second: the 70s. */
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
  /** Units that are words as well: they are one only at the end of a clause, and before `de`. */
  looseUnits?: readonly string[]
  /** True where a byte is called an octet: 16 Go. */
  hasOctets?: boolean
  /** Words after a number with `°` that is an ordinal and no angle, as the source of a regular expression. */
  degreeOrdinals?: string
  /** A regular expression of words before a date that has no year, where its numbers have points: am 28.11. */
  beforeShortDate?: string
  /** Names of rulers, after which a Roman number is no count, as a regular expression; what ends such a number, and how it is said. */
  rulers?: { names: string; end?: string; say: (number: number, name: string) => string }
  /** Ordinals and years, which voices read wrongly. */
  counting?: (text: string) => string
  /** Sentences that are said of a picture before what it shows, of a table that is too large, and of code. */
  picture: string
  table: (rows: number, columns: number) => string
  code: (name: string, lines: number) => string
  /** Said for a piece of code in a sentence that is too long to be read. */
  shortCode: string
}

/** Other forms in which words are found again. What is compared is in lower case, with its accents. */
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
   * Endings of plurals and the like that the stemmer keeps apart, each after what it becomes before the stemmer sees it, separated by semicolons:
   * `eau eaux`. One of five letters may be a whole word.
   */
  endings?: string
  /** Forms of words that follow no rule, each after what it becomes, in the same way, as `spellings` leave them: `child children`. */
  forms?: string
  /** Signs of money and the like, in words. */
  signs?: Readonly<Record<string, string>>
  /** Magnitudes after a number, in words. */
  magnitudes?: Readonly<Record<string, string>>
  /** Magnitudes that stand beside a sign of money alone, in words: "4 M€". */
  amounts?: Readonly<Record<string, string>>
}
