import { foldName } from '#core/languages/fold-letters.ts'
import { COUNTRIES } from '#core/languages/names/places.ts'

/** Firms and bodies that keep their names in every language. */
const FIRMS = new Set(
  (
    'accenture adobe adyen airbnb airbus alibaba alphabet amazon anthropic apple aramco arm asml atos azul baidu barclays basf bayer ' +
    'blackrock bmw boeing bosch bradesco bytedance caixabank capgemini carrefour cisco citigroup cohere daimler dassault deepmind deepseek ' +
    'dell deloitte disney ebay embraer endesa enel ericsson facebook ferrari fiat foxconn generali github google hewlett huawei hyundai ' +
    'iberdrola inditex infineon instagram intel itau jpmorgan kpmg lenovo leonardo linkedin lufthansa mediatek meta michelin microsoft ' +
    'mistral mitsubishi natixis nestle netflix nokia novartis nubank nvidia openai oracle orange palantir panasonic paypal petrobras ' +
    'philips porsche qualcomm reddit renault repsol roche salesforce samsung sanofi santander sap shell shopify siemens snapchat softbank ' +
    'sony spotify stellantis stripe telefonica telegram tencent tesla thales tiktok toyota tsmc twitter uber unicredit vale vodafone ' +
    'volkswagen walmart whatsapp xiaomi youtube zalando'
  ).split(' '),
)

interface Word {
  text: string
  folded: string
}

/** A country in the place of another one; the words are those of the original and of its translation. */
export function replacedCountry(
  from: readonly Word[],
  to: readonly Word[],
): [lost: string, added: string] | null {
  let lost: Word | undefined
  let added: Word | undefined
  for (const { english, others } of COUNTRIES) {
    const source = from.find(({ folded }) => english.has(folded) || english.has(folded.replace(/s$/, '')))
    const targets = to.filter(({ folded }) =>
      [...others, ...english].some((start) => folded.startsWith(start)),
    )
    if (source && targets.length === 0) lost ??= source
    if (!source) added ??= targets.find((target) => isCountryWord(target, others))
  }
  return lost && added ? [lost.text, added.text] : null
}

/** Longer words only begin alike by chance: Indikator, polemica. */
const isCountryWord = ({ folded }: Word, others: readonly string[]) =>
  others.some((start) => start.length >= 5 && folded.startsWith(start) && folded.length - start.length <= 5)

/** A firm in the place of another one. */
export function replacedFirm(
  from: readonly Word[],
  to: readonly Word[],
): [lost: string, added: string] | null {
  const firmsOf = (words: readonly Word[], others: readonly Word[]) =>
    words.find(
      ({ text, folded }) =>
        /\p{Lu}/u.test(text) && FIRMS.has(folded) && !others.some((other) => other.folded.includes(folded)),
    )
  const [lost, added] = [firmsOf(from, to), firmsOf(to, from)]
  return lost && added ? [lost.text, added.text] : null
}

const NAME = "\\p{Lu}[\\p{L}’'-]{1,40}(?: \\p{Lu}[\\p{L}’'-]{1,40}){0,2}"
const LIST = new RegExp(`(${NAME}(?:, (?:the )?${NAME}){0,5}),? and (?:the )?(${NAME})`, 'gu')

/** The names that are listed side by side, by the last word of each. */
export const listedNames = (text: string): Word[][] =>
  [...text.matchAll(LIST)].map(([, first = '', last = '']) =>
    [...first.split(/, (?:the )?/), last].map((name) => {
      const word =
        name
          .split(' ')
          .at(-1)
          ?.replace(/['’]s?$/, '') ?? ''
      return { text: word, folded: foldName(word) }
    }),
  )
