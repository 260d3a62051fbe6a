import type { SpeechWords } from '#core/speech/speech-words.ts'

const ORDINALS = ' primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono'.split(' ')
const TENS = ' décimo vigésimo trigésimo'.split(' ')

export const PT: SpeechWords = {
  language: 'pt',
  locale: 'pt-PT',
  grouping: '.\\u00a0\\u202f ',
  decimal: ',',
  point: 'ponto',
  to: 'a',
  minus: 'menos',
  plus: 'mais',
  plusOrMinus: 'mais ou menos',
  equals: 'igual a',
  times: ['vezes', 'por'],
  lessThan: 'menos de',
  moreThan: 'mais de',
  about: 'cerca de',
  and: 'e',
  at: 'arroba',
  dot: 'ponto',
  slash: 'barra',
  dash: 'hífen',
  section: 'secção',
  number: 'número',
  percent: 'por cento',
  perMille: 'por mil',
  fractions: { '½': 'um meio', '⅓': 'um terço', '⅔': 'dois terços', '¼': 'um quarto', '¾': 'três quartos' },
  scales: [
    ['mil milhões|mM', 'mil milhões', 'mil milhões'],
    ['mil', 'mil', 'mil'],
    ['milh(?:ão|ões)|M', 'milhão', 'milhões'],
    ['bili(?:ão|ões)', 'bilião', 'biliões'],
  ],
  loneScales: 'mM',
  ofScale: (noun) => `de ${noun}`,
  price: (whole, currency, cents) => `${whole} ${currency} e ${cents}`,
  abbreviations: [
    ['p. ex.', 'por exemplo'],
    ['por ex.', 'por exemplo'],
    ['i. e.', 'isto é'],
    ['EUA', 'Estados Unidos'],
    ['Sr.', 'senhor'],
    ['Sra.', 'senhora'],
    ['Srs.', 'senhores'],
    ['Dr.', 'doutor'],
    ['Dra.', 'doutora'],
    ['Prof.', 'professor'],
    ['Profª', 'professora'],
    ['Eng.', 'engenheiro'],
    ['aprox.', 'aproximadamente'],
    ['máx.', 'máximo'],
    ['mín.', 'mínimo'],
    ['vs.', 'contra'],
    ['cf.', 'confira'],
    ['tel.', 'telefone'],
    ['av.', 'avenida'],
  ],
  endingAbbreviations: [
    ['etc.', 'et cetera'],
    ['a. C.', 'antes de Cristo'],
    ['d. C.', 'depois de Cristo'],
    ['S. A.', 'sociedade anónima'],
    ['Lda.', 'limitada'],
    ['Cia.', 'companhia'],
  ],
  beforeNumbers: [
    ['n.º', 'número'],
    ['nº', 'número'],
    ['núm.', 'número'],
    ['p.', 'página'],
    ['pág.', 'página'],
    ['págs.', 'páginas'],
    ['art.', 'artigo'],
    ['fig.', 'figura'],
    ['cap.', 'capítulo'],
    ['vol.', 'volume'],
  ],
  months: [],
  dateOrder: 'day-first',
  time: (hour, minute) => `${hour} hora${hour > 1 ? 's' : ''}${minute === 0 ? '' : ` e ${minute}`}`,
  clock: { between: ' ?h ?|:', after: ' ?h(?![\\p{L}\\d])', hourAlone: ' ?h(?![\\p{L}\\d])' },
  prefixes: ['quilo', 'mega', 'giga', 'tera', 'peta'],
  bases: {
    W: ['watt', 'watts'],
    Wh: ['watt-hora', 'watts-hora'],
    Hz: ['hertz', 'hertz'],
    V: ['volt', 'volts'],
  },
  tonne: ['tonelada', 'toneladas'],
  square: (unit) => `${unit} ${unit.endsWith('s') ? 'quadrados' : 'quadrado'}`,
  cubic: (unit) => `${unit} ${unit.endsWith('s') ? 'cúbicos' : 'cúbico'}`,
  small: {
    nm: ['nanómetro', 'nanómetros'],
    µm: ['micrómetro', 'micrómetros'],
    mg: ['miligrama', 'miligramas'],
  },
  degreeOrdinals: 'de|lugar|andar|aniversário|século|trimestre|semestre|ano|dia',
  counting: (text) =>
    text.replace(
      /(?<![\p{L}\d,])(\d{1,2})\.?(º|ª|°)(?![\p{L}\d])/gu,
      (written, digits: string, ending: string) => {
        const word = ordinal(Number(digits))
        if (!word) return written
        return ending === 'ª' ? word.replace(/o(?= |$)/g, 'a') : word
      },
    ),
  picture: 'Imagem',
  table: (rows, columns) => `Uma tabela de ${rows} linhas e ${columns} colunas, na página.`,
  code: (name, lines) =>
    `Código${name && ` em ${name}`}, ${lines === 1 ? 'uma linha' : `${lines} linhas`}, na página.`,
  shortCode: 'código',
}

/** Up to the thirty-ninth, which is enough for days and centuries. */
function ordinal(number: number): string {
  return [TENS[Math.floor(number / 10)], ORDINALS[number % 10]].filter(Boolean).join(' ')
}
