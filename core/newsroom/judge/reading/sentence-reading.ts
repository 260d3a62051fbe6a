import { plainBlock } from '#core/check/text/block.ts'
import { type NameWord, nameWords } from '#core/check/text/name-words.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/languages.ts'
import { numbersOf } from '#core/languages/number-words-of.ts'
import { type PolarityMark, readMarks } from '#core/newsroom/judge/reading/polarity-marks.ts'
import { type Clause, readClauses } from '#core/newsroom/judge/reading/read-clauses.ts'
import { type DateMention, readDates } from '#core/newsroom/judge/reading/read-dates.ts'
import { type Quotation, readQuotations } from '#core/newsroom/judge/reading/read-quotations.ts'
import { readWords, type Word } from '#core/newsroom/judge/reading/read-words.ts'
import type { Quantities } from '#core/translation/checks/numbers/quantity.ts'
import { readQuantities } from '#core/translation/checks/numbers/read-quantities.ts'

/** The analysis of a sentence of a text or of a source. Each part is computed on first use. */
export class SentenceReading {
  readonly text: string
  readonly language: Language
  #words: Word[] | null = null
  #names: NameWord[] | null = null
  #quantities: Quantities | null = null
  #dates: DateMention[] | null = null
  #quotations: Quotation[] | null = null
  #clauses: Clause[] | null = null
  #marks: PolarityMark[] | null = null
  #stems: ReadonlySet<string> | null = null

  constructor(text: string, language: string | null) {
    this.text = text.slice(0, MAX_READ).normalize('NFC')
    this.language = isLanguage(language) ? language : DEFAULT_LANGUAGE
  }

  get words(): Word[] {
    this.#words ??= readWords(this.text, this.language)
    return this.#words
  }

  get names(): NameWord[] {
    this.#names ??= nameWords(plainBlock('content', this.text)).names
    return this.#names
  }

  get quantities(): Quantities {
    this.#quantities ??= readQuantities(this.text, this.language, {
      joinsSpaces: numbersOf(this.language).hasSpaces,
    })
    return this.#quantities
  }

  get dates(): DateMention[] {
    this.#dates ??= readDates(this.text, this.language)
    return this.#dates
  }

  get quotations(): Quotation[] {
    this.#quotations ??= readQuotations(this.text)
    return this.#quotations
  }

  get clauses(): Clause[] {
    this.#clauses ??= readClauses(this)
    return this.#clauses
  }

  get marks(): PolarityMark[] {
    this.#marks ??= readMarks(this)
    return this.#marks
  }

  /** The stems of its words that carry a meaning. */
  get stems(): ReadonlySet<string> {
    this.#stems ??= new Set(this.words.filter(({ isContent }) => isContent).map(({ stem }) => stem))
    return this.#stems
  }
}

/** The longest sentence; more of one is not compared. */
export const MAX_READ = 2000
