import { ORDINARY_WORDS } from '#core/languages/english/ordinary-words.ts'
import { stemOf } from '#core/languages/english/stem-of.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'
import { numberWordsOf } from '#core/languages/number-words-of.ts'

let stems: ReadonlySet<string> | null = null

/** Words that are common in the news, and not in the list. */
const MORE =
  'bot subtitle easter christmas ramadan passover blackout cyber cybersecurity data datacentre dataset drone ebola emissions startup chatbot online website smartphone software browser ' +
  'semiconductor chip rollout takeover lawmaker policymaker watchdog regulator regulatory antitrust lawsuit whistleblower spokesperson ' +
  'spokeswoman spokesman chairwoman chairman chairperson co-founder cofounder founder prosecutor plaintiff defendant municipality ' +
  'commissioner councillor mayor ministry parliament senator lawmaker coalition referendum tariff inflation pandemic vaccine outbreak ' +
  'wildfire earthquake flood drought hurricane ferry airline railway tram metro harbour harbor wharf fishery farmer orchard vineyard ' +
  'dairy wheat barley maize trawler cod herring salmon biodiversity wetland reservoir turbine solar photovoltaic grid megawatt battery ' +
  'lithium cobalt refinery smelter steelmaker automaker carmaker chipmaker shipyard shareholder stakeholder dividend quarterly ' +
  'shipment freight warehouse courier retailer wholesaler supermarket grocer hospitality tourism refugee migrant asylum ceasefire ' +
  'archaeologist curator excavation manuscript orchestra conductor choir festival sequel premiere midfielder striker goalkeeper coach ' +
  'championship semifinal quarterfinal playoff marathon cyclist sprinter athlete tournament stadium ' +
  'volcano lava glacier coral reef mosquito malaria fungus lichen moss algae plankton dolphin shark otter beaver lynx vulture owl ' +
  'stork heron sparrow beetle moth butterfly wasp hornet pollen nectar seedling forest woodland peat moor dune lagoon estuary tsunami ' +
  'avalanche landslide thunderstorm tornado cyclone heatwave frost blizzard asteroid meteor lunar dinosaur mammoth genome enzyme ' +
  'antibiotic tumour diabetes obesity dementia measles flu influenza epidemic surgeon ambulance paramedic firefighter lifeguard arson ' +
  'burglary robbery smuggling trafficking homicide manslaughter stabbing bribery perjury defamation trademark plagiarism acquittal ' +
  'parole bail inmate warden magistrate tribunal injunction brewery distillery bakery winery butcher florist hairdresser plumber ' +
  'electrician carpenter pensioner toddler headteacher schoolchildren commuter bike scooter footbridge kerb sewage landfill ' +
  'incinerator compost wastewater groundwater gallery pianist soprano choreographer playwright sculptor sculpture mural fresco ' +
  'tapestry portrait screenwriter filmmaker fintech biotech crypto cryptocurrency bitcoin blockchain bondholder bankruptcy insolvency ' +
  'layoff buyback buyout spinoff payroll pension mortgage tenant evict eviction malware ransomware phishing spyware firewall laptop ' +
  'tablet handset headset humanoid wafer foundry firmware euro hike axe probe oust mull unveil curb slump surge soar plunge tumble ' +
  'rally woo snub slam vow pledge lure spark amid vie feud rift tally ire envoy premier tycoon magnate heir heiress botanist ' +
  'zoologist astronaut virologist epidemiologist climatologist sociologist linguist notary auditor trustee bookseller manga fado ' +
  'flamenco songwriter organization monetary canal museum statue democrat renaissance labour labor carnation reformation enlightenment ' +
  'southeast southwest northeast northwest eurovision electronics chapel cathedral basilica abbey monastery castle palace tower bridge ' +
  'revolution crusade armada empire dynasty republic federation confederation league assembly senate congress chamber directorate ' +
  'agency bureau institute academy foundation laboratory observatory convention treaty protocol accord charter directive regulation ' +
  'prize award medal trophy cup biennial biennale carnival pageant fair expo exposition symposium philharmonic opera theater theatre ' +
  'center centre defense defence armistice comet constellation nebula galaxy hemisphere equator tropic strip corridor peninsula emperor empress olympics collider telescope programme cassation chancellery'

const PREFIX =
  /^(?:anti|bio|co|counter|cyber|eco|hydro|micro|mini|nano|tele|ultra|dis|ex|inter|mid|mis|multi|non|out|over|post|pre|re|self|semi|sub|super|un|under|up)(?=\p{L}{3})/u
const SUFFIX = /(?:ers?|ors?|less|ful|ish|able|ably|ness|ship|wise|like|hood|ists?|ism|ings?)$/u

/** The British spelling of words such as organisation. */
const BRITISH = /(?<=\p{L}{3})is(?=(?:e[drs]?|ing|ations?)$)/u

/** Returns true for a word that English text uses without a capital; sentences and titles begin with such. */
export function isOrdinary(word: string): boolean {
  const lower = word.toLowerCase()
  return (
    isFunctionWord(lower, 'en') ||
    lower
      .split(/[-‑]/)
      .every((part) => part === '' || PREFIX.exec(`${part}xxx`)?.[0] === part || isKnown(part))
  )
}

function isKnown(word: string): boolean {
  stems ??= new Set(`${ORDINARY_WORDS} ${MORE}`.trim().split(/\s+/).map(stemOf))
  if (isFunctionWord(word, 'en') || numberWordsOf('en').word(word) !== undefined) return true
  const forms = [
    word,
    word.replace(PREFIX, ''),
    word.replace(SUFFIX, ''),
    word.replace(SUFFIX, 'e'),
    word.replace(BRITISH, 'iz'),
  ]
  return forms.some((form) => form.length > 2 && stems?.has(stemOf(form)))
}
