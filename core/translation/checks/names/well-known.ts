import { foldName } from '#core/check/text/name-words.ts'

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

/** Beginnings of words for countries and their people that cannot be mistaken, in English first, and then in the other languages. */
const COUNTRIES = (
  'austria:osterreich,autrich,austriac,austria\naustrali:austral\ngerman:deutsch,allemag,allemand,aleman,alema,tedesc,germania\n' +
  'france,french:frankreich,franzos,franca,franco,frances,francia,francai\nspain,spanish:spanien,spanisch,espana,espanol,espagn,spagn,espanh\n' +
  'portug:portug\nsweden,swedish:schwed,suec,sued,sved,sueco,sueca,suede,suedo,svede,svezia\nnorway,norwegian:norweg,norue,norveg\ndenmark,danish:danem,danisch,danes,danois,dinamar,danimar\n' +
  'finland,finnish:finn,finland,finlandes\niceland:island,islandes,islandais\nireland,irish:irland,irland,irlandes\n' +
  'poland,polish:polen,polnisch,polon,polac,polaco\nhungar:ungar,hungr,hongr,ungher\nslovak:slowak,eslovac,eslovaq,slovac,slovaq\n' +
  'slovenia:slowen,esloven,sloven\ncroat:kroat,croat\nserbia:serb\nromania:ruman,roum,rumen,romen\nbulgaria:bulgar\n' +
  'lithuania:litau,litu\nlatvia:lettland,lettisch,leton,letton,letto\nestonia:estl,estni,estoni\ngreece,greek:griech,grec,greg\n' +
  'turkey,turkish:turk,turqu,turc,turch\nrussia:russ,rus\nukrain:ukrain,ucrain,ucran\nswitzerland,swiss:schweiz,suiz,suiss,svizzer,suic\n' +
  'netherlands,dutch:niederl,holl,paisesb,neerland,paysbas,paesib,oland,holand\nbelgi:belg\nmexic:mexik,mexic,mejic,messic\n' +
  'brazil:brasil,bresil,brasilian\nargentin:argentin\nchile:chile,chili,cile\ncolombia:kolumb,colomb\nperu:peru,perou,peruan,peruv\nbolivia:boliv\n' +
  'ecuador:ecuador,ecuator,equador,equator\nuruguay:uruguay,urugua\nparaguay:paragua\nvenezuela:venezol,venezuel,venezuelan\n' +
  'china,chinese:china,chine,cina,cines,chino\njapan:japan,japon,japao,giappon\nindia:indien,indisch,india,inde,indian,indien\n' +
  'canad:kanad,canad\nisrael:israel\negypt:agypt,egip,egypt,egizi\nmorocc:marokk,marruec,maroc,marroc\nalgeria:alger,argel\ntunisia:tunes,tunis,tunez'
)
  .split('\n')
  .map((line) => {
    const [english = '', others = ''] = line.split(':')
    return { english: english.split(','), others: others.split(',') }
  })

interface Word {
  text: string
  folded: string
}

const startsWith = (words: readonly Word[], starts: readonly string[]) =>
  words.find(({ folded }) => starts.some((start) => folded.startsWith(start)))

/** A country that stands where another stood; the words are those of the original and of its translation. */
export function replacedCountry(
  from: readonly Word[],
  to: readonly Word[],
): [lost: string, added: string] | null {
  let lost: Word | undefined
  let added: Word | undefined
  for (const { english, others } of COUNTRIES) {
    const [source, target] = [startsWith(from, english), startsWith(to, [...others, ...english])]
    if (source && !target) lost ??= source
    if (target && !source && isCountryWord(target, others)) added ??= target
  }
  return lost && added ? [lost.text, added.text] : null
}

/** Longer words only begin alike by chance: Indikator, polemica. */
const isCountryWord = ({ folded }: Word, others: readonly string[]) =>
  folded.length >= 5 &&
  others.some((start) => folded.startsWith(start) && start.length >= 5 && folded.length - start.length <= 5)

/** A firm that stands where another stood. */
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
