import { ofEveryLanguage } from '#core/languages/facts-of.ts'
import { wordsIn } from '#core/languages/lists.ts'

/** Common short forms, each with its other names in any language, in lower case without accents and spaces. */
const SHORT =
  'us usa unitedstates eeuu vereinigtestaaten etatsunis statiuniti estadosunidos eua american amerikanisch amerique america;' +
  'uk ru unitedkingdom britain greatbritain british grossbritannien großbritannien royaumeuni reinounido regnounito;' +
  'eu europeanunion european europe europaisch ue europaischeunion unioneuropeenne unioneuropea uniaoeuropeia;' +
  'un unitednations onu uno vn nu vereintenationen vereinten;' +
  'ai artificialintelligence ki ia kunstlicheintelligenz kunstliche kunstlicherintelligenz kunstlichenintelligenz intelligenceartificielle inteligenciaartificial intelligenzaartificiale;' +
  'gdp bip pib pil;' +
  'ceo chiefexecutive vorstandschef vorstandsvorsitzender vorstandsvorsitzende pdg directeurgeneral directricegenerale consejerodelegado amministratoredelegato diretorexecutivo presidenteexecutivo;' +
  'cfo financechief finanzchef finanzvorstand finanzvorstandin;nato otan;who oms weltgesundheitsorganisation;imf fmi iwf;ecb bce ezb;' +
  'vat mehrwertsteuer tva iva;ngo ngos ong nro;tv television fernsehen tele;pm primeminister premierminister;gdpr rgpd dsgvo;wto omc;' +
  'oecd ocde ocse;opec opep;eurozone eurozona;it edv informatik informatique informatica sistemas sistemi;' +
  'fbi;cia;nsa;nasa;esa;ibm;amd;ftc;sec;fda;mit;bbc;bmw;sap;tsmc;faz;lg'
const COMMON = SHORT.split(';').map((forms) => new Set(wordsIn(forms)))
for (const [known = '', ...added] of ofEveryLanguage(({ names }) => names.initials)
  .flatMap((list) => list.split(';'))
  .map(wordsIn)) {
  const forms = COMMON.find((forms) => forms.has(known))
  for (const form of added) forms?.add(form)
}

/** Returns true when a short form and a word are the same thing. */
export const isSameInitials = (letters: string, word: string) =>
  COMMON.some(
    (forms) =>
      forms.has(letters.toLowerCase()) &&
      [...forms].some((form) => form === word || (form.length > 5 && word.startsWith(form))),
  )

/** Returns true when letters are a common short form in one of the languages. */
export const isCommonInitials = (letters: string) => COMMON.some((forms) => forms.has(letters.toLowerCase()))

/** Words in names that may have no letter in their short forms. */
const SMALL = new Set(['&', ...ofEveryLanguage(({ names }) => names.small).flatMap(wordsIn)])
const isSmall = (word: string) => SMALL.has(word.toLowerCase())
const MOST = 8

/** The initials of the names of a text, in capitals: EC and ECB for European Central Bank. */
export function acronymOf(text: string): string[] {
  const words = text.replace(/(?<=\p{L})-(?=\p{Ll})/gu, '').match(/[\p{L}\p{N}&]+/gu) ?? []
  const found: string[] = []
  for (let at = 0; at < words.length && found.length < 400; at++) {
    if (!/^\p{L}/u.test(words[at] ?? '') || isSmall(words[at] ?? '')) continue
    let [initials, all] = ['', '']
    for (const word of words.slice(at, at + MOST)) {
      all += word[0]?.toUpperCase()
      if (!isSmall(word)) initials += word[0]?.toUpperCase()
      if (initials.length >= 2) found.push(initials, all)
    }
  }
  // Two adjacent words may be the full form of a common short form.
  for (const [at, word] of words.slice(0, -1).entries()) {
    const pair = `${word}${words[at + 1]}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    for (const forms of COMMON)
      if (forms.has(pair)) for (const form of forms) if (form.length <= 4) found.push(form.toUpperCase())
  }
  return found
}

const BODIES = COMMON.filter((forms) =>
  wordsIn('ecb imf nato oecd opec who wto').some((name) => forms.has(name)),
)
const FULL_NAME = /\p{Lu}\p{L}+(?:[ -](?:\p{Ll}{1,4}[ '’]){0,2}\p{Lu}\p{L}+(?:-\p{Ll}+)?)+/gu

/** A body in the place of another one, by its initials or in full; the words are those of the original and of its translation. */
export function replacedBody(source: string, target: string): [lost: string, added: string] | null {
  const [from, to] = [bodiesIn(source, /^\p{Lu}+$/u), bodiesIn(target, /^\p{Lu}/u)]
  const missing = (some: Map<unknown, string>, others: Map<unknown, string>) =>
    [...some].find(([body]) => !others.has(body))?.[1]
  const [lost, added] = [missing(from, to), missing(to, from)]
  return lost && added ? [lost, added] : null
}

function bodiesIn(text: string, isInitials: RegExp): Map<ReadonlySet<string>, string> {
  const short = (text.match(/\p{L}{3,40}/gu) ?? []).filter((word) => isInitials.test(word))
  const full = (text.match(FULL_NAME) ?? []).flatMap((name) => acronymOf(name).map((form) => [form, name]))
  const named = [...short.map((word) => [word, word]), ...full]
  return new Map(
    named.flatMap(([form = '', name = '']) =>
      BODIES.filter((forms) => forms.has(form.toLowerCase())).map((forms) => [forms, name] as const),
    ),
  )
}
