import type { LanguageFacts } from '#core/languages/language-facts.ts'
import { namesIn, pairs } from '#core/languages/lists.ts'

const ORDINALS =
  ' primo secondo terzo quarto quinto sesto settimo ottavo nono decimo undicesimo dodicesimo tredicesimo quattordicesimo quindicesimo sedicesimo diciassettesimo diciottesimo diciannovesimo ventesimo ventunesimo ventiduesimo ventitreesimo ventiquattresimo venticinquesimo ventiseiesimo ventisettesimo ventottesimo ventinovesimo trentesimo trentunesimo'.split(
    ' ',
  )
const MONTHS =
  'gennaio|gen;febbraio|feb;marzo|mar;aprile|apr;maggio|mag;giugno|giu;luglio|lug;agosto|ago;settembre|sett|set;ottobre|ott;novembre|nov;dicembre|dic'.split(
    ';',
  )
const MONTH = namesIn(MONTHS)

const FIRST_OF_MONTH = new RegExp(`(?<![\\p{L}\\d.,])1 (?=(?:${MONTH})(?!\\p{L}))`, 'gu')

const ITALIAN: LanguageFacts = {
  functionWords:
    'il lo la i gli le l un uno una e ed o od ma né se che chi cui quale quali come quando dove perché poiché mentre benché a ad al ' +
    'allo alla ai agli alle all con col contro da dal dallo dalla dai dagli dalle dall di del dello della dei degli delle dell d in ' +
    'nel nello nella nei negli nelle nell per su sul sullo sulla sui sugli sulle sull tra fra senza sotto sopra verso dopo prima ' +
    'durante io tu lui lei noi voi loro mi ti si ci vi ne mio mia tuo tua suo sua suoi sue nostro nostra questo questa questi queste ' +
    'quello quella quelli quelle ciò essere è sono era erano fu furono sia siano stato stata stati state sarà avere ha hanno aveva ' +
    'avevano ho può possono potere va vanno fa fanno fare non più meno molto anche ancora già solo tutto tutta tutti tutte altro ' +
    'altra altri altre stesso stessa ogni così allora',
  iso3: 'ita',
  lengthRatio: 1.12,
  numbers: {
    cardinals:
      '0 zero;1 un uno una;2 due;3 tre;4 quattro;5 cinque;6 sei;7 sette;8 otto;9 nove;10 dieci;11 undici;12 dodici;13 tredici;14 quattordici;15 quindici;' +
      '16 sedici;17 diciassette;18 diciotto;19 diciannove;20 venti vent;30 trenta trent;40 quaranta quarant;50 cinquanta cinquant;60 sessanta sessant;' +
      '70 settanta settant;80 ottanta ottant;90 novanta novant',
    hundreds: 'cento cent',
    loose:
      '1 primo prima volta;2 secondo seconda entrambi entrambe paio coppia doppio doppia raddoppiato raddoppia raddoppiare raddoppiata;3 terzo terza terzi triplo triplicato terzetto trio;' +
      '4 quarto quarta quarti quadruplo quadruplicato;5 quinto quinta quinti quintuplicato;6 sesto sesta;7 settimo settima;8 ottavo ottava;9 nono nona;10 decimo decima decimi decina decine decennio;' +
      '11 undicesimo;12 dozzina dodicesimo;15 quindicina;14 quindicina;20 ventina;30 trentina;40 quarantina;50 cinquantina;60 sessantina;' +
      '70 settantina;80 ottantina;90 novantina;100 centinaio centinaia secolo;1000 migliaio;0.5 mezzo mezza mezz metà dimezzato dimezzata dimezzati;30 mezzo mezza;' +
      '0.25 quarto;15 quarto;0.75 quarti;0.33 terzo;0.66 terzi;0.67 terzi;0.2 quinto;0.1 decimo;' +
      '100 centinaia;1000 migliaia;2 raddoppiati raddoppiate raddoppiano raddoppio;3 triplicati triplicate triplicata triplicare tripla;10 decine;12 decine;4 quadruplicati quadruplicata;60 sessantenne;5 quintuplicata quintuplicare;6 sestuplicato',
    half: 'mezzo',
    magnitudes: [
      ['trilioni|trilione', 1e18],
      ['mila miliardi|bilioni|bilione|bln', 1e12],
      ['miliardi|miliardo|mld.|mld', 1e9],
      ['milioni|milione|mln.|mln', 1e6],
      ['mila|mille', 1e3],
    ],
    large: { billion: 'miliardo', trillion: 'mille miliardi' },
    indefinite: 'migliaio migliaia',
    dozens: 'dozzina dozzine',
    and: '',
    andHalf: 'e mezzo;e mezza',
    range: 'a al e',
    between: 'o ai agli al alle di da ed i gli le',
    of: 'di d',
    minus: 'minus',
    perhapsMinus: 'meno',
    about: 'circa|quasi|intorno a|oltre|più di|meno di|almeno|fino a|superano(?: i)?|supera(?: i)?',
    hasSpaces: true,
    hasCenturyNames: true,
    compounds: {
      order: 'ten-first',
      and: '',
      hundred: 'cento',
      thousand: 'mila',
      aThousand: 'mille',
      ordinals: 'esimo esima esimi esime enne enni ennale ennali',
    },
    ordinals: '[oa]|enne|enni',
    ordinalStems:
      '2 second;3 terz;4 quart;5 quint;6 sest;7 settim;8 ottav;9 non;10 decim;1000 millesim;1000000 milionesim',
    ordinalEndings: '-o -a -i -e',
    parts:
      '2 mezzo mezza mezz metà;3 terzo terzi;4 quarto quarti;5 quinto quinti;6 sesto sesti;7 settimi;8 ottavo ottavi;9 noni;10 decimo decimi',
    otherWords: 'un uno una primo prima primi prime secondo seconda secondi sei volta volte mezzo mezza nona',
    idioms: "a metà(?= (?:anno|del|dello|mese|strada)(?!\\p{L})| dell['’])",
    divided: 'divis\\p{L}+ (?:in|per)',
    outOf: 'su',
    belowZero: 'sotto',
    decades: 's',
    derived: 'ultra(.+)',
  },
  dates: {
    weekdays: ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'],
    months: MONTHS,
    isMonthFirst: false,
    fillers: 'ad al alle d di e il la le ore',
    between: 'il|giorno',
    of: '',
    feasts: 'Ferragosto|Natale|Capodanno|San Silvestro|Epifania|Befana|Ognissanti|Santo Stefano|Immacolata',
    oClock: 'ore',
    clock: {
      at: "alle|all[’']|dalle|le",
      morning: 'a\\.?\\s?m|d(?:i|el|ella) mattin[ao]',
      evening: 'p\\.?\\s?m|d(?:i|el) pomeriggio|d(?:i|ella) sera',
      night: 'd(?:i|ella) notte',
      late: 'sera|serata|stasera|notte|stanotte|pomeriggio',
      smallHours: 'notte|nottata',
      noon: 'mezzogiorno',
      midnight: 'mezzanotte',
      phrases: [
        ["(?:(?:le|alle|dalle) |(?:l|all|dall)['’])H e mezz[ao]", 30],
        ["(?:(?:le|alle|dalle) |(?:l|all|dall)['’])H e M", 1],
        ["(?:(?:le|alle|dalle|a|da) |(?:l|all|dall)['’])H meno M", -1],
        ["(?:(?:le|alle|dalle) |(?:l|all|dall)['’])H e (?:un )?quarto", 15],
        ["(?:(?:le|alle|dalle) |(?:l|all|dall)['’])H meno (?:un )?quarto", -15],
      ],
    },
  },
  units: {
    USD: 'dollari|dollaro',
    EUR: 'euro',
    GBP: 'sterline',
    CHF: 'franchi(?: svizzeri)?',
    JPY: 'yen',
    CNY: 'yuan|renminbi',
    INR: 'rupie',
    BRL: 'reais',
    MXN: 'pesos?',
    SEK: 'coron[ae]',
    KRW: '(?<!\\d )won(?:e?s)?',
    RUB: 'rubl[io]',
    TRY: 'lire turche|lir[ae]',
    PLN: 'zloty',
    ZAR: 'rand',
    ILS: 'shekel',
    AED: 'dirham',
    SAR: 'riyal|rial',
    THB: 'baht',
    VND: 'dong',
    UAH: 'grivnie|grivne|hryvnia',
    NGN: 'naira',
    MYR: 'ringgit',
    HUF: 'fiorini',
    pound: 'libbr[ae]',
    bit: 'bits?(?: al secondo)?',
    hertz: 'hertz',
    IDR: 'rupie indonesiane',
    'percentage point': 'punt[io] percentual[ie]',
    percent: 'per cento|percento',
    'basis point': 'punti base',
    kilometre: 'chilometri|chilometro',
    metre: 'metri|metro',
    centimetre: 'centimetri',
    millimetre: 'millimetri',
    nanometre: 'nanometri',
    mile: 'miglia',
    foot: 'piedi',
    inch: 'pollici',
    tonne: 'tonnellat[ae]',
    kilogram: 'chilogrammi|chil[oi]',
    gram: 'grammi',
    milligram: 'milligrammi',
    hectare: 'ettari',
    'square metre': 'metri quadrati',
    litre: 'litri|litro',
    millilitre: 'millilitri',
    'watt hour': 'wattora',
    watt: 'watt',
    milliwatt: 'milliwatt',
    volt: 'volt',
    byte: 'byte',
    token: 'token',
    parameter: 'parametri',
    'degree celsius': 'gradi (?:celsius|centigradi)',
    'degree fahrenheit': 'gradi fahrenheit',
    second: 'secondi|secondo',
    minute: 'minuti|minuto',
    hour: 'ore|ora',
    day: 'giorni|giorno|giornat[ae]',
    week: 'settimane|settimana',
    month: 'mesi|mese',
    year: 'anni|anno',
    cent: 'centesimi',
    'square kilometre': 'chilometr[oi] quadrat[oi]',
    yard: 'iarde|yard',
    'square mile': 'miglia quadrate',
    acre: 'acri|acro',
    ounce: 'once|oncia',
    gallon: 'galloni|gallone',
    degree: 'gradi|grado',
  },
  periods: [
    ['trimestr[ei]', 3, 'month'],
    ['quadrimestr[ei]', 4, 'month'],
    ['semestr[ei]', 6, 'month'],
    ['bienni?o?', 2, 'year'],
    ['trienni?o?', 3, 'year'],
    ['quinquenni?o?|lustr[oi]', 5, 'year'],
    ['decenni?o?', 10, 'year'],
    ['ventenni?o?', 20, 'year'],
    ['trentenni?o?', 30, 'year'],
    ['secol[oi]', 100, 'year'],
  ],
  negation: {
    no: String.raw`non|no|mai|niente|nient['’]altro|nulla|nessun\p{L}*|né|neanche|neppure|nemmeno|mica`,
    without: 'senza',
    other: String.raw`non (?:c['’]è|vi è) dubbio|sì,? (?:e )?(?:un[oa]|l['’]altr[oa]) no|senza dubbio|non appena|come mai|(?:più|quanto) (?:che )?mai|se mai|caso mai|senz['’]altro`,
    like: String.raw`non (?:solo|soltanto|più di|meno di|tutt[ie])|(?:a meno che|finch[ée]) non|finch[ée] [^.;,]{1,40} non|malapena|appena|solo|soltanto|imposs\p{L}*|incapac\p{L}*|insuffic\p{L}*|inutil\p{L}*|illeg\p{L}*|incert\p{L}*|sconosciut\p{L}*|ignot\p{L}*|ignor\p{L}*|manc\p{L}*|rifiut\p{L}*|respin\p{L}*|evit\p{L}*|imped\p{L}*|viet\p{L}*|proib\p{L}*|salvo|tranne|poc(?:o|a|hi|he)|meno|contro|falli\p{L}*|cess\p{L}*|assen\p{L}*|priv[oaie]|anziché|invece di|fuori|nega\p{L}*|negò|smenti\p{L}*|difficil\p{L}*|indifferen\p{L}*|raramente|stent\p{L}*|diverg\p{L}*|discord\p{L}*`,
    instead: String.raw`unanim\p{L}*|porte chiuse|chius[oaie]|tac\p{L}*|taciut\p{L}*|silenzi\p{L}*|costrett\p{L}*|obbligat\p{L}*|contrari\p{L}*|altra cosa|diver[so]\p{L}*|romp\p{L}*|rott\p{L}*|tradit\p{L}*|brev[ei]|cort[oai]|sbagliat\p{L}*|fals[oaie]|errat\p{L}*|anonim\p{L}*|dimentic\p{L}*|scord\p{L}*|(?:in|im|ir|il)\p{L}{3,}[ai]bil[ei]|incensurat\p{L}*|inosservat\p{L}*|illimitat\p{L}*|intatt\p{L}*|illes[oaie]|elu[ds]\p{L}*|spalle|esaurit\p{L}*|complicat\p{L}*|all['’]oscuro|unic[oa]|margine|distanza|solo|soltanto|unicamente|rest\p{L}*|riman\p{L}*|rimas\p{L}*|bast\p{L}*|esclus[oaie]|esent\p{L}*|gratis|gratuit\p{L}*|priv\p{L}*|manc\p{L}*|troppo|tard\p{L}*|attes\p{L}*|attend\p{L}*|scamp\p{L}*|risparmi\p{L}*|indenn\p{L}*|vuot\p{L}*|negativ\p{L}*|impun\p{L}*|tutt['’]altro|insaputa|sfugg\p{L}*|asten\p{L}*|omett\p{L}*|omess\p{L}*|segret\p{L}*|libero|libera|liberi|libere|per ora|a parte|oltre|smett\p{L}*|smess\p{L}*|scart\p{L}*`,
    contraries: {
      yet: [String.raw`non|senza|mai|nessun\p{L}*|ancora`, String.raw`già`],
      still: [
        String.raw`non|senza|mai|nessun\p{L}*|più|niente|nulla|smett\p{L}*|smess\p{L}*`,
        String.raw`ancora|tuttora|continu\p{L}*`,
      ],
      none: [
        String.raw`nessun\p{L}*|non|senza|mai|niente|nulla|né|disacc\p{L}*|discord\p{L}*|diverg\p{L}*`,
        String.raw`tutt[ie]|ognun[oa]|ciascun[oa]|ci sono stat[ie]`,
      ],
      hardly: [
        String.raw`quasi nessun\p{L}*|non|nessun\p{L}*|poch[ie]|senza|a stento|raramente`,
        String.raw`quasi tutt[ie]`,
      ],
      even: [
        String.raw`solo|soltanto|non|mai|unicamente`,
        String.raw`(?:anche|persino|pure) senza|po(?:ssono|trà|tranno)(?: \p{L}+){0,4} senza|può(?: \p{L}+){0,4} senza`,
      ],
      with: [String.raw`senza|in assenza|in mancanza|manc\p{L}*|salvo|solo`, String.raw`^con`],
      unless: [
        String.raw`meno|salvo|non|tranne|solo|soltanto|senza|mai|eccetto|finché`,
        String.raw`se|quando|qualora`,
      ],
      accept: [
        String.raw`respin\p{L}*|nega\p{L}*|negò|smenti\p{L}*|rifiut\p{L}*|rigett\p{L}*|contest\p{L}*|escl\p{L}*|non|scart\p{L}*|liquid\p{L}*`,
        String.raw`accett(?:a|ano|ato|ò)|conferm(?:a|ano|ato|ò)|ammess\p{L}*|ammett\p{L}*|riconos\p{L}*|acco(?:lt|lg)\p{L}*`,
      ],
      deny: [
        String.raw`accett\p{L}*|conferm\p{L}*|ammess\p{L}*|ammett\p{L}*|ammis\p{L}*|riconos\p{L}*|non`,
        String.raw`neg(?:a|ano|ato|ò)|smenti\p{L}*|respin(?:ge|gono|to)`,
      ],
      affirm: [
        String.raw`non|mai|senza|niente|nulla|nessun\p{L}*|né|liber\p{L}*|esent\p{L}*|esoner\p{L}*`,
        String.raw`esclus[oaie]|esclud\p{L}+|dubit(?:a|ano|ato)|nascos\p{L}*|nascond\p{L}*|manc(?:a|ano|ato)|senza|oppo[ns]\p{L}*|scarsegg\p{L}*`,
      ],
      include: ['(?!)', String.raw`non (?:\p{L}{1,6} )?esclu\p{L}+`],
      stop: ['(?!)', String.raw`non (?:\p{L}{1,6} )?(?:smess|smett|cess)\p{L}+`],
      obliged: [
        String.raw`non|mai|senza|niente|nulla|nessun\p{L}*|né|liber\p{L}*|esent\p{L}*|esoner\p{L}*`,
        String.raw`obbligat[oaie]|dev(?:e|ono)|tenut[oaie] a`,
      ],
      fail: [
        String.raw`non|né|senza|mai|nessun\p{L}*|neppure|nemmeno|neanche`,
        String.raw`riesc\p{L}*|riusc\p{L}*`,
      ],
    },
    opposites:
      'inadegua adegua;disabitat abitat;illegal legal;impossib possib;insufficient sufficient;incomplet complet;invalid valid;scorrett corrett;inesatt esatt;imprecis precis;indipend dipend;irregol regol;incostituz costituz;insicur sicur;improbab probab;ingiust giust;sconosciut conosciut;incompatib compatib;instab stab;inefficient efficient;incert cert;inattiv attiv;immoral moral',
  },
  endings: {
    forms: 'o a i e io co ci che chi ca he hi à',
    dropped: '[aoie]',
  },
  names: { small: 'di e per da in', elided: '(?:de|a|ne|su)ll|un' },
  polarity: {
    negation: 'non(?! sol(?:o|tanto))|nessun\\p{L}*|(?<!(?:che|come) )mai|senza|né|niente|nulla',
    denial:
      'nega(?:to|no|va)?|negò|smenti\\p{L}*|rifiut\\p{L}*|respin\\p{L}*|esclu(?:de|so|dono|sa)|contest\\p{L}*|rigett\\p{L}*',
    possible:
      'tem(?:e|ono)|potrebbe\\p{L}*|può|poss(?:a|ano|ono)|forse|(?:im)?probabil\\p{L}*|(?<!\\d )possibil\\p{L}*|eventual\\p{L}*',
    plan: 'prevede\\p{L}*|vorrebbe\\p{L}*|atteso|attesa|prome(?:tt|ss)\\p{L}*|impegna\\p{L}*|previst\\p{L}*|intend\\p{L}*|vuole|vogliono|propon\\p{L}*|propost\\p{L}*|valut\\p{L}*|studia(?:no)?|punta a|punta|conta di|spera\\p{L}*|dovrebbe\\p{L}*|pianific\\p{L}*',
    claim:
      'cred(?:e|ono)|ritiene|ritengono|avrebbe\\p{L}*|sarebbe\\p{L}*|presunt\\p{L}*|accus\\p{L}*|sospett\\p{L}*',
  },
  placeholders: {
    orders: 'inserire|inserisci|aggiungere',
    here: 'qui',
    texts: 'testo segnaposto|il tuo testo qui|testo di riempimento',
    words: 'TODO TBC',
  },
  homes: 'italy switzerland',
  example: 'Il 3 marzo Aster avrebbe assunto # persone vicino a Gand, secondo Marta Vilela, ma non tutte.',
  sentences: {
    titles:
      'Sig Sigg Sigra Dott Dottssa Dr Prof Profssa Ing Avv Arch Geom Rag On Sen Mons Gen Col Cap Cav Comm Egr Gent Spett Don',
    numbered: 'Art artt Pag pp Fig Cap Vol Nr',
    abbreviations:
      'es cit circa Tel Co Inc Ltd Corp Jr gen feb mar apr mag giu lug ago set sett ott nov dic ed a.C d.C al',
    starters:
      'Il Lo La I Gli Le Un Uno Una Egli Lui Lei Loro Noi Io Questo Questa Questi Queste Quello Quella Suo Sua In Nel Nella Nei Nelle Nello Di Del Della Dei Da Dal Dalla A Al Alla Ai Con Per Su Sul Sulla Tra Fra Senza Dopo Prima Durante Secondo Ma E Ed O Se Quando Come Dove Chi Che Perché Mentre Anche Inoltre Tuttavia Però Così Quindi Poi Oggi Ieri Ora Molti Alcuni Tutti Altri Non Si È Sono Ha Hanno L D C All Dell Dall Nell Sull',
  },
  grammar: {
    future: String.raw`\p{L}{2,}r(?:à|anno|emo)`,
    objects: 'a',
  },
  reports: {
    roles: {
      'chief executive': 'amministrator[ei] delegat[oa]',
      'finance chief': 'direttore finanziario',
      president: 'presidente',
      'vice president': 'vicepresidente',
      'prime minister': 'primo ministro',
      chancellor: 'cancelliere',
      minister: 'ministr[oa]',
      mayor: 'sindac[oa]',
      founder: '(?:co)?fondator[ei]|(?:co)?fondatrice',
      spokesperson: 'portavoce',
      director: 'direttore|direttrice',
      delegate: 'delegat[oa]',
      judge: 'giudice',
      lawyer: 'avvocat[oa]',
      coach: 'allenator[ei]',
      archivist: 'archivista',
      professor: 'professore(?:ssa)?',
      researcher: 'ricercator[ei]|ricercatrice',
      buyer: 'acquirente',
      seller: 'venditore',
      owner: 'proprietari[oa]',
    },
    says: 'dett\\p{L}*|dichiara\\p{L}*|afferma\\p{L}*|spiega\\p{L}*|ribadi\\p{L}*|avvert\\p{L}*',
    accordingTo: 'secondo',
    and: 'ed?',
    or: 'o',
    but: 'ma|mentre',
    that: 'che|cui',
    relative: 'cui',
    starts: 'secondo|durante|dopo',
    lastYear: "(?:l['’])?anno scorso|scorso anno",
    thisYear: "quest['’]anno",
    nextYear: "(?:l['’])?anno prossimo|prossimo anno",
    yesterday: 'ieri',
    today: 'oggi',
    tomorrow: 'domani',
    considers: 'valut|studia',
    hopes: 'sper',
    suspects: 'sospett',
    foreseen: 'dovrebbe|attes|prev',
    noLonger: 'più',
    respectively: 'rispettivamente',
    periods:
      'half-year=semest|mezzo anno;quarter=trimest;fortnight=quindicina;decade=decennio;year=(?<!\\p{L})anno(?!\\p{L});double=raddopp|dupli|due\\s?volte;triple=tripl;half=due volte meno',
    refers: 'lui|lei|loro|suoi?|sua|sue|questo|questa|il \\p{Ll}\\p{L}+',
    compared: 'più|meno|meglio|peggio|miglior[ei]?|peggior[ei]?',
    than: '(?:di|del|delle)(?: quanto)?',
    anybody: 'chi',
    badly: 'male',
    ever: 'mai',
    notAtVerb: 'non',
    by: "da|dal|dalla|dall['’]",
    passive: 'è|sono|viene|vengono|stat[oaie]',
    participle: '[aiu]t[oaei]',
    genitive: 'd[ai]l?|d[ae]lla|dei',
    places: 'a|in|di',
  },
  instructions: {
    ignore: 'ignora(?:te)?|dimentica(?:te)?',
    earlier: 'tue|vostre|precedenti',
    orders: 'istruzion\\w+',
    to: 'sei|come|attenzione',
    article: "uno?|una|il|la|le|gli|l'|un'",
    model: 'ia|modell[oi] linguistic[oi]|intelligenza artificiale|assistente (?:di )?ia',
    models:
      'sistem[ai] (?:di )?(?:ia|intelligenza artificiale)|assistent[ei](?: (?:automat\\w+|virtua\\w+|digita\\w+|di ia|ia))?|modell[io]',
    note: 'nota|messaggio|istruzion\\p{L}+',
    noteTo: 'per|agli|ai|alle',
    noteAlsoTo: 'a',
    everybody: 'tutti',
    write: 'scriv[ia](?:te)?|rispond[ia]|afferma',
    says: 'afferma',
    only: 'solo|invece',
    that: 'che',
    please: 'e|prego|per favore|invece',
    telling: 'nuov[ae] istruzion\\w+|il tuo (?:nuovo )?compito',
  },
  pages: {
    missing: 'pagina (?:non|inesistente) ?(?:trovata|esiste)?|contenuto non (?:trovato|disponibile)',
    withdrawn:
      'quest[oa] (?:articolo|notizia|pagina|testo) (?:è stat[oa]|non è più) (?:\\p{L}+ ){0,2}(?:ritirat[oa]|rimoss[oa]|eliminat[oa]|disponibile)',
    paywalled: 'riservato agli abbonati|per continuare a leggere',
  },
  lists: {
    none: 'mai nessuno nessuna n.d.',
    no: 'no falso',
    yes: 'sì si vero',
    columns:
      'email indirizzoemail;language lingua;subscribed_at datadiiscrizione;confirmed confermato;active attivo;status stato',
    subscribed: 'attivo;attiva;iscritto;iscritta;abbonato;abbonata;confermato;confermata',
    optedOut: 'disiscritto;disiscritta;non contattare',
    negation: 'non|mai(?= [a-z])|senza',
    complained: 'segnalat|reclam',
    bounced: 'rimbalz|respint',
    unconfirmed: 'in attesa|da confermare|(?:non|senza|mai) (?:ancora )?(?:conferm|verif)',
    nonsubscribed: 'rifiutat|negat|(?:non|mai) (?:iscri|abbon)',
    unsubscribed: 'inattiv|disiscri|cancellat|disattiv|rimoss|bloccat|non piu|non (?:contattare|attiv[oa])',
    left: 'inattiv|disiscri|cancellato|non(?:contattare|inviare)',
    wanted: '^accetta\\w*(?:mail|marketing|newsletter|publi|pubbli)|consenso|iscritt|riceve',
    perhaps: 'pubblici',
    postal: 'citta|cap$|provin',
  },
  topics: {
    funding: 'finanziament|acquisizion',
    upcoming: 'prossim[aeio] (?:settiman[ae]|mes[ei])',
  },
  quotationMarks: { outer: ['«', '»'], inner: ['“', '”'] },
  corrections: {
    said: (before) => `Una versione precedente di questo articolo riportava ${before}.`,
    right: (after) => `La versione corretta è ${after}.`,
    wrong: 'Non era corretto.',
  },
  speech: {
    grouping: '.\\u00a0\\u202f',
    point: 'punto',
    to: 'a',
    minus: 'meno',
    plus: 'più',
    plusOrMinus: 'più o meno',
    equals: 'uguale',
    times: ['volte', 'per'],
    lessThan: 'meno di',
    moreThan: 'più di',
    atLeast: 'almeno',
    atMost: 'al massimo',
    power: { times: 'per', to: 'alla' },
    per: 'per',
    perTimes: pairs(
      'anno=all’anno;mese=al mese;settimana|sett=alla settimana;giorno|g=al giorno;ora|h=all’ora;minuto|min=al minuto;' +
        'secondo|sec|s=al secondo',
    ),
    about: 'circa',
    and: 'e',
    at: 'chiocciola',
    dot: 'punto',
    slash: 'barra',
    dash: 'trattino',
    section: 'paragrafo',
    number: 'numero',
    percent: 'per cento',
    perMille: 'per mille',
    fractions: { '½': 'un mezzo', '⅓': 'un terzo', '⅔': 'due terzi', '¼': 'un quarto', '¾': 'tre quarti' },
    scales: [
      ['mila|mille|k', 'mila', 'mila'],
      ['mln\\.?|milion[ei]|M', 'milione', 'milioni'],
      ['mld\\.?|mrd\\.?|miliard[oi]', 'miliardo', 'miliardi'],
      ['bilion[ei]', 'bilione', 'bilioni'],
    ],
    loneScales: 'mln\\.?|mld\\.?|mrd\\.?',
    ofScale: (noun) => `di ${noun}`,
    price: (whole, currency, cents) => `${whole} ${currency} e ${cents}`,
    abbreviations: pairs(
      'p. es.=per esempio;ad es.=ad esempio;cfr.=confronta;sig.=signor;Sig.=signor;sig.ra=signora;Sig.ra=signora;dott.=dottor;' +
        'dott.ssa=dottoressa;prof.=professor;prof.ssa=professoressa;ing.=ingegner;avv.=avvocato;ca.=circa;max.=massimo;min.=minimo;' +
        'vs.=contro;tel.=telefono;c. d.=cosiddetto;cd.=cosiddetto;USA=Stati Uniti',
    ),
    endingAbbreviations: pairs(
      'ecc.=eccetera;etc.=eccetera;a. C.=avanti Cristo;d. C.=dopo Cristo;S. p. A.=società per azioni;' +
        's. r. l.=società a responsabilità limitata',
    ),
    afterNumbers: [
      ['min', 'minuto', 'minuti'],
      ['sec', 'secondo', 'secondi'],
      ['[Ff]r', 'franco', 'franchi'],
    ],
    beforeNumbers: pairs(
      'n.=numero;nr.=numero;n°=numero;p.=pagina;pag.=pagina;pagg.=pagine;art.=articolo;fig.=figura;cap.=capitolo;vol.=volume',
    ),
    time: (hour, minute) => (minute === 0 ? String(hour) : `${hour} e ${minute}`),
    clock: { between: ':|(?<=(?:ore|h|[ad]?alle|le) (?:\\d{1,2}[.:]\\d\\d ?[–-] ?)?\\d{1,2})\\.' },
    prefixes: ['chilo', 'mega', 'giga', 'tera', 'peta'],
    bases: { W: ['watt', 'watt'], Wh: ['wattora', 'wattora'], Hz: ['hertz', 'hertz'], V: ['volt', 'volt'] },
    tonne: ['tonnellata', 'tonnellate'],
    square: (unit) => `${unit} ${unit.endsWith('i') ? 'quadrati' : 'quadrato'}`,
    cubic: (unit) => `${unit} ${unit.endsWith('i') ? 'cubi' : 'cubo'}`,
    small: {
      nm: ['nanometro', 'nanometri'],
      µm: ['micrometro', 'micrometri'],
      mg: ['milligrammo', 'milligrammi'],
    },
    looseUnits: ['ha', 'mi'],
    degreeOrdinals: `${MONTH}|posto|minuto|anniversario|secolo|piano|turno|trimestre|semestre|classificato`,
    rulers: {
      names:
        'Carlo|Filippo|Alfonso|Ferdinando|Elisabetta|Paolo|Giovanni|Pio|Leone|Benedetto|Enrico|Luigi|Guglielmo|Giorgio|Edoardo|Napoleone|Nicola|Pietro|Federico|Vittorio Emanuele|Umberto',
      say: (number, name) => (ORDINALS[number] ?? '').replace(/o$/, name === 'Elisabetta' ? 'a' : 'o'),
    },
    counting: (text) =>
      text
        .replace(/(?<![\p{L}\d.,])(\d{1,2})(º|ª|°)(?![\p{L}\d])/gu, (_, digits: string, ending: string) => {
          const word = ORDINALS[Number(digits)]
          return (word ?? `${digits}esimo`).replace(/o$/, ending === 'ª' ? 'a' : 'o')
        })
        .replace(/(?<!\p{L})[IVX](?= secol[oi](?!\p{L}))/gu, (letter) =>
          String({ I: 1, V: 5, X: 10 }[letter]),
        )
        .replace(
          /(?<![\p{L}\d.,])(\d{1,2})(?= secol[oi](?!\p{L}))/gu,
          (digits) => ORDINALS[Number(digits)] ?? digits,
        )
        .replace(FIRST_OF_MONTH, 'primo '),
    picture: 'Immagine',
    table: (rows, columns) => `Una tabella di ${rows} righe e ${columns} colonne, nella pagina.`,
    code: (name, lines) =>
      `Codice${name && ` in ${name}`}, ${lines === 1 ? 'una riga' : `${lines} righe`}, nella pagina.`,
    shortCode: 'codice',
  },
  search: {
    stemmer: 'italian_stem',
    subjects: 'potere essere stato stati prima',
    elisions: 'l d dell nell all dall sull coll un c m t s v n quest quell bell anch com dov cos',
    spellings: [
      ['nunzi', 'nunci'],
      ['^(bene|sacri|arti|ori)fizi', '\\1fici'],
      ['^obbiett', 'obiett'],
      ['^famigliar', 'familiar'],
    ],
    endings: 'ca che;co chi ci;ga ghe;go ghi gi;cia cie;gia gie;tore trice trici;t ts;b bs;p ps;k ks;m ms',
    forms:
      'uomo uomini;dollaro usd;euro eur;cento percento;franco chf;dio dei dii;dea dee;ala ali;bue buoi;tempio templi;mano mani;arma armi;' +
      'moglie mogli;paio paia;centinaio centinaia;migliaio migliaia;miglio miglia;dito dita diti;ginocchio ginocchia;orecchio orecchia orecchie;' +
      'lenzuolo lenzuola;osso ossa;ciglio ciglia;labbro labbra;muro mura;grido grida;urlo urla;frutto frutta;eco echi;uovo uova;braccio braccia;' +
      'riso risa;corno corna;membro membra;filo fila;fondamento fondamenta;cervello cervella;calcagno calcagna;provincia province;faccia facce;traccia tracce;goccia gocce;roccia rocce;freccia frecce;camicia camicie;' +
      'ciliegia ciliege;valigia valige;arancia arance;spiaggia spiagge;pioggia piogge;uguale eguale eguali;obbedire ubbidire;ulivo olivo;' +
      'ulivi olivi;lacrima lagrima;meraviglia maraviglia;soprattutto sopratutto;gol goal;intravedere intravvedere;dovere debbo devo deve devono;' +
      'dire detto disse dice;fare fatto fece;scrivere scritto scritta scrisse;leggere letto lesse;prendere preso prese;' +
      'chiudere chiuso chiusa chiuse;vincere vinto vinse;perdere perso perse;rispondere risposto rispose;decidere deciso decise;' +
      'aprire aperto aperta;morire morto morta;nascere nato nata;vivere vissuto visse;rompere rotto rotta;scegliere scelto scelta;' +
      'spendere speso spesa;vedere visto vista;mettere messo messa;chiedere chiesto chiese;crescere cresciuto crebbe;ridurre ridotto ridotta;' +
      'produrre prodotto;tradurre tradotto tradotta;proporre proposto proposta;esporre esposto;correre corso;offrire offerto offerta;' +
      'scoprire scoperto scoperta;superficie superfici;effigie effigi;amico amica amiche;medico medica mediche;greco greca greci;porco porci;' +
      'dottore dottoressa;professore professoressa;studente studentessa;poeta poetessa;presidente presidentessa;re regina;' +
      'collega colleghe colleghi;belga belgi;atleta atlete atleti;problema problemi;sistema sistemi;programma programmi;tema temi;clima climi;' +
      'dogma dogmi',
    signs: { R$: 'real', $: 'dollari', '€': 'euro', '£': 'sterline', '¥': 'yen', '%': 'cento' },
    amounts: { k: 'mila', m: 'milioni', mln: 'milioni', mld: 'miliardi', mrd: 'miliardi' },
    magnitudes: { mld: 'miliardi', mrd: 'miliardi', mln: 'milioni', mila: 'mila' },
  },
}

export default ITALIAN
