import type { SourceSentence } from '#core/newsroom/judge/source-index.ts'

const NEXT =
  /next year|(?:el )?(?:próximo año|año que viene)|l['’]an(?:née)? prochaine?|nächste[ns]? jahr|kommende[ns]? jahr|(?:l['’])?anno prossimo|prossimo anno|(?:no )?próximo ano|ano que vem/iu
const LAST =
  /last year|a year (?:ago|earlier)|(?:el )?año pasado|l['’]an(?:née)? (?:dernière?|passée?)|vergangene[ns]? jahr|letzte[ns]? jahr|vorjahr|(?:l['’])?anno scorso|scorso anno|ano passado/iu

/** The years that a sentence of a source means without saying them: that of its publication, and those beside it. */
export function yearsOf(sentence: SourceSentence): ReadonlySet<number> {
  const published = Number(sentence.source.published_at.slice(0, 4))
  if (/(?<!\d)(?:19|20)\d\d(?!\d)/.test(sentence.text)) return new Set()
  const years = new Set<number>()
  const { text, dates } = sentence
  if (dates.length > 0 || THIS.test(text)) years.add(published)
  if (NEXT.test(text)) years.add(published + 1)
  if (LAST.test(text)) years.add(published - 1)
  return years
}

const THIS =
  /this (?:year|spring|summer|autumn|fall|winter|month|week)|este año|cette année|diese[sm]? jahr|heuer|quest['’]anno|este ano|today|heute|hoy|aujourd['’]hui|oggi|hoje/iu

const DAY_MS = 24 * 3600_000
const YESTERDAY = /(?<!\p{L})(?:yesterday|gestern|hier|ayer|ieri|ontem)(?!\p{L})/iu
const TODAY =
  /(?<!\p{L})(?:today|tonight|this (?:morning|afternoon|evening)|heute|aujourd['’]hui|hoy|oggi|hoje)(?!\p{L})/iu
const TOMORROW = /(?<!\p{L})(?:tomorrow|morgen|demain|mañana|domani|amanhã)(?!\p{L})/iu

/** The days that a sentence of a source means by yesterday or by a day of the week: those around its publication. */
export function daysOf({ text, dates, source }: SourceSentence): Date[] {
  const published = Date.parse(source.published_at)
  if (Number.isNaN(published)) return []
  const day = (offset: number) => new Date(published + offset * DAY_MS)
  const days = [
    ...(YESTERDAY.test(text) ? [day(-1)] : []),
    ...(TODAY.test(text) ? [day(0)] : []),
    ...(TOMORROW.test(text) ? [day(1)] : []),
  ]
  for (const { weekday } of dates)
    if (weekday !== null)
      for (let offset = -7; offset <= 7; offset++)
        if (day(offset).getUTCDay() === weekday) days.push(day(offset))
  return days
}
