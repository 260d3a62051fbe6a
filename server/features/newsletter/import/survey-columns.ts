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
  saysOptedOut,
  standingByWords,
} from '#server/features/newsletter/import/words.ts'

/** A column with more values is no list of states. */
const MAX_VALUES = 20
const VALUE_LENGTH = 40

/** What stands in a column, as far as it says what the column is about. */
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
const OTHER_CHANNEL =
  /sms|phone|telefon|telefono|whatsapp|push|mobile|mobil|fax|postal|direct(mail)?marketing/
const COUNTED =
  /^(num|number|anzahl|count|total)|count$|number|rate$|bounces$|emails(bounced|sent|opened|clicked|delivered)|^hsemail(bounce|click|delivered|open|sent)$|^(last|first|letzte).*(open|click|sent|mail|newsletter|campaign|activity|seen)|(url|link|token|hash|reason|source|text|name)$|^hash/

/** Names in six languages of columns that say no. */
const NO: readonly [DecidingRole, RegExp][] = [
  ['bounced_at', /bounce|undeliver|unzustell|rebotad|rimbalz|devolvid|emailinvalid|invalidemail|cleaned/],
  ['complained_at', /complain|spamreport|markedasspam|beschwer|plainte|^abuse/],
  [
    'left_at',
    /unsub|opt(ed)?out|donot(e?mail|contact|send|market)|dont(e?mail|contact|send)|no(e?mail|marketing|newsletter)(s|ing)?$|not(subscribed|active)|inacti[fv]|inaktiv|inattiv|inativ|blacklist|blocklist|suppress|(is|mail|contact|user)blocked|^blocked|^(is)?deleted(at|on)?$|^dnc$/,
  ],
  [
    'left_at',
    /abgemeldet|abmelde|abmeldung|abbestell|ausgetragen|austrag|gesperrt|mailsperre|werbesperre|robinson|kein(e|en)?(e?mail|werbung|newsletter|kontakt)|widerruf|widerspr|desabonn|desinscri|ne(pas|plus)(contacter|envoyer)|desuscri|no(contactar|enviar)|(de|^|fecha)baja$|disiscri|cancellato|non(contattare|inviare)|descadastr|nao(contact|contat|enviar)|removido$|^left$|hasleft/,
  ],
]
/** Those that say yes. */
const YES =
  /accepts?(e?mail|newsletter)?s?marketing|accepts?(e?mails?|newsletter)|^(accepte|acepta|aceita|accetta|akzeptiert|erlaubt)\w*(mail|marketing|newsletter|publi|werb|bolet)|marketing(emails?)?(consent|optin|permission|allowed|erlaubt)|mail(consent|optin|permission|allowed|erlaubt|able)|opt(ed)?in|consent|^subscriber$|subscribed|newsletter|einwillig|zustimm|abonniert|angemeldet|consenso|suscrit|inscrit|iscritt|inscricao|wants(e?mail|news)|receives?(e?mails?|news)|recibe|recoit|riceve|recebe|gdpr|dsgvo|rgpd/
/** Those that may. */
const SOUNDS =
  /mail|^opt|subscri|market|bounce|block|contact|kontakt|^abo|abonn|status|spam|aktiv|^activ|isactiv|enabled|verified|permission|werbung|publici|pubblici|boletin|infolettre|suppress|confirm|zustell|deliverab/
const ENDED = /disabled|archived|banned|suspended|cancel|annul|austritt|kundig|gekund|resili/
/** With such a word in front, a name that says yes says no, or something else. */
const NEGATED =
  /\b(no|non|not|dont|do not|never|without|exclu\w*|stop|kein\w*|nicht|nie|ohne|ne|pas|sans|sin|sem|senza|nao)\b/
/** Of these, a word says that somebody is out only where it is one. */
const FREE_TEXT = /tags?$|label|etiquet|note|comment|bemerk|kommentar|name$/

/** What an unknown column is about, by its name and what stands in it. */
function roleOf({ name, plain }: NamedColumn, survey: ColumnSurvey): DecidingRole | undefined {
  const isOfMail = !(OTHER_CHANNEL.test(plain) && !plain.includes('email')) && !COUNTED.test(plain)
  if (isOfMail && survey.shown.length > 0) {
    const decides = survey.hasYesOrNo || survey.hasDate || survey.hasStanding || !survey.hasManyValues
    const isNegated = NEGATED.test(fold(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')))
    const no = NO.find(([, pattern]) => pattern.test(plain))?.[0]
    if (no && decides && !(survey.hasNumber && no !== 'left_at')) return no
    if (YES.test(plain) && !isNegated && (!survey.hasManyValues || survey.hasDate)) return 'active'
    const mayDecide = SOUNDS.test(plain) || YES.test(plain)
    if (mayDecide && survey.hasStanding && !survey.hasManyValues && !isNegated) return 'words'
    if (mayDecide && survey.hasYesOrNo && !survey.hasNumber) return 'unknown'
    if (isNegated && YES.test(plain)) return 'unknown'
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
    if (field !== 'status' || survey.hasStanding || !/^(state|estado|stato)$/.test(plain)) return false
    return this.#header.columns.some((other) =>
      /^(zip|postal|city|country|street|address1?$|ciudad|cidade|citta|cap$|cep$|provin|region)/.test(
        other.plain,
      ),
    )
  }
}
