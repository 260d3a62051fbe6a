/** A number of a text with what it counts, in a form that does not depend on the language. */
export interface Quantity {
  from: number
  to: number
  text: string
  /** What it may say, the likeliest first; two quantities agree when they have one in common. */
  says: string[]
  /** As a number, for the other end of a range; null when it is a time, a month or a name. */
  value: number | null
  /** The names in which its digits stand, as in GPT-4: not to be written in another way. */
  name: string | null
  /** Its unit; more than one when it may belong to a range that has its unit at the other end. Empty for none. */
  units: ReadonlySet<string>
  /** Whether the other text must have it. Small numbers in words are as often left out or put in by a good translator. */
  isStrict: boolean
  isDigits: boolean
}

export interface Quantities {
  quantities: Quantity[]
  /** Magnitudes without a number, such as billions of dollars. */
  orders: { factor: number; text: string }[]
  /** The months that are named, from 1 on. */
  months: { month: number; text: string }[]
}
