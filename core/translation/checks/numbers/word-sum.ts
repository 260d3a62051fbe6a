import type { NumberWord } from '#core/languages/number-words-of.ts'

/** Adds up the words of one number: nine hundred and fifty thousand, quatre-vingt-dix-sept, mil millones. */
export class WordSum {
  /** True when all words are magnitudes, so that they only say the order: billions, miles de millones. */
  isOrder = true
  #total = 0
  /** The sum that the next magnitude multiplies. */
  #group = 0
  #factor = Number.POSITIVE_INFINITY
  /** The value of the last word; only words of smaller values may follow. */
  #lowest = Number.POSITIVE_INFINITY

  get value(): number {
    return this.#total + this.#group
  }

  /** The value of a half after it: of two million and a half, a million. */
  get half(): number {
    return this.#group > 0 || this.#factor === Number.POSITIVE_INFINITY ? 0.5 : this.#factor / 2
  }

  /** Returns true when "and" may follow, as in a hundred and five, and treinta y cinco. */
  get isOpen(): boolean {
    return this.#lowest >= 10 && this.#lowest !== Number.POSITIVE_INFINITY
  }

  /** Returns true when "of" may follow: milioni di miliardi. */
  get isMagnitude(): boolean {
    return this.isOrder || (this.#lowest === this.#factor && this.#lowest !== Number.POSITIVE_INFINITY)
  }

  /** Returns true when it can be the first two digits of a year in words. */
  get isCentury(): boolean {
    return this.#total === 0 && this.#group >= 10 && this.#group < 100
  }

  /** Returns true when an ordinal can be its last part, as in twenty-first and ten millionth. */
  takes(ordinal: number): boolean {
    return (
      !this.isOrder &&
      this.value > 0 &&
      (this.#fits(ordinal) || ordinal >= 1000 || (ordinal === 100 && this.value < 10))
    )
  }

  /** Takes a word, unless it cannot be the next of this number. */
  add(word: NumberWord, text: string): boolean {
    if (word.factor !== undefined) return this.#multiply(word.factor, isCount(word, text))
    if (word.isHundred) return this.#addHundred()
    return word.value === undefined ? false : this.#addValue(word.value, word.isScore === true)
  }

  #multiply(factor: number, isNumber: boolean): boolean {
    if (this.#group > 0 || (isNumber && this.#lowest === Number.POSITIVE_INFINITY)) this.isOrder = false
    // Thousand after million adds up, millones after mil multiplies.
    if (this.#factor === Number.POSITIVE_INFINITY) this.#total = (this.#group || 1) * factor
    else if (factor > this.#factor || this.#group === 0) this.#total = (this.#total + this.#group) * factor
    else this.#total += this.#group * factor
    this.#group = 0
    this.#factor = factor
    this.#lowest = factor
    return true
  }

  #addHundred(): boolean {
    // Fifteen hundred.
    if (this.#group >= 10 && (this.#group > 99 || this.#group % 10 === 0)) return false
    this.#group = (this.#group || 1) * 100
    return this.#took(100)
  }

  #addValue(value: number, isScore: boolean): boolean {
    if (isScore && this.#group % 100 === 4) {
      this.#group += 76
      return this.#took(80)
    }
    if (this.value > 0 && !this.#fits(value)) return false
    this.#group += value
    return this.#took(value)
  }

  #fits(value: number): boolean {
    // Soixante-dix, quatre-vingt-quinze, and quatre-vingt-dix-sept.
    if ((this.#lowest === 60 || this.#lowest === 80) && value >= 10 && value < 20) return true
    if (this.#group % 20 === 10 && this.#lowest === 10 && value >= 7 && value < 10) return true
    return value < this.#lowest && (this.#lowest >= 100 || (this.#lowest >= 20 && value < 10))
  }

  #took(lowest: number): boolean {
    this.isOrder = false
    this.#lowest = lowest
    return true
  }
}

/** Mil, mille and tausend are a number without another before them; miles and thousands are none. */
const isCount = ({ factor, isIndefinite }: NumberWord, text: string) =>
  factor === 1e3 && !isIndefinite && !text.endsWith('s')
