import type { SpeechWords } from '#core/speech/speech-words.ts'

const ORDINALS =
  ' primo secondo terzo quarto quinto sesto settimo ottavo nono decimo undicesimo dodicesimo tredicesimo quattordicesimo quindicesimo sedicesimo diciassettesimo diciottesimo diciannovesimo ventesimo ventunesimo ventiduesimo ventitreesimo ventiquattresimo venticinquesimo ventiseiesimo ventisettesimo ventottesimo ventinovesimo trentesimo trentunesimo'.split(
    ' ',
  )
const MONTH = 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre'

const FIRST_OF_MONTH = new RegExp(`(?<![\\p{L}\\d.,])1 (?=(?:${MONTH})(?!\\p{L}))`, 'gu')

export const IT: SpeechWords = {
  language: 'it',
  locale: 'it-IT',
  grouping: '.\\u00a0\\u202f',
  decimal: ',',
  point: 'punto',
  to: 'a',
  minus: 'meno',
  plus: 'più',
  plusOrMinus: 'più o meno',
  equals: 'uguale',
  times: ['volte', 'per'],
  lessThan: 'meno di',
  moreThan: 'più di',
  about: 'circa',
  and: 'e',
  at: 'chiocciola',
  dot: 'punto',
  slash: 'barra',
  dash: 'trattino',
  section: 'paragrafo',
  number: 'numero',
  percent: 'per cento',
  perMille: 'per mille',
  fractions: { '½': 'un mezzo', '⅓': 'un terzo', '⅔': 'due terzi', '¼': 'un quarto', '¾': 'tre quarti' },
  scales: [
    ['mila|mille', 'mila', 'mila'],
    ['mln\\.?|milion[ei]|M', 'milione', 'milioni'],
    ['mld\\.?|mrd\\.?|miliard[oi]', 'miliardo', 'miliardi'],
    ['bilion[ei]', 'bilione', 'bilioni'],
  ],
  loneScales: 'mln\\.?|mld\\.?|mrd\\.?',
  ofScale: (noun) => `di ${noun}`,
  price: (whole, currency, cents) => `${whole} ${currency} e ${cents}`,
  abbreviations: [
    ['p. es.', 'per esempio'],
    ['ad es.', 'ad esempio'],
    ['cfr.', 'confronta'],
    ['sig.', 'signor'],
    ['Sig.', 'signor'],
    ['sig.ra', 'signora'],
    ['Sig.ra', 'signora'],
    ['dott.', 'dottor'],
    ['dott.ssa', 'dottoressa'],
    ['prof.', 'professor'],
    ['prof.ssa', 'professoressa'],
    ['ing.', 'ingegner'],
    ['avv.', 'avvocato'],
    ['ca.', 'circa'],
    ['max.', 'massimo'],
    ['min.', 'minimo'],
    ['vs.', 'contro'],
    ['tel.', 'telefono'],
    ['c. d.', 'cosiddetto'],
    ['cd.', 'cosiddetto'],
    ['USA', 'Stati Uniti'],
  ],
  endingAbbreviations: [
    ['ecc.', 'eccetera'],
    ['etc.', 'eccetera'],
    ['a. C.', 'avanti Cristo'],
    ['d. C.', 'dopo Cristo'],
    ['S. p. A.', 'società per azioni'],
    ['s. r. l.', 'società a responsabilità limitata'],
  ],
  beforeNumbers: [
    ['n.', 'numero'],
    ['nr.', 'numero'],
    ['n°', 'numero'],
    ['p.', 'pagina'],
    ['pag.', 'pagina'],
    ['pagg.', 'pagine'],
    ['art.', 'articolo'],
    ['fig.', 'figura'],
    ['cap.', 'capitolo'],
    ['vol.', 'volume'],
  ],
  months: [['sett', 9]],
  dateOrder: 'day-first',
  time: (hour, minute) => (minute === 0 ? String(hour) : `${hour} e ${minute}`),
  clock: { between: ':|(?<=(?:ore|alle|dalle) \\d{1,2})\\.' },
  prefixes: ['chilo', 'mega', 'giga', 'tera', 'peta'],
  bases: { W: ['watt', 'watt'], Wh: ['wattora', 'wattora'], Hz: ['hertz', 'hertz'], V: ['volt', 'volt'] },
  tonne: ['tonnellata', 'tonnellate'],
  square: (unit) => `${unit} ${unit.endsWith('i') ? 'quadrati' : 'quadrato'}`,
  cubic: (unit) => `${unit} ${unit.endsWith('i') ? 'cubi' : 'cubo'}`,
  small: {
    nm: ['nanometro', 'nanometri'],
    µm: ['micrometro', 'micrometri'],
    mg: ['milligrammo', 'milligrammi'],
  },
  degreeOrdinals: `${MONTH}|posto|anniversario|secolo|piano|turno|trimestre|semestre|classificato`,
  counting: (text) =>
    text
      .replace(
        /(?<![\p{L}\d.,])(\d{1,2})(º|ª|°)(?![\p{L}\d])/gu,
        (written, digits: string, ending: string) => {
          const word = ORDINALS[Number(digits)]
          if (!word) return written
          return ending === 'ª' ? word.replace(/o$/, 'a') : word
        },
      )
      .replace(
        /(?<![\p{L}\d.,])(\d{1,2})(?= secol[oi](?!\p{L}))/gu,
        (digits) => ORDINALS[Number(digits)] ?? digits,
      )
      .replace(FIRST_OF_MONTH, 'primo '),
  picture: 'Immagine',
  table: (rows, columns) => `Una tabella di ${rows} righe e ${columns} colonne, nella pagina.`,
  code: (name, lines) =>
    `Codice${name && ` in ${name}`}, ${lines === 1 ? 'una riga' : `${lines} righe`}, nella pagina.`,
  shortCode: 'codice',
}
