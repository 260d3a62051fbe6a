/** The prefixes of units: their names, signs and what languages write for them. */
export const PREFIXES: readonly (readonly [name: string, sign: string, words: string])[] = [
  ['kilo', 'kK', 'kilo|kiló|quilo|quiló|quilô|chilo'],
  ['mega', 'M', 'mega|méga'],
  ['giga', 'G', 'giga'],
  ['tera', 'T', 'tera|téra'],
  ['peta', 'P', 'peta|péta'],
  ['exa', 'E', 'exa'],
  ['centi', 'c', 'centi|centí|zenti'],
  ['milli', 'm', 'milli|mili|milí'],
  ['micro', 'µμ', 'micro|micró|micrô|mikro'],
  ['nano', 'n', 'nano|nanó|nanô'],
]

interface Measure {
  name: string
  /** In this case only: mW is another unit than MW. */
  sign: string
  /** Whether the sign stands for the unit without a prefix, too. */
  isAlone: boolean
  /** Whether it has no centi-, milli-, micro- and nano-. */
  isLarge: boolean
  words: string
}

const measure = (name: string, sign: string, words: string, isAlone = true): Measure => ({
  name,
  sign,
  isAlone,
  isLarge: !isAlone || name === 'flops',
  words,
})

/** How many prefixes make units larger. */
export const LARGER = 6

export const MEASURES: readonly Measure[] = [
  measure(
    'watt hour',
    'W[hH]',
    'watt[- ]?hours?|wattstunden?|watts?[- ]?heures?|watt ?ora|(?:vatios?|watts?)[- ]hora',
  ),
  measure('watt', 'W', 'watts?|vatios?'),
  measure('byte', 'B|o', 'bytes?|octets?', false),
  measure('bit', 'b(?:ps|it)?(?:/s)?', 'bits?(?: pro sekunde| per second| par seconde| por segundo| al secondo)?', false),
  measure('hertz', 'Hz', 'hertz|hercios?'),
  measure('flops', 'FLOPS?|FLOP/s', 'flops?'),
  measure('metre', 'm', 'met(?:er|re)s?|metern?|metros?|mètres?|metr[io]'),
  measure('gram', 'g', 'grams?|grammes?|gramm|gramos?|gramm[io]|gramas?'),
  measure('litre', '[lL]', 'lit(?:er|re)s?|litern?|litros?|litr[io]'),
  measure('second', 's', 'seconds?|sekunden?|segundos?|secondes?|second[io]|sec|secs'),
  measure('volt', 'V', 'volts?|voltios?'),
]
