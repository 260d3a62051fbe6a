import type { LanguageFacts } from '#core/languages/language-facts.ts'

const ORDINALS =
  ' eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende vijftiende zestiende zeventiende achttiende negentiende twintigste'.split(
    ' ',
  )

/** What is known of Dutch, for a copy of the sources to which it is added. */
const DUTCH: LanguageFacts = {
  functionWords:
    'de het een en of maar want dus noch dat die dit deze wie wat waar welke welk als dan toen omdat doordat hoewel terwijl zodat indien ' +
    'aan achter bij binnen boven buiten door in langs met na naar naast om onder op over per rond sinds te tegen ten ter tijdens tot ' +
    'tussen uit van vanaf via volgens voor voorbij wegens zonder ik je jij u hij ze zij we wij jullie me mij hem haar hen hun ons onze ' +
    'mijn jouw zijn uw er hier daar nu ook nog al niet geen wel meer minder zeer heel zo ben bent is was waren wordt worden werd werden ' +
    'geworden heb hebt heeft hebben had hadden gehad kan kunnen kon konden moet moeten moest mag mogen wil willen wilde zal zullen zou',
  iso3: 'nld',
  lengthRatio: 1.1,
  numbers: {
    cardinals:
      '0 nul;1 een één;2 twee;3 drie;4 vier;5 vijf;6 zes;7 zeven;8 acht;9 negen;10 tien;11 elf;12 twaalf;13 dertien;14 veertien;' +
      '15 vijftien;16 zestien;17 zeventien;18 achttien;19 negentien;20 twintig;30 dertig;40 veertig;50 vijftig;60 zestig;70 zeventig;' +
      '80 tachtig;90 negentig',
    hundreds: 'honderd',
    loose:
      '1 eens eenmaal eerste enige;2 tweede tweemaal beide paar dubbel dubbele verdubbeld verdubbelt verdubbelde;3 derde driemaal;' +
      '4 vierde kwart kwartaal;10 decennium;12 dozijn middernacht;24 middernacht;0 middernacht;100 eeuw;0.5 half halve helft gehalveerd;' +
      '30 half;0.25 kwart;15 kwart;0.75 driekwart;0.33 derde;0.66 derde;0.67 derde;0.2 vijfde;0.1 tiende;1.5 anderhalf anderhalve;8 achtste',
    half: 'een half;een halve',
    magnitudes: [
      ['triljoen', 1e18],
      ['biljard', 1e15],
      ['biljoen', 1e12],
      ['miljard|mld.|mld', 1e9],
      ['miljoen|mln.|mln', 1e6],
      ['duizend', 1e3],
    ],
    large: { billion: 'miljard', trillion: 'biljoen' },
    indefinite: 'duizenden',
    dozens: 'dozijn',
    and: 'en',
    andHalf: '',
    range: 'tot en',
    between: 'of à naar op dan',
    of: '',
    minus: 'min',
    about:
      'ongeveer|circa|ca\\.|zo’n|rond|bijna|ruim|meer dan|minder dan|minstens|hooguit|tot wel|boven|onder',
    hasSpaces: false,
    compounds: {
      order: 'unit-first',
      and: 'en|ën',
      hundred: 'honderd',
      thousand: 'duizend',
      half: '[eë]nhalf',
    },
    derived: '(.{2,}?)(?:de|ste|maal|keer|voud|voudig(?:e)?|jarig(?:e)?)',
    ordinals: 'e|de|ste',
    ordinalStems: '1 eerste;2 tweede;3 derde;4 vierde;8 achtste',
    ordinalEndings: '- -n',
    parts: '2 half halve helft;3 derde;4 kwart;5 vijfde;8 achtste;10 tiende',
    otherWords: 'een één eerste eens enige',
    outOf: 'van de|op de|van|op',
    belowZero: 'onder',
    decades: 'er',
    multiples: 'maal|keer',
  },
  dates: {
    weekdays: [
      'zondag|zo',
      'maandag|ma',
      'dinsdag|di',
      'woensdag|wo',
      'donderdag|do',
      'vrijdag|vr',
      'zaterdag|za',
    ],
    months: [
      ...[
        'januari|jan',
        'februari|feb',
        'maart|mrt',
        'april|apr',
        'mei',
        'juni|jun',
        'juli|jul',
        'augustus|aug',
      ],
      ...['september|sept|sep', 'oktober|okt', 'november|nov', 'december|dec'],
    ],
    isMonthFirst: false,
    between: 'de|den',
    of: '',
    oClock: 'uur',
    clock: {
      at: 'om|vanaf|tot|rond|tegen|tussen',
      morning: "(?:['’]s )?(?:ochtends|morgens)|in de ochtend",
      evening: "(?:['’]s )?(?:avonds|middags)|in de (?:avond|middag)",
      night: "(?:['’]s )?nachts|in de nacht",
      late: '(?:\\p{L}{3,10})?(?:avond|middag|nacht)(?:en|s)?',
      noon: 'twaalf uur ’s middags',
      midnight: 'middernacht',
      phrases: [
        ['half H', -30],
        ['kwart over H', 15],
        ['kwart voor H', -15],
      ],
    },
  },
  units: {
    ...{
      USD: '(?:Amerikaanse )?dollars?',
      EUR: "euro['’]?s?",
      GBP: 'ponden|pond(?: sterling)?|ponds',
      CHF: '(?:Zwitserse )?franks?',
    },
    ...{ JPY: 'yens?', CNY: 'yuan', percent: 'procent|percent', 'percentage point': 'procentpunt(?:en)?' },
    ...{
      kilometre: 'kilometers?',
      metre: 'meters?',
      centimetre: 'centimeters?',
      mile: 'mijlen|mijl',
      tonne: 'tonnen|ton',
    },
    ...{
      kilogram: "kilogram|kilo['’]?s?",
      gram: 'gram',
      hectare: 'hectaren?',
      'square metre': 'vierkante meters?',
      litre: 'liters?',
    },
    ...{ 'watt hour': 'wattuur', watt: 'watt', byte: 'bytes?', token: 'tokens?', parameter: 'parameters?' },
    ...{
      second: 'seconden?',
      minute: 'minuten|minuut',
      hour: 'uren|uur',
      day: 'dagen|dag',
      week: 'weken|week',
    },
    ...{
      month: 'maanden|maand',
      year: 'jaren|jaar',
      cent: 'centen|cent',
      'degree celsius': 'graden celsius',
    },
  },
  endings: { forms: "s 's en n e er ers de te t den ten je jes", dropped: 'en|[sen]' },
  names: {
    elided: 'd|l',
    small: 'van de het der den en voor in',
    places:
      'germany german:duits;france french:frankr frans;netherlands dutch:nederl;belgium belgian:belgi;spain spanish:spanje spaan;' +
      'aachen:aken;cologne:keulen;vienna:wenen weens;brussels:brussel;liège:luik;rome:rome romein;paris:parij;london:londe',
    initials: 'us vs;un vn;vat btw;gdp bbp;who wgo',
  },
  countries: { CAD: 'canad', AUD: 'austral', NZD: 'nieuw', HKD: 'hong', SGD: 'singap' },
  negation: {
    no: 'niet|niets|nooit|niemand|geen|nergens|noch|nee',
    without: 'zonder',
    other: 'niet in de laatste plaats|zonder twijfel',
    like: '(?:niet alleen|nauwelijks|slechts|pas|weiger\\p{L}*|on(?!der|s|tst|geveer)\\p{L}{4,}|verb(?:ied|ood|oden)\\p{L}*|mislukt?\\p{L}*)',
    opposites:
      'onmogelijk mogelijk;ongeldig geldig;onduidelijk duidelijk;onafhankelijk afhankelijk;illegaal legaal',
  },
  polarity: {
    negation: 'niet|geen|nooit|niemand|nergens|noch|zonder|nauwelijks',
    denial: 'ontken\\p{L}*|weiger\\p{L}*|verw(?:erpt|ierp)\\p{L}*|afgewezen|uitgesloten|betwist\\p{L}*',
    possible: 'kan|kunnen|zou(?:den)?|mogelijk|misschien|wellicht|waarschijnlijk|onduidelijk',
    plan: 'wil|willen|plan(?:t|nen|de)|van plan|zal|zullen|verwacht\\p{L}*|overweeg\\p{L}*|overwogen|hoopt|stelt voor',
    claim: 'zou(?:den)? hebben|beweer\\p{L}*|beschuldig\\p{L}*|verdacht\\p{L}*|vermoed\\p{L}*|naar verluidt',
  },
  placeholders: {
    orders: 'invoegen|invullen|toevoegen|vervangen',
    here: 'hier',
    texts: 'opvultekst|voorbeeldtekst|uw tekst hier',
  },
  homes: 'netherlands belgium',
  example: 'Op 3 maart nam Aster volgens Marta Vilela bij Gent # mensen aan, maar niet iedereen blijft.',
  sentences: {
    titles: 'Dhr dhr Mevr mevr Mw mw Dr dr Prof prof Ir ir Mr mr St',
    numbered: 'blz nr nrs fig afb hfst',
    abbreviations: 'Co Ltd Inc jan feb mrt apr jun jul aug sept okt nov dec e.d',
    starters:
      'De Het Een Hij Zij Ze Wij We Ik Er In Op Aan Bij Met Na Van Voor Maar En Of Ook Dat Dit Deze Die Als Toen Nu Volgens',
  },
  grammar: { hasCompounds: true },
  reports: {
    roles: {
      'chief executive': 'bestuursvoorzitter|topman|topvrouw',
      chair: 'voorzitter',
      president: 'president',
      'prime minister': 'premier|minister-president',
      minister: 'minister',
      mayor: 'burgemeester',
      founder: '(?:mede)?oprichter',
      spokesperson: 'woordvoerder|woordvoerster',
      director: 'directeur|directrice',
      judge: 'rechter',
      lawyer: 'advocaat|advocate',
      coach: 'trainer',
      professor: 'hoogleraar',
      researcher: 'onderzoeker|onderzoekster',
      buyer: 'koper',
      seller: 'verkoper',
      owner: 'eigenaar|eigenares',
    },
    says: 'zegt|zei|zeiden|verklaar\\p{L}*|waarschuw\\p{L}*|benadruk\\p{L}*',
    accordingTo: 'volgens',
    and: 'en',
    but: 'maar|terwijl',
    rather: 'hoewel|omdat',
    that: 'dat|die',
    relative: 'die|dat|wiens|waar\\p{L}*',
    starts: 'volgens|sinds|tijdens|tussen|na|tot',
    lastYear: '(?:vorig|afgelopen) jaar',
    thisYear: 'dit jaar',
    nextYear: 'volgend jaar',
    yesterday: 'gisteren',
    today: 'vandaag',
    tomorrow: 'morgen',
    considers: 'overwe|onderzoe|denk',
    hopes: 'hoo?p',
    suspects: 'vermoed|verdenk|verdacht',
    foreseen: 'zal|zullen|verwacht|gepland',
    noLonger: 'meer|langer',
    respectively: 'respectievelijk',
  },
  quotationMarks: { outer: ['‘', '’'], inner: ['“', '”'] },
  corrections: {
    said: (before) => `In een eerdere versie van dit artikel stond ${before}.`,
    right: (after) => `Dat moest ${after} zijn.`,
    wrong: 'Dat was onjuist.',
  },
  prompt: { name: 'Dutch as it is written in the Netherlands', address: 'addressing the reader as "u"' },
  speech: {
    grouping: '.\\u00a0\\u202f ',
    ...{
      point: 'punt',
      to: 'tot',
      minus: 'min',
      plus: 'plus',
      plusOrMinus: 'plus of min',
      equals: 'is gelijk aan',
    },
    ...{
      times: ['keer', 'keer'],
      lessThan: 'minder dan',
      moreThan: 'meer dan',
      about: 'ongeveer',
      and: 'en',
    },
    ...{ at: 'apenstaartje', dot: 'punt', slash: 'schuine streep', dash: 'streepje', section: 'paragraaf' },
    ...{ number: 'nummer', percent: 'procent', perMille: 'promille' },
    fractions: { '½': 'een half', '⅓': 'een derde', '⅔': 'twee derde', '¼': 'een kwart', '¾': 'drie kwart' },
    scales: [
      ['duizend', 'duizend', 'duizend'],
      ['mln\\.?|miljoen', 'miljoen', 'miljoen'],
      ['mld\\.?|miljard', 'miljard', 'miljard'],
      ['biljoen', 'biljoen', 'biljoen'],
    ],
    loneScales: 'mln\\.?|mld\\.?',
    ofScale: (noun) => noun,
    price: (whole, currency, cents) => `${whole} ${currency} ${cents}`,
    abbreviations: [
      ['bijv.', 'bijvoorbeeld'],
      ['d. w. z.', 'dat wil zeggen'],
      ['o. a.', 'onder andere'],
      ['ca.', 'circa'],
      ['max.', 'maximaal'],
      ['dhr.', 'de heer'],
      ['mevr.', 'mevrouw'],
      ['prof.', 'professor'],
    ],
    endingAbbreviations: [
      ['enz.', 'enzovoort'],
      ['etc.', 'et cetera'],
    ],
    beforeNumbers: [
      ['nr.', 'nummer'],
      ['blz.', 'bladzijde'],
      ['art.', 'artikel'],
    ],
    time: (hour, minute) => (minute === 0 ? `${hour} uur` : `${hour} uur ${minute}`),
    clock: { between: ':|\\.(?=\\d\\d ?uur)', after: ' ?uur' },
    prefixes: ['kilo', 'mega', 'giga', 'tera', 'peta'],
    bases: { W: ['watt', 'watt'], Wh: ['wattuur', 'wattuur'], Hz: ['hertz', 'hertz'], V: ['volt', 'volt'] },
    tonne: ['ton', 'ton'],
    square: (unit) => `vierkante ${unit}`,
    cubic: (unit) => `kubieke ${unit}`,
    small: {
      nm: ['nanometer', 'nanometer'],
      µm: ['micrometer', 'micrometer'],
      mg: ['milligram', 'milligram'],
    },
    counting: (text) =>
      text.replace(
        /(?<![\p{L}\d.,])(\d{1,2})(?:e|de|ste)(?![\p{L}\d])/gu,
        (written, digits: string) => ORDINALS[Number(digits)] ?? written,
      ),
    picture: 'Afbeelding',
    table: (rows, columns) => `Een tabel met ${rows} rijen en ${columns} kolommen, op de pagina.`,
    code: (name, lines) =>
      `Code${name && ` in ${name}`}, ${lines === 1 ? 'één regel' : `${lines} regels`}, op de pagina.`,
    shortCode: 'code',
  },
  search: {
    stemmer: 'dutch_stem',
    forms: 'stad steden;schip schepen;lid leden;ei eieren;kind kinderen',
    signs: { R$: 'real', $: 'dollar', '€': 'euro', '%': 'procent' },
    amounts: { m: 'miljoen', mln: 'miljoen', mld: 'miljard' },
    magnitudes: { mln: 'miljoen', mld: 'miljard' },
  },
}

export default DUTCH
