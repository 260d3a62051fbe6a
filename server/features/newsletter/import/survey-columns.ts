import { type ImportReport, REPORTED_VALUES } from '#core/domain/subscriber-import.ts'
import { type SlashOrder, shorten, slashOrderOf } from '#server/features/newsletter/import/parse-cells.ts'
import {
  type ImportField,
  isDeciding,
  type NamedColumn,
  type ParsedHeader,
} from '#server/features/newsletter/import/parse-header.ts'
import {
  type DecidingColumn,
  type DecidingRole,
  mustSayOf,
} from '#server/features/newsletter/import/standing.ts'
import {
  fold,
  isAbsent,
  isDateLike,
  isFalse,
  isTrue,
  NEGATION,
  saysOptedOut,
  standingByWords,
  wordsFor,
} from '#server/features/newsletter/import/words.ts'

/** A column with more values is no list of states. */
const MAX_VALUES = 20
const VALUE_LENGTH = 40

/** The contents of a column, as far as they say what the column is about. */
class ColumnSurvey {
  readonly shown: string[] = []
  readonly #values = new Set<string>()
  hasManyValues = false
  hasYesOrNo = false
  hasDate = false
  hasStanding = false
  hasNumber = false
  saysOptedOut = false
  slashes: SlashOrder | 'both' | undefined

  add(text: string): void {
    if (this.hasManyValues) {
      this.saysOptedOut ||= saysOptedOut(text)
      return
    }
    if (isAbsent(text) || this.#values.has(text)) return
    if (this.#values.size === MAX_VALUES) this.hasManyValues = true
    else this.#values.add(text)
    if (this.shown.length < REPORTED_VALUES) this.shown.push(shorten(text, VALUE_LENGTH))
    this.hasYesOrNo ||= isTrue(text) || isFalse(text)
    this.hasDate ||= isDateLike(text)
    this.hasNumber ||= /^\d{1,8}$/.test(text) && Number(text) > 1
    this.hasStanding ||= standingByWords(text) !== undefined
    this.saysOptedOut ||= saysOptedOut(text)
  }

  addDate(text: string): void {
    const order = slashOrderOf(text)
    if (order) this.slashes = this.slashes && this.slashes !== order ? 'both' : order
  }
}

/** Of other channels, of numbers and of what was last. */
const OTHER_CHANNEL = /sms|phone|telefon|whatsapp|push|mobil|fax|postal|direct(mail)?marketing/
const COUNTED = new RegExp(
  `^(?:${wordsFor('counted')})|count$|number|rate$|bounces$|emails(bounced|sent|opened|clicked|delivered)|^hsemail(bounce|click|delivered|open|sent)$|(url|link|token|hash|reason|source|text|name)$|^hash`,
)

/** Names of columns that say no. */
const NO: readonly [DecidingRole, RegExp][] = [
  ['bounced_at', new RegExp(wordsFor('bounced'))],
  ['complained_at', new RegExp(wordsFor('complained'))],
  ['left_at', new RegExp(wordsFor('left'))],
]
const WANTED = new RegExp(wordsFor('wanted'))
const PERHAPS = new RegExp(wordsFor('perhaps'))
const ENDED = new RegExp(wordsFor('ended'))
/** With such a word in front, a name that says yes says no, or something else. */
const NEGATED = new RegExp(String.raw`${NEGATION.source}|\b(exclu\w*|stop)\b`)
/** Of these, a word says that somebody is out only where it is one. */
const FREE_TEXT = new RegExp(wordsFor('texts'))
const POSTAL = new RegExp(`^(?:${wordsFor('postal')})`)

/** Finds what an unknown column is about, by its name and what stands in it. */
function roleOf({ name, plain }: NamedColumn, survey: ColumnSurvey): DecidingRole | undefined {
  const isOfMail = !(OTHER_CHANNEL.test(plain) && !plain.includes('email')) && !COUNTED.test(plain)
  if (isOfMail && survey.shown.length > 0) {
    const decides = survey.hasYesOrNo || survey.hasDate || survey.hasStanding || !survey.hasManyValues
    const isNegated = NEGATED.test(fold(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))
    const no = NO.find(([, pattern]) => pattern.test(plain))?.[0]
    if (no && decides && !(survey.hasNumber && no !== 'left_at')) return no
    if (WANTED.test(plain) && !isNegated && (!survey.hasManyValues || survey.hasDate)) return 'active'
    const mayDecide = PERHAPS.test(plain) || WANTED.test(plain)
    if (mayDecide && survey.hasStanding && !survey.hasManyValues && !isNegated) return 'words'
    if (mayDecide && survey.hasYesOrNo && !survey.hasNumber) return 'unknown'
    if (isNegated && WANTED.test(plain)) return 'unknown'
    if (ENDED.test(plain) && (survey.hasYesOrNo || survey.hasDate)) return 'unknown'
  }
  if (survey.saysOptedOut) return survey.hasManyValues || FREE_TEXT.test(plain) ? 'tags' : 'words'
  return undefined
}

export interface SurveyedColumns {
  /** The indexes of what is read of a subscriber. */
  fields: ReadonlyMap<ImportField, number>
  notes: ReadonlySet<number>
  deciding: DecidingColumn[]
  mustSay: DecidingColumn | undefined
  slashes: ReadonlyMap<ImportField, SlashOrder>
  read: string[]
  ignored: ImportReport['columns']['ignored']
}

/** Looks at what stands below the names, because a name alone does not say what a column is about. */
export class ColumnsSurvey {
  readonly #header: ParsedHeader
  readonly #surveys: ColumnSurvey[]
  /** Of addresses and times, there is nothing to find out. */
  readonly #surveyed: readonly number[]
  readonly #dates: readonly number[]

  constructor(header: ParsedHeader) {
    this.#header = header
    this.#surveys = header.columns.map(() => new ColumnSurvey())
    const indexesOf = (is: (field: ImportField | undefined) => boolean) =>
      header.columns.filter(({ field }) => is(field)).map(({ index }) => index)
    this.#surveyed = indexesOf((field) => !field || field === 'note' || field === 'status')
    this.#dates = indexesOf((field) => field === 'subscribed_at' || field === 'confirmed_at')
  }

  add(cells: readonly string[]): void {
    for (const index of this.#surveyed) {
      if (index >= cells.length) break
      this.#surveys[index]?.add((cells[index] ?? '').trim())
    }
    for (const index of this.#dates) this.#surveys[index]?.addDate((cells[index] ?? '').trim())
  }

  result(): SurveyedColumns {
    const fields = new Map<ImportField, number>()
    const notes = new Set<number>()
    const deciding: DecidingColumn[] = []
    const slashes = new Map<ImportField, SlashOrder>()
    const read: string[] = []
    const ignored: SurveyedColumns['ignored'] = []
    for (const column of this.#header.columns) {
      const { index, name } = column
      const survey = this.#surveys[index] as ColumnSurvey
      const field = this.#isAddress(column, survey) ? undefined : (column.field ?? roleOf(column, survey))
      if (field === 'note') notes.add(index)
      else if (field && isDeciding(field)) deciding.push({ index, name, role: field })
      else if (field) fields.set(field, index)
      if (field && survey.slashes && survey.slashes !== 'both') slashes.set(field, survey.slashes)
      if (name && field && field !== 'note') read.push(name)
      else if (name) ignored.push({ name, values: survey.shown })
    }
    return { fields, notes, deciding, mustSay: mustSayOf(deciding), slashes, read, ignored }
  }

  /** A state or an estado may be that of an address. */
  #isAddress({ plain, field }: NamedColumn, survey: ColumnSurvey): boolean {
    return (
      field === 'status' &&
      !survey.hasStanding &&
      !/statu|.{8}/.test(plain) &&
      this.#header.columns.some((other) => POSTAL.test(other.plain))
    )
  }
}
