import { ofEveryLanguage } from '#core/languages/facts-of.ts'
import { wordsIn } from '#core/languages/lists.ts'

/** Short forms that everybody knows, each with what else it is called in any language, in lower case without accents and spaces. */
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

/** True when a short form and a word are the same thing. */
export const isSameInitials = (letters: string, word: string) =>
  COMMON.some(
    (forms) =>
      forms.has(letters.toLowerCase()) &&
      [...forms].some((form) => form === word || (form.length > 5 && word.startsWith(form))),
  )

/** True when letters are a short form that everybody knows, in one of the languages. */
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
  // Two words that stand side by side are what a common short form stands for.
  for (const [at, word] of words.slice(0, -1).entries()) {
    const pair = `${word}${words[at + 1]}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
    for (const forms of COMMON)
      if (forms.has(pair)) for (const form of forms) if (form.length <= 4) found.push(form.toUpperCase())
  }
  return found
}
