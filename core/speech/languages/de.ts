import type { SpeechWords } from '#core/speech/speech-words.ts'

const ONES =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  )
const TENS = '  zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ')
const MONTH = 'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember'
/** Before a number that is a year, and not a count. */
const BEFORE_YEAR = `Jahr|Jahre|Jahres|seit|bis|vor|nach|ab|von|und|Anfang|Mitte|Ende|Frühjahr|Frühling|Sommer|Herbst|Winter|${MONTH}`
/** After them an ordinal ends in -en; after `der` it does where a preposition stands before it. */
const OBLIQUE =
  'am|vom|zum|zur|beim|im|dem|den|des|ab|bis|seit|vor|nach|diesem|dieses|jedem|einem|eines|einer|seinem|ihrem|(?:in|an|auf|mit|von|zu|bei|seit|vor|nach|aus|unter|während) der'
const COUNTED =
  'Jahrhundert|Jahrhunderts|Platz|Quartal|Quartals|Auflage|Mal|Stock|Etage|Klasse|Generation|Runde|Stelle|Weltkrieg|Weltkriegs|Geburtstag|Tag|Lebensjahr|Halbjahr|Kapitel|Version|Ausgabe'

const ORDINAL = new RegExp(
  `(?<![\\p{L}\\d.,])(?:(${OBLIQUE}|der|die|das|Der|Die|Das|Am|Vom|Zum|Im|Ab|Bis|Seit) )?([1-9]\\d?)\\. (?=(${MONTH}|${COUNTED})(?!\\p{L}))`,
  'gu',
)
const YEAR = new RegExp(
  `(?<=(?<!\\p{L})(?:${BEFORE_YEAR}) |\\()(1[1-9])(\\d\\d)(?![\\d.,]*\\d|\\p{L}| ?%)`,
  'giu',
)

export const DE: SpeechWords = {
  language: 'de',
  locale: 'de-DE',
  grouping: ".'’\\u00a0\\u202f ",
  decimal: ',',
  point: 'Punkt',
  to: 'bis',
  minus: 'minus',
  plus: 'plus',
  plusOrMinus: 'plus minus',
  equals: 'gleich',
  times: ['mal', 'mal'],
  lessThan: 'weniger als',
  moreThan: 'mehr als',
  about: 'etwa',
  and: 'und',
  at: 'at',
  dot: 'Punkt',
  slash: 'Schrägstrich',
  dash: 'Strich',
  section: 'Paragraf',
  number: 'Nummer',
  percent: 'Prozent',
  perMille: 'Promille',
  fractions: {
    '½': 'einhalb',
    '⅓': 'ein Drittel',
    '⅔': 'zwei Drittel',
    '¼': 'ein Viertel',
    '¾': 'drei Viertel',
  },
  scales: [
    ['Tsd\\.?|Tausend|tausend', 'Tausend', 'Tausend'],
    ['Mio\\.?|Millionen?|M', 'Million', 'Millionen'],
    ['Mrd\\.?|Milliarden?', 'Milliarde', 'Milliarden'],
    ['Bio\\.?|Billionen?', 'Billion', 'Billionen'],
  ],
  loneScales: 'Tsd\\.|Mio\\.?|Mrd\\.?|Bio\\.',
  ofScale: (noun) => noun,
  price: (whole, currency, cents) => `${whole} ${currency} ${cents}`,
  abbreviations: [
    ['z. B.', 'zum Beispiel'],
    ['d. h.', 'das heißt'],
    ['u. a.', 'unter anderem'],
    ['z. T.', 'zum Teil'],
    ['i. d. R.', 'in der Regel'],
    ['v. a.', 'vor allem'],
    ['o. ä.', 'oder Ähnliches'],
    ['o. Ä.', 'oder Ähnliches'],
    ['u. U.', 'unter Umständen'],
    ['m. E.', 'meines Erachtens'],
    ['s. o.', 'siehe oben'],
    ['s. u.', 'siehe unten'],
    ['sog.', 'sogenannte'],
    ['bzw.', 'beziehungsweise'],
    ['ca.', 'circa'],
    ['vgl.', 'vergleiche'],
    ['evtl.', 'eventuell'],
    ['ggf.', 'gegebenenfalls'],
    ['inkl.', 'inklusive'],
    ['exkl.', 'exklusive'],
    ['max.', 'maximal'],
    ['min.', 'minimal'],
    ['insb.', 'insbesondere'],
    ['Dr.', 'Doktor'],
    ['Prof.', 'Professor'],
    ['Hr.', 'Herr'],
    ['Fr.', 'Frau'],
    ['St.', 'Sankt'],
    ['engl.', 'englisch'],
    ['geb.', 'geboren'],
    ['Tel.', 'Telefon'],
  ],
  endingAbbreviations: [
    ['usw.', 'und so weiter'],
    ['etc.', 'et cetera'],
    ['u. Ä.', 'und Ähnliches'],
    ['ff.', 'folgende'],
    ['n. Chr.', 'nach Christus'],
    ['v. Chr.', 'vor Christus'],
    ['p. a.', 'pro Jahr'],
    ['Co.', 'Co'],
  ],
  beforeNumbers: [
    ['Nr.', 'Nummer'],
    ['S.', 'Seite'],
    ['Art.', 'Artikel'],
    ['Abs.', 'Absatz'],
    ['Abb.', 'Abbildung'],
    ['Kap.', 'Kapitel'],
    ['Bd.', 'Band'],
  ],
  months: [
    ['Jän', 1],
    ['Sept', 9],
  ],
  dateOrder: 'day-first',
  time: (hour, minute) => (minute === 0 ? `${hour} Uhr` : `${hour} Uhr ${minute}`),
  clock: { between: ':|\\.(?=\\d\\d ?Uhr)', after: ' ?Uhr' },
  prefixes: ['Kilo', 'Mega', 'Giga', 'Tera', 'Peta'],
  bases: {
    W: ['Watt', 'Watt'],
    Wh: ['Wattstunde', 'Wattstunden'],
    Hz: ['Hertz', 'Hertz'],
    V: ['Volt', 'Volt'],
  },
  tonne: ['Tonne', 'Tonnen'],
  square: (unit) => `Quadrat${unit.toLowerCase()}`,
  cubic: (unit) => `Kubik${unit.toLowerCase()}`,
  small: {
    nm: ['Nanometer', 'Nanometer'],
    µm: ['Mikrometer', 'Mikrometer'],
    mg: ['Milligramm', 'Milligramm'],
  },
  counting: (text) =>
    text
      .replace(ORDINAL, (_, before: string | undefined, digits: string, noun: string) => {
        const number = Number(digits)
        const isMonth = MONTH.split('|').includes(noun)
        const ending =
          before === undefined ? (isMonth ? 'er' : 'e') : /^(?:der|die|das)$/i.test(before) ? 'e' : 'en'
        return `${before === undefined ? '' : `${before} `}${ordinalStem(number)}${ending} `
      })
      .replace(YEAR, (_, century, rest) => yearWords(Number(century), Number(rest)))
      .replace(
        /(?<![\p{L}\d.,])(1[1-9])(\d\d) bis (1[1-9])(\d\d)(?!\d)/gu,
        (_, c1, r1, c2, r2) =>
          `${yearWords(Number(c1), Number(r1))} bis ${yearWords(Number(c2), Number(r2))}`,
      ),
  picture: 'Bild',
  table: (rows, columns) => `Eine Tabelle mit ${rows} Zeilen und ${columns} Spalten, auf der Seite.`,
  code: (name, lines) =>
    `Code${name && ` in ${name}`}, ${lines === 1 ? 'eine Zeile' : `${lines} Zeilen`}, auf der Seite.`,
  shortCode: 'Code',
}

function underHundred(number: number): string {
  if (number < 20) return String(ONES[number])
  const [ten, one] = [TENS[Math.floor(number / 10)], number % 10]
  return one ? `${ONES[one]}und${ten}` : String(ten)
}

/** As in neunzehnhundertachtundneunzig; from 2000 on a year is said as any number. */
function yearWords(century: number, rest: number): string {
  const end = rest === 1 ? 'eins' : rest ? underHundred(rest) : ''
  return `${underHundred(century)}hundert${end}`
}

function ordinalStem(number: number): string {
  const irregular = new Map([
    [1, 'erst'],
    [3, 'dritt'],
    [7, 'siebt'],
    [8, 'acht'],
  ])
  return irregular.get(number) ?? underHundred(number) + (number < 20 ? 't' : 'st')
}
