import { foldName } from '#core/check/text/name-words.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { wordsIn } from '#core/languages/lists.ts'

/** Names of places and peoples that have another in English: each line in English first, by the beginnings of its words. */
const NAMES = (
  'easter:ostern pâques pascua pasqua páscoa\nchristmas:weihnacht noël navidad natale natal\ngermany german:deutsch allemand allemagn alemán alemania alleman tedesc germani alemã\nfrance french:frankreich französ franzos franc frances francia francés francesa\n' +
  'italy italian:ital\nspain spanish:span espa spagn\nportugal portuguese:portug\naustria austrian:österreich oesterreich autrich austri áustri\nswitzerland swiss:schweiz suis svizzer suíç suiz\n' +
  'netherlands dutch:niederl holl pays-bas néerland paesi bassi olandes países bajos neerland holand\nbelgium belgian:belg bélg\ndenmark danish dane:dän dan danemark dinamar danimar\n' +
  'sweden swedish:schwed suèd suéd svez svedes suec\nnorway norwegian:norweg norv norue\nfinland finnish:finn finland finlandia\npoland polish pole:pol pologn polon\nczech czechia:tschech tchèq chec cec\n' +
  'hungary hungarian:ungar ungher hungr hongr húngar\ngreece greek:griech grec grèc gréc\nturkey turkish turkiye:türk turc turqu\nrussia russian:russ rus rúss\nukraine ukrainian:ukrain ucrani ucraí ucrain\n' +
  'britain british:brit großbrit bretagn bretañ bretagna\nengland english:engl angl ingl angleterre inghilterra inglaterra\nscotland scottish scots:schott écoss escoc scozz\nwales welsh:wal gall gales\nireland irish:ir irl\n' +
  'europe european:europ europä\nunited:verein vereint états-unis etats estados unid unit stati royaume reino regno\nstates:staat état estado stati\nkingdom:königreich royaume reino regno\nnations:nation naci nazion naç\nunion:union unión unione união\n' +
  'america american:amerik améri amer vereinigt états etats estados stati\ncanada canadian:kanad canad\nmexico mexican:mexik mexi méx mess\nbrazil brazilian:brasil brési\nargentina argentine argentinian:argent\nchile chilean:chil cile\ncolombia colombian:kolumb colomb\nperu peruvian:peru pérou perú\n' +
  'china chinese:chin cin\njapan japanese:jap giap\nkorea korean:kore coré core\nindia indian:ind índ\nisrael israeli:isra\niran iranian:iran irán\niraq iraqi:irak iraq\nsyria syrian:syr siri síri\negypt egyptian:ägypt égypt egip egit\n' +
  'morocco moroccan:marok maroc marru marrocos\nalgeria algerian:alger alg argel arg\ntunisia tunisian:tunes tunis tún\nafrica african:afrik afri\nsouth:süd sud sur sul\nnorth:nord nor\neast:ost est este leste\nwest:west ouest oeste ovest\n' +
  'croatia croatian:kroat croat\nserbia serbian:serb\nslovakia slovak:slowak slovaq eslova slovac\nslovenia slovenian:slowen sloven esloven\nromania romanian:rumän roum rum roman\nbulgaria bulgarian:bulgar\nlithuania lithuanian:litau litu\nlatvia latvian:lett let\nestonia estonian:est\n' +
  'iceland icelandic:isl\nluxembourg:luxem\nmalta maltese:malt\ncyprus cypriot:zyp chyp chip cip\nlebanon lebanese:liban líban\njordan jordanian:jordan\nsaudi arabia:saud arab\n' +
  'vienna:wien vienne vien\nmunich:münch munich múnich monaco\ncologne:köln cologne colon\nnuremberg:nürnb\nhanover:hannover\nzurich:zürich zur\ngeneva:genf genève gineb ginevr genebr\nberne bern:bern berna\nbasel basle:basel bâle basilea\n' +
  'brussels:brüssel bruxel brusel\nantwerp:antwerp anvers amber\nghent:gent gand\nthe hague:den haag haag haye haya aia haia\nlisbon:liss lisb lisbo\nrome:rom roma\nmilan:mail mil\nturin:turin tor\nvenice:vened venis veneci venez\nflorence:floren fior\nnaples:neapel napl nápol nap\ngenoa:genua gên géno geno\n' +
  'warsaw:warsch varsov vars\nprague:prag praga\nmoscow:mosk mosc mosco\nkyiv kiev:kiew kiev kyiv\nathens:athen athèn aten\ncopenhagen:kopen copen\nstockholm:stockholm estocolm stoccolm\nlondon:lond londr\nedinburgh:edin édim edim\ndublin:dublin dublín\n' +
  'strasbourg:straß strass estrasb\nmarseille marseilles:marsei marsig marsel\nlyon lyons:lyon lione lyon\nbeijing:pek pék pequ pechin\ntokyo:tok tóq tóki\nseoul:seul séoul seoul\ncairo:kair cair caire\nseville:sevil sivigl\nlake:see lac lago\nmediterranean:mittelmeer méditerr mediterr\nbaltic:ostsee balt\nantarctica antarctic:antarkt antarct antárt antart\narctic:arkti arctique ártic artico\natlantic:atlant\npacific:pazif pacif\ncaribbean:karib caraïb carib\nasia asian:asi\nbavaria bavarian:bayer bayr oberbayer niederbayer bavièr bavar baviera\nsaxony saxon:sachs sächs niedersachs saxe sajon sasson saxón\n' +
  'thuringia:thüring turing\nhesse hessian:hessen hessisch\npalatinate:pfalz palatin\ntyrol:tirol südtirol\ncarinthia:kärnten carint\nstyria:steier estiria stiria\nbrittany breton:bretagn breton\nnormandy norman:normand\nburgundy:burgund bourgogn borgoñ borgogn\ncorsica corsican:kors cors córceg\nalsace:elsass elsäss alsac alsaz\n' +
  'catalonia:katal catal\nandalusia andalusian:andal\ncastile:kastil castill castig\nbiscay:biscay vizcay bizkai\ntuscany tuscan:tosk tosc toskan\nlombardy lombard:lombard\npiedmont:piemont piamont\nsicily sicilian:sizil sicil\nsardinia sardinian:sardin sardeñ sardegn sardaign cerdeñ\napulia:apul pugli pouill\nazores:azor açor\nmajorca mallorca:mallorc\ncorunna:coruñ\nsaragossa:zaragoz\nalps alpine:alpen alp\nrhine:rhein rhin ren reno\ndanube:donau danub danúb\n' +
  'tamil:tamou tamil tâmil\narabic arab:arab árab\nhebrew:hebrä hébr hebr ebra\npersian farsi:pers\nkurdish kurd:kurd curd\nbasque:bask basqu vasc basc\ncatalan:katal catal\nlatin:latein latin\ncommission:kommission comis commission comm\nparliament:parlament parlement parlam\ncouncil:rat conseil consej consigli conselh\ncourt:gericht cour corte tribunal\nbank:bank banque banc\nministry:minist\ngovernment:regier gouv gobiern govern\n' +
  'paris:paris parig\nmadrid:madr\nthames:themse tamis támesis tamigi tâmisa\nseine:sena senna\nmeuse:maas mosa\nmoselle:mosel mosela\nscheldt:schelde escaut escald schelda\nvistula:weichsel vistul vístula\ntagus:tejo tajo tago\nvolga:wolga volga\nnile:nil nilo\nganges:ganges gange\nljubljana:laibach lubian liublian\nbucharest:bukarest bucarest\nbelgrade:belgrad\nkrakow cracow:krak crac\ngothenburg:göteborg gotenburg gotemburg\naachen:aix aquisgr\nmainz:mayence magunc magonz mogúnc\ntrier:trèves trever trevir\nregensburg:ratisb\nleipzig:lipsia\ndresden:dresd\nhamburg:hamb amburg\nfrankfurt:francf fráncf francof\nberlin:berl\nstuttgart:stoccard estugard\nfreiburg:fribourg friburg\nmetz:metz\nnice:nizza niza\navignon:aviñón avignon avinhão\nbordeaux:burdeos bordéus\ntoulouse:tolosa tolous\npadua:padov padoue\nmantua:mantov mantoue\nsyracuse:siracus syrak\ntrieste:triest\nbruges:brügg bruj\nleuven:löwen louvain lovain lovanio\nluxor:louxor\ntehran:teher\nbaghdad:bagd\ndamascus:damas\njerusalem:jerus jérus gerus\nalgiers:algier alger argel\ntripoli:trípol tripol\nmecca:mekk mecq meca\nhavana:haban avan\nquebec:québ québ\nyork:york iorque\nshanghai:schangh xangai\ndelhi:délhi deli\nmumbai:bombay\npolynesia:polynés polin\nhimalayas himalaya:himalaja himal\npyrenees:pyren pirin\nvesuvius:vesuv\ncrimea:krim crim\nsiberia:sibir siber\nbalkans:balkan balcan\nscandinavia scandinavian:skandin scandin escandin\nflanders:fland\nwallonia:wallon valon\nprussia:preuß prus\ngalicia:galic galiz\nlapland:lappl lapp lapon\nkremlin:kreml\npentagon:pentág pentag\nvatican:vatik vatic\nhague:haag haye haya aia haia'
)
  .split('\n')
  .map((line) => {
    const [english = '', others = ''] = line.split(':')
    return { english: new Set(english.split(' ').map(foldName)), others: others.split(' ').map(foldName) }
  })

/** Endings in which languages write the same name in their own way: Kommission, comisión. */
const alike = (text: string) =>
  text
    .replace(/ph/g, 'f')
    .replace(/[kq]u?|ch/g, 'c')
    .replace(/y/g, 'i')
    .replace(/w/g, 'v')
    .replace(/(.)\1/g, '$1')
    .replace(/h/g, '')
    .replace(/z/g, 's')

/** The other countries, of which all languages have lists; their people are called after them: Quênia, queniana. */
const COUNTRIES = new Map<string, { english: ReadonlySet<string>; others: string[] }>()

const partsOf = (name = '') => (name.match(/\p{L}{4,}/gu) ?? []).map(foldName)

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function countryOf(folded: string) {
  if (COUNTRIES.size === 0) {
    const [english, ...others] = LANGUAGE_CODES.map(
      (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
    )
    for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
      const name = english?.of(code)
      for (const word of partsOf(name))
        COUNTRIES.set(word, {
          english: new Set([word]),
          others: others.flatMap((names) =>
            partsOf(names.of(code)).map((word) => word.replace(/(?<=.{4})[aeo]s?$/, '')),
          ),
        })
    }
  }
  return COUNTRIES.get(folded) ?? COUNTRIES.get(folded.replace(/(?<=.{4})ns?$/, '')) ?? null
}

const ROWS = new Map(NAMES.flatMap((row) => [...row.english].map((name) => [name, row] as const)))
const rowOf = (folded: string) => ROWS.get(folded) ?? ROWS.get(folded.replace(/s$/, '')) ?? countryOf(folded)

/** Whether a word of another language begins as the place does that English calls so. */
export const isForeignPlace = (english: string, word: string) =>
  word.length > 3 &&
  (rowOf(english)?.others.some((start) => start.length > 3 && word.startsWith(start)) ?? false)

/** Whether a word of a language is the name of a country in it, as it stands there. */
export function isCountryIn(language: Language, folded: string): boolean {
  const known = OWN_COUNTRIES.get(language)
  if (known) return known.has(folded)
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const own = new Set(
    LETTERS.flatMap((one) => LETTERS.map((other) => names.of(one + other) ?? ''))
      .filter((name) => /^\p{L}+$/u.test(name))
      .map(foldName),
  )
  OWN_COUNTRIES.set(language, own)
  return own.has(folded)
}

const OWN_COUNTRIES = new Map<Language, ReadonlySet<string>>()

/** Whether a word is the name of a place that has its own in many languages. */
export const isPlace = (word: string) => rowOf(foldName(word)) !== null

/** Whether two English words are a country and its people, such as Dutch and the Netherlands. */
export const isSamePlace = (one: string, other: string) =>
  one.length > 2 && rowOf(one)?.english.has(other) === true

/** Whether a word is the name of a country where the language is spoken, or of its people; what is written there seldom says so. */
export const isHomeOf = (language: Language, word: string) =>
  wordsIn(factsOf(language)?.homes).some((home) => isSamePlace(home, foldName(word)))

/** So long a word is no name by chance: Geophysics, geofisica. */
const LONG = 7

/** Whether one of the words of another language is what English calls so: Munich for München, Xi for Xi’s. */
export function isForeignForm(folded: string, words: readonly { folded: string; text: string }[]): boolean {
  const starts = [rowOf(folded), countryOf(folded)].flatMap((row) => row?.others ?? [])
  if (starts.length > 0 && words.some(({ folded: other }) => starts.some((start) => other.startsWith(start))))
    return true
  if (folded.length < 5) return words.some(({ folded: other }) => other === `${folded}s`)
  const own = alike(folded)
  const stem = folded.slice(0, -1)
  return words.some(
    ({ folded: other, text }) =>
      // People are called after their town: Toulouse, toulousaine.
      (stem.length > 4 &&
        /^\p{Ll}/u.test(text) &&
        other.startsWith(stem) &&
        other.length - stem.length <= 5) ||
      ((folded.length > LONG || /^\p{Lu}/u.test(text)) && isNearly(own, alike(other))),
  )
}

/** Whether two spellings differ in their ending only. */
function isNearly(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let shared = 0
  while (shared < shorter && one[shared] === other[shared]) shared++
  return shared >= 4 && shared >= one.length - 2 && other.length - shared <= 3
}
