import type { SpeechWords } from '#core/speech/speech-words.ts'

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const MONTH = 'January|February|March|April|May|June|July|August|September|October|November|December'
/** Before a number that is a year, and not a count. */
const BEFORE_YEAR = `in|since|by|until|till|from|of|before|after|during|around|circa|early|late|mid|year|spring|summer|autumn|fall|winter|${MONTH}|(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th),`

const DAY = new RegExp(`\\b(${MONTH}) (\\d{1,2})(?![\\d:.]*\\d|st|nd|rd|th| percent)`, 'g')
const YEAR = new RegExp(`(?<=\\b(?:${BEFORE_YEAR}) |\\()(1[1-9]\\d\\d|20\\d\\d)\\b(?![.,]?\\d| ?%)`, 'gi')

export const EN: SpeechWords = {
  language: 'en',
  locale: 'en-US',
  grouping: ',',
  decimal: '.',
  point: 'point',
  to: 'to',
  minus: 'minus',
  plus: 'plus',
  plusOrMinus: 'plus or minus',
  equals: 'equals',
  times: ['times', 'by'],
  lessThan: 'less than',
  moreThan: 'more than',
  about: 'about',
  and: 'and',
  at: 'at',
  dot: 'dot',
  slash: 'slash',
  dash: 'dash',
  section: 'section',
  number: 'number',
  percent: 'percent',
  perMille: 'per mille',
  fractions: {
    '½': 'one half',
    '⅓': 'one third',
    '⅔': 'two thirds',
    '¼': 'one quarter',
    '¾': 'three quarters',
  },
  scales: [
    ['thousand|[kK]', 'thousand', 'thousand'],
    ['million|[mM]|mn|mln', 'million', 'million'],
    ['billion|bn|[bB]', 'billion', 'billion'],
    ['trillion|tn|trn|T', 'trillion', 'trillion'],
  ],
  loneScales: 'bn|mn|tn|trn|B|M|K|k',
  ofScale: (noun) => noun,
  price: (whole, currency, cents) => `${whole} ${currency} ${cents}`,
  abbreviations: [
    ['e. g.', 'for example'],
    ['i. e.', 'that is'],
    ['vs.', 'versus'],
    ['cf.', 'compare'],
    ['approx.', 'approximately'],
    ['ca.', 'around'],
    ['Mr.', 'Mister'],
    ['Mrs.', 'Misses'],
    ['Ms.', 'Miz'],
    ['Dr.', 'Doctor'],
    ['Prof.', 'Professor'],
    ['St.', 'Saint'],
    ['Gov.', 'Governor'],
    ['Sen.', 'Senator'],
    ['Rep.', 'Representative'],
    ['Gen.', 'General'],
    ['w/o', 'without'],
    ['w/', 'with'],
    ['a. k. a.', 'also known as'],
    ['aka', 'also known as'],
    ['viz.', 'namely'],
    ['et al.', 'and others'],
  ],
  endingAbbreviations: [
    ['etc.', 'et cetera'],
    ['Inc.', 'Incorporated'],
    ['Ltd.', 'Limited'],
    ['Corp.', 'Corporation'],
    ['Co.', 'Company'],
    ['Jr.', 'Junior'],
    ['Sr.', 'Senior'],
    ['dept.', 'department'],
    ['est.', 'estimated'],
  ],
  beforeNumbers: [
    ['No.', 'number'],
    ['Nos.', 'numbers'],
    ['pp.', 'pages'],
    ['p.', 'page'],
    ['Fig.', 'figure'],
    ['fig.', 'figure'],
    ['vol.', 'volume'],
    ['Vol.', 'volume'],
    ['ch.', 'chapter'],
    ['Sec.', 'section'],
    ['Eq.', 'equation'],
    ['v.', 'version'],
    ['c.', 'around'],
  ],
  months: [['Sept', 9]],
  dateOrder: 'month-first',
  time: (hour, minute, half) => {
    const isLate = half === null ? hour >= 12 : half === 'p'
    const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
    const shown = `${hour % 12 || 12}${minutes}`
    // Without a half of the day, a morning hour may as well be one of the evening.
    return half === null && hour > 0 && hour < 13
      ? `${hour}${minutes || " o'clock"}`
      : `${shown} ${isLate ? 'p.m.' : 'a.m.'}`
  },
  clock: { between: ':', half: ' ?([ap])\\.?m\\.?(?!\\p{L})' },
  prefixes: ['kilo', 'mega', 'giga', 'tera', 'peta'],
  bases: {
    W: ['watt', 'watts'],
    Wh: ['watt-hour', 'watt-hours'],
    Hz: ['hertz', 'hertz'],
    V: ['volt', 'volts'],
  },
  tonne: ['ton', 'tons'],
  square: (unit) => `square ${unit}`,
  cubic: (unit) => `cubic ${unit}`,
  small: {
    nm: ['nanometer', 'nanometers'],
    µm: ['micrometer', 'micrometers'],
    mg: ['milligram', 'milligrams'],
  },
  counting: (text) =>
    text
      .replace(DAY, (_, month, day) => `${month} ${ordinal(day)}`)
      .replace(/\b(1[1-9]|20)(\d)0s\b/g, (_, century, ten) => decade(Number(century), Number(ten)))
      .replace(
        /\b(1[1-9]\d\d|20\d\d) to (1[1-9]\d\d|20\d\d)\b(?!,?\d)/g,
        (_, from, to) => `${yearWords(from)} to ${yearWords(to)}`,
      )
      .replace(YEAR, yearWords)
      .replace(/\b(1[1-9]\d\d|20\d\d)(?=['’]s\b)/g, yearWords),
  picture: 'Picture',
  table: (rows, columns) => `A table with ${rows} rows and ${columns} columns, on the page.`,
  code: (name, lines) =>
    `Code${name && ` in ${name}`}, ${lines === 1 ? 'one line' : `${lines} lines`}, on the page.`,
  shortCode: 'code',
}

function ordinal(day: string): string {
  const number = Number(day)
  const isTeen = number > 10 && number < 14
  return `${number}${(!isTeen && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th'}`
}

function underHundred(number: number): string {
  const ten = TENS[Math.floor(number / 10)]
  return number < 20 ? String(ONES[number]) : number % 10 ? `${ten}-${ONES[number % 10]}` : String(ten)
}

/** As in nineteen ninety-eight, nineteen oh five, two thousand five, twenty twenty-six. */
function yearWords(year: string): string {
  const [century, rest] = [Number(year.slice(0, 2)), Number(year.slice(2))]
  if (rest === 0) return century === 20 ? 'two thousand' : `${underHundred(century)} hundred`
  if (century === 20 && rest < 10) return `two thousand ${ONES[rest]}`
  return `${underHundred(century)} ${rest < 10 ? `oh ${ONES[rest]}` : underHundred(rest)}`
}

function decade(century: number, ten: number): string {
  if (ten === 0) return century === 20 ? 'two thousands' : `${underHundred(century)} hundreds`
  const word = ten === 1 ? 'tens' : String(TENS[ten]).replace(/y$/, 'ies')
  return `${underHundred(century)} ${word}`
}
