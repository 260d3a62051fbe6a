import type { SpeechWords } from '#core/speech/speech-words.ts'

/** Beyond these people say the number itself. */
const ORDINALS =
  ' primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo decimotercero decimocuarto decimoquinto decimosexto decimoséptimo decimoctavo decimonoveno vigésimo'.split(
    ' ',
  )

export const ES: SpeechWords = {
  language: 'es',
  locale: 'es-ES',
  grouping: '.\\u00a0\\u202f ',
  decimal: ',',
  point: 'punto',
  to: 'a',
  minus: 'menos',
  plus: 'más',
  plusOrMinus: 'más menos',
  equals: 'igual a',
  times: ['veces', 'por'],
  lessThan: 'menos de',
  moreThan: 'más de',
  about: 'unos',
  and: 'y',
  at: 'arroba',
  dot: 'punto',
  slash: 'barra',
  dash: 'guion',
  section: 'sección',
  number: 'número',
  percent: 'por ciento',
  perMille: 'por mil',
  fractions: { '½': 'medio', '⅓': 'un tercio', '⅔': 'dos tercios', '¼': 'un cuarto', '¾': 'tres cuartos' },
  scales: [
    ['mil millones|mm|mM', 'mil millones', 'mil millones'],
    ['mil', 'mil', 'mil'],
    ['mill\\.|mills\\.|mill[oó]n(?:es)?|M', 'millón', 'millones'],
    ['bill[oó]n(?:es)?', 'billón', 'billones'],
  ],
  loneScales: 'mill\\.',
  ofScale: (noun) => `de ${noun}`,
  price: (whole, currency, cents) => `${whole} ${currency} con ${cents}`,
  abbreviations: [
    ['p. ej.', 'por ejemplo'],
    ['EE. UU.', 'Estados Unidos'],
    ['EEUU', 'Estados Unidos'],
    ['Sr.', 'señor'],
    ['Sra.', 'señora'],
    ['Sres.', 'señores'],
    ['Dr.', 'doctor'],
    ['Dra.', 'doctora'],
    ['Dña.', 'doña'],
    ['Ud.', 'usted'],
    ['Uds.', 'ustedes'],
    ['aprox.', 'aproximadamente'],
    ['máx.', 'máximo'],
    ['mín.', 'mínimo'],
    ['vs.', 'contra'],
    ['cf.', 'compárese'],
    ['tel.', 'teléfono'],
    ['avda.', 'avenida'],
    ['dpto.', 'departamento'],
  ],
  endingAbbreviations: [
    ['etc.', 'etcétera'],
    ['a. C.', 'antes de Cristo'],
    ['d. C.', 'después de Cristo'],
    ['S. A.', 'sociedad anónima'],
    ['Cía.', 'compañía'],
  ],
  beforeNumbers: [
    ['n.º', 'número'],
    ['nº', 'número'],
    ['núm.', 'número'],
    ['pág.', 'página'],
    ['págs.', 'páginas'],
    ['p.', 'página'],
    ['art.', 'artículo'],
    ['fig.', 'figura'],
    ['cap.', 'capítulo'],
    ['vol.', 'volumen'],
  ],
  months: [['sept', 9]],
  dateOrder: 'day-first',
  time: (hour, minute) => (minute === 0 ? `${hour} horas` : `${hour} y ${minute}`),
  clock: { between: ':', after: ' ?(?:h(?:oras|rs?)?\\.?)(?!\\p{L})' },
  prefixes: ['kilo', 'mega', 'giga', 'tera', 'peta'],
  bases: {
    W: ['vatio', 'vatios'],
    Wh: ['vatio hora', 'vatios hora'],
    Hz: ['hercio', 'hercios'],
    V: ['voltio', 'voltios'],
  },
  tonne: ['tonelada', 'toneladas'],
  square: (unit) => `${unit} ${unit.endsWith('s') ? 'cuadrados' : 'cuadrado'}`,
  cubic: (unit) => `${unit} ${unit.endsWith('s') ? 'cúbicos' : 'cúbico'}`,
  small: {
    nm: ['nanómetro', 'nanómetros'],
    µm: ['micrómetro', 'micrómetros'],
    mg: ['miligramo', 'miligramos'],
  },
  counting: (text) =>
    text.replace(
      /(?<![\d.,])(\d{1,2})\.?(º|°|ª|er)(?![\p{L}\d])/gu,
      (written, digits: string, ending: string) => {
        const word = ORDINALS[Number(digits)]
        // A degree of an angle or of heat is none of these.
        if (!word || (ending === '°' && !/\d\.°/.test(written))) return written
        return ending === 'ª' ? word.replace(/o$/, 'a') : ending === 'er' ? word.replace(/o$/, '') : word
      },
    ),
  picture: 'Imagen',
  table: (rows, columns) => `Una tabla de ${rows} filas y ${columns} columnas, en la página.`,
  code: (name, lines) =>
    `Código${name && ` en ${name}`}, ${lines === 1 ? 'una línea' : `${lines} líneas`}, en la página.`,
  shortCode: 'código',
}
