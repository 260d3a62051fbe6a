import type { SpeechWords } from '#core/speech/speech-words.ts'

const ORDINALS =
  ' premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième quinzième seizième dix-septième dix-huitième dix-neuvième vingtième'.split(
    ' ',
  )
const MONTH = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre'

const FIRST_OF_MONTH = new RegExp(`(?<![\\p{L}\\d.,])1 (?=(?:${MONTH})(?!\\p{L}))`, 'gu')

export const FR: SpeechWords = {
  language: 'fr',
  locale: 'fr-FR',
  grouping: '.\\u00a0\\u202f ',
  decimal: ',',
  point: 'point',
  to: 'à',
  minus: 'moins',
  plus: 'plus',
  plusOrMinus: 'plus ou moins',
  equals: 'égale',
  times: ['fois', 'sur'],
  lessThan: 'moins de',
  moreThan: 'plus de',
  about: 'environ',
  and: 'et',
  at: 'arobase',
  dot: 'point',
  slash: 'barre oblique',
  dash: 'tiret',
  section: 'paragraphe',
  number: 'numéro',
  percent: 'pour cent',
  perMille: 'pour mille',
  fractions: { '½': 'un demi', '⅓': 'un tiers', '⅔': 'deux tiers', '¼': 'un quart', '¾': 'trois quarts' },
  scales: [
    ['mille|k', 'mille', 'mille'],
    ['millions?|Mio|M', 'million', 'millions'],
    ['milliards?|Mds?|Mrd', 'milliard', 'milliards'],
    ['billions?', 'billion', 'billions'],
  ],
  loneScales: 'Mds|Mrd|Mio',
  ofScale: (noun) => (/^[aeiouéèêh]/i.test(noun) ? `d’${noun}` : `de ${noun}`),
  price: (whole, currency, cents) => `${whole} ${currency} ${cents}`,
  abbreviations: [
    ['p. ex.', 'par exemple'],
    ['par ex.', 'par exemple'],
    ['c.-à-d.', 'c’est-à-dire'],
    ['M.', 'Monsieur'],
    ['MM.', 'Messieurs'],
    ['Mme', 'Madame'],
    ['Mmes', 'Mesdames'],
    ['Mlle', 'Mademoiselle'],
    ['Dr', 'Docteur'],
    ['Pr', 'Professeur'],
    ['St', 'Saint'],
    ['Ste', 'Sainte'],
    ['env.', 'environ'],
    ['max.', 'maximum'],
    ['min.', 'minimum'],
    ['vs', 'contre'],
    ['vs.', 'contre'],
    ['cf.', 'voir'],
    ['tél.', 'téléphone'],
    ['É.-U.', 'États-Unis'],
    ['N. B.', 'nota bene'],
  ],
  endingAbbreviations: [
    ['etc.', 'et cetera'],
    ['av. J.-C.', 'avant Jésus-Christ'],
    ['apr. J.-C.', 'après Jésus-Christ'],
    ['et al.', 'et autres'],
    ['Cie', 'Compagnie'],
  ],
  beforeNumbers: [
    ['n°', 'numéro'],
    ['nº', 'numéro'],
    ['no', 'numéro'],
    ['p.', 'page'],
    ['pp.', 'pages'],
    ['art.', 'article'],
    ['fig.', 'figure'],
    ['chap.', 'chapitre'],
    ['vol.', 'volume'],
    ['t.', 'tome'],
  ],
  months: [],
  dateOrder: 'day-first',
  time: (hour, minute) => `${hour} heure${hour > 1 ? 's' : ''}${minute === 0 ? '' : ` ${minute}`}`,
  clock: { between: ' ?h ?|:', hourAlone: ' ?h(?![\\p{L}\\d])' },
  prefixes: ['kilo', 'méga', 'giga', 'téra', 'péta'],
  bases: {
    W: ['watt', 'watts'],
    Wh: ['wattheure', 'wattheures'],
    Hz: ['hertz', 'hertz'],
    V: ['volt', 'volts'],
  },
  tonne: ['tonne', 'tonnes'],
  square: (unit) => `${unit} ${unit.endsWith('s') ? 'carrés' : 'carré'}`,
  cubic: (unit) => `${unit} ${unit.endsWith('s') ? 'cubes' : 'cube'}`,
  small: {
    nm: ['nanomètre', 'nanomètres'],
    µm: ['micromètre', 'micromètres'],
    mg: ['milligramme', 'milligrammes'],
  },
  counting: (text) =>
    text
      .replace(
        /(?<![\p{L}\d.,])(\d{1,2}) ?(ers?|res?|ères?|e|es|è|ème|èmes|ᵉ|nd|nde)(?![\p{L}\d])/gu,
        (written, digits: string, ending: string) => {
          const number = Number(digits)
          const many = ending.endsWith('s') ? 's' : ''
          if (/^n/.test(ending)) return number === 2 ? `second${ending.slice(2)}` : written
          if (/^[rè]/.test(ending) && number === 1) return `première${many}`
          const word = ordinal(number)
          return word ? word + many : written
        },
      )
      .replace(FIRST_OF_MONTH, 'premier '),
  picture: 'Image',
  table: (rows, columns) => `Un tableau de ${rows} lignes et ${columns} colonnes, sur la page.`,
  code: (name, lines) =>
    `Code${name && ` en ${name}`}, ${lines === 1 ? 'une ligne' : `${lines} lignes`}, sur la page.`,
  shortCode: 'code',
}

/** Up to the thirty-first, which is enough for days and centuries. */
function ordinal(number: number): string | undefined {
  if (number <= 20) return ORDINALS[number]
  if (number === 21) return 'vingt et unième'
  if (number < 30) return `vingt-${ORDINALS[number - 20]}`
  return number === 30 ? 'trentième' : number === 31 ? 'trente et unième' : undefined
}
