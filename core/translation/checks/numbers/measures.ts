import type { UnitName } from '#core/languages/language-facts.ts'

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

/** How many prefixes make units larger. */
export const LARGER = 6

/** Units with prefixes, by their signs, in this case only: mW is another unit than MW. Of some there are only larger ones. */
export const MEASURES: readonly { name: UnitName; sign: string; isLarge?: true }[] = [
  { name: 'watt hour', sign: 'W[hH]' },
  { name: 'watt', sign: 'W' },
  { name: 'byte', sign: 'B|o', isLarge: true },
  { name: 'bit', sign: 'b(?:ps|it)?(?:/s)?', isLarge: true },
  { name: 'hertz', sign: 'Hz' },
  { name: 'metre', sign: 'm' },
  { name: 'gram', sign: 'g' },
  { name: 'litre', sign: '[lL]' },
  { name: 'second', sign: 's' },
  { name: 'volt', sign: 'V' },
]
