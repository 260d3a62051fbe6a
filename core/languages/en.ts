import type { LanguageFacts } from '#core/languages/language-facts.ts'

const ENGLISH: LanguageFacts = {
  functionWords:
    'a an the and or but nor so yet if then than as at by for from in into of off on onto out over to up with without about after ' +
    'again against all also although am any are aren be became because been before being below between both can cannot could did do ' +
    'does doing don done down during each either else even ever every few get gets getting give given gives go goes going got had has ' +
    'have having he her here hers him his how however i is it its itself just like made make makes many may me might more most much ' +
    'must my near need neither never no not now one only other our ours own per rather said same say says see seen she should since ' +
    'some still such take takes that their theirs them themselves there these they this those through thus too toward towards under ' +
    'until upon us use used uses using very via was we well were what when where whether which while who whom whose why will within ' +
    'would you your yours two three first last new old year years day days s t',
  tellingWords:
    'the and of with from is are were this that these those which how what when why who your our their its not by be been has have had ' +
    'will would can could should there than then they we you it into about',
  iso3: 'eng',
  lengthRatio: 1,
  numbers: {
    cardinals:
      '0 zero;1 one;2 two;3 three;4 four;5 five;6 six;7 seven;8 eight;9 nine;10 ten;11 eleven;12 twelve;13 thirteen;' +
      '14 fourteen;15 fifteen;16 sixteen;17 seventeen;18 eighteen;19 nineteen;20 twenty;30 thirty;40 forty;50 fifty;' +
      '60 sixty;70 seventy;80 eighty;90 ninety',
    hundreds: 'hundred',
    loose:
      '1 once single first;2 twice both pair couple second double doubled doubles twofold;3 third thirds thrice triple tripled threefold;' +
      '4 fourth quarter quarters quadruple quadrupled fourfold;5 fifth fifths fivefold quintupled;6 sixth sixths sixfold;7 seventh sevenfold;8 eighth eighths eightfold;' +
      '9 ninth ninefold;10 tenth tenths tenfold decade;11 eleventh;12 twelfth dozen dozens;' +
      '0.5 half halved halves halving;30 half;0.25 quarter;15 quarter;0.75 quarters;0.33 third;0.66 thirds;0.67 thirds;0.2 fifth;0.1 tenth;13 thirteenth;14 fourteenth fortnight;' +
      '15 fifteenth;16 sixteenth;17 seventeenth;18 eighteenth;19 nineteenth;20 twentieth twenties;1920 twenties;1930 thirties;1940 forties;1950 fifties;1960 sixties;1970 seventies;1980 eighties;1990 nineties;30 thirtieth thirties;' +
      '40 forties;50 fifties;60 sixties;70 seventies;80 eighties;90 nineties;100 hundredth century hundredfold;1000 thousandth;' +
      '24 clock;10 dozens;100 hundreds;3 tripling treble;2 doubling twice;4 quadrupling',
    article: 'a an',
    half: 'half a',
    magnitudes: [
      ['quadrillions|quadrillion', 1e15],
      ['trillions|trillion|tn', 1e12],
      ['billions|billion|bn', 1e9],
      ['millions|million|mn', 1e6],
      ['crores|crore', 1e7],
      ['lakhs|lakh', 1e5],
      ['thousand', 1e3],
    ],
    indefinite: 'thousands',
    dozens: 'dozen dozens',
    and: 'and',
    andHalf: 'and a half',
    range: 'to and',
    between: 'or than by',
    of: 'of',
    minus: 'minus negative',
    about:
      'about|around|roughly|approximately|some|nearly|almost|over|under|above|below|more than|less than|fewer than|at least|at most|' +
      'up to|close to|just over|just under|an estimated|exceeds?|exceeding|tops|topped',
    hasSpaces: false,
    hasYearsInPairs: true,
    derived: '(.+)fold',
    ordinals: 'st|nd|rd|th',
    ordinalStems:
      '1 first;2 second;3 third;4 fourth;5 fifth;6 sixth;7 seventh;8 eighth;9 ninth;10 tenth;11 eleventh;12 twelfth;13 thirteenth;' +
      '14 fourteenth;15 fifteenth;16 sixteenth;17 seventeenth;18 eighteenth;19 nineteenth;20 twentieth;30 thirtieth;40 fortieth;' +
      '50 fiftieth;60 sixtieth;70 seventieth;80 eightieth;90 ninetieth;100 hundredth',
    ordinalEndings: '-',
    parts:
      '2 half halves;3 third thirds;4 quarter quarters;5 fifth fifths;6 sixth sixths;7 sevenths;8 eighth eighths;9 ninths;10 tenth tenths',
    otherWords: 'one first second once clock',
    outOf: 'in|out of',
    belowZero: 'below',
    decades: 's',
  },
  dates: {
    weekdays: [
      'Sunday|Sun',
      'Monday|Mon',
      'Tuesday|Tues|Tue',
      'Wednesday|Wed',
      'Thursday|Thurs|Thur|Thu',
      'Friday|Fri',
      'Saturday|Sat',
    ],
    months: [
      'January|Jan',
      'February|Feb',
      'March|Mar',
      'April|Apr',
      'May',
      'June|Jun',
      'July|Jul',
      'August|Aug',
      'September|Sept|Sep',
      'October|Oct',
      'November|Nov',
      'December|Dec',
    ],
    isMonthFirst: true,
    between: 'the|on',
    of: 'of',
    oClock: "o[’']clock",
    clock: {
      at: 'at|from|until|by|between',
      morning: 'a\\.?\\s?m|in the (?:early )?morning',
      evening: 'p\\.?\\s?m|in the (?:afternoon|evening)',
      night: 'at night',
      late: 'evening|night|tonight|afternoon|p\\.?m',
      noon: 'noon|midday',
      midnight: 'midnight',
      phrases: [
        ['half past H', 30],
        ['quarter past H', 15],
        ['quarter (?:to|before) H', -15],
      ],
    },
  },
  units: {
    USD: 'US[- ]?dollars?|dollars?',
    EUR: 'euros?',
    GBP: 'pounds?(?: sterling)?',
    CHF: '(?:Swiss )?francs?',
    JPY: 'yens?',
    CNY: 'yuans?|renminbi',
    INR: 'rupees?',
    BRL: 'reals|reais',
    MXN: 'pesos?',
    SEK: 'kron(?:or|er|a|e|ur)',
    IDR: 'rupiahs?',
    KRW: '(?<!\\d )won(?:e?s)?',
    RUB: 'rou?bles?',
    TRY: 'liras?',
    PLN: 'zlotys?',
    ZAR: 'rands?',
    ILS: 'shekels?',
    AED: 'dirhams?',
    SAR: 'riyals?',
    THB: 'bahts?',
    VND: 'dongs?',
    UAH: 'hryvnias?',
    NGN: 'nairas?',
    MYR: 'ringgits?',
    HUF: 'forints?',
    pound: 'pounds?',
    bit: 'bits?(?: per second)?',
    hertz: 'hertz',
    'percentage point': 'percentage points?',
    percent: 'percent|per cent',
    'basis point': 'basis points?',
    kilometre: 'kilomet(?:er|re)s?',
    metre: 'met(?:er|re)s?',
    centimetre: 'centimet(?:er|re)s?',
    millimetre: 'millimet(?:er|re)s?',
    nanometre: 'nanomet(?:er|re)s?',
    mile: 'miles?',
    foot: 'feet|foot',
    inch: 'inch(?:es)?',
    tonne: 'tonnes?|tons?',
    kilogram: 'kilos?|kilograms?',
    gram: 'grams?|grammes?',
    milligram: 'milligram(?:me)?s?',
    hectare: 'hectares?',
    'square metre': 'square met(?:er|re)s?',
    'square foot': 'square f(?:ee|oo)t|sq ft',
    litre: 'lit(?:er|re)s?',
    millilitre: 'millilit(?:er|re)s?',
    'watt hour': 'watt[- ]?hours?',
    watt: 'watts?',
    milliwatt: 'milliwatts?',
    volt: 'volts?',
    byte: 'bytes?',
    token: 'tokens?',
    parameter: 'parameters?',
    'degree celsius': 'degrees? celsius',
    'degree fahrenheit': 'degrees? fahrenheit',
    second: 'secs?|seconds?',
    minute: 'mins?|minutes?',
    hour: 'hrs?|hours?',
    day: 'days?',
    week: 'weeks?',
    month: 'months?',
    year: 'years?',
    penny: 'pence',
    cent: 'cents?',
  },
  countries: {
    CAD: 'canad',
    AUD: 'austral',
    NZD: 'new z',
    HKD: 'hong',
    SGD: 'singap',
    TWD: 'taiw',
    MXN: 'mexic',
    ARS: 'argent',
    CLP: 'chil',
    COP: 'colomb',
    PHP: 'ph?ilip',
    USD: 'u\\.?s(?!\\p{L})|americ',
    GBP: 'pounds?(?: sterling)?',
    EGP: 'egy',
    INR: 'indi',
    PKR: 'pak',
    SEK: 'swed',
    NOK: 'norw',
    DKK: 'dan',
    ISK: 'icel',
    CZK: 'czech',
    CHF: 'swiss',
  },
  negation: {
    no: String.raw`not|cannot|never|no|none|nobody|no[- ]one|nothing|nowhere|neither|nor`,
    without: 'without',
    other: String.raw`no\.? ?\d+|no doubt|no matter|whether or not|no wonder|without (?:a )?doubt|more often than not|why not|no sooner|if not|or not|say no more|nothing short of|not to mention`,
    like: String.raw`\p{L}{2,8}n['’]t make (?:it|this|that) up|nothing could be further|no (?:more|less|fewer|later|earlier) than|not (?:only|just|merely|simply|all|until|least|un\p{L}+|im\p{L}+|yet)|\p{L}{2,8}n['’]t (?:only|just|until|all|yet)|nothing but|none other|not (?:\p{L}+ ){1,4}until|hardly|barely|scarcely|rarely|seldom|few|fewer|little|only|unless|fail\p{L}*|lack\p{L}*|refus\p{L}*|den(?:y|ies|ied|ying|ial)|avoid\p{L}*|prevent\p{L}*|prohibit\p{L}*|forbid\p{L}*|ban(?:s|ned|ning)?|reject\p{L}*|miss(?:ed|es|ing)?|absen\p{L}*|declin\p{L}*|instead|rather than|except|un(?!der|til|it|ion|iver|iqu|anim|cle|less)\p{L}{4,}|(?:im|in|ir|il)(?:poss|prob|suff|valid|comp|corr|acc|cap|adeq|eff|vis|depend|direct|cred|secur|reg|resp|leg|licit|activ|different|cons|flex|form)\p{L}+|dis(?:agree|allow|appro|like|conn|appear|belie|obey|qualif|regard|reput)\p{L}*|non-?\p{L}+|\p{L}{3,}less|zero|ignor\p{L}*|stop\p{L}*|against`,
    often: String.raw`until|before|than|too|but|remain\p{L}*|yet|still|short|free|out|last|least|empty|otherwise|else|alone|far|keep\p{L}*|kept|lose|lost|losing|doubt\p{L}*|wrong|differ\p{L}*|hard\p{L}*|difficult\p{L}*|impossib\p{L}*|ever|any\p{L}*|silen\p{L}*|secret\p{L}*|just|simply|quite|unlike|wonder\p{L}*|apart|despite|skip\p{L}*|waiv\p{L}*|withh\p{L}*|reluct\p{L}*|end(?:s|ed|ing)?|clos(?:e|ed|es|ing)|whether|escap\p{L}*|elud\p{L}*|evad\p{L}*|resist\p{L}*|nowhere|mere\p{L}*|so|gone|since|depart\p{L}*|rubbish|worthless|bad|offline|quiet\p{L}*|fine|opt|down|off|up to|idle|stall\p{L}*|unique\p{L}*|sheer|bare\p{L}*|forgo\p{L}*|forget\p{L}*|drop\p{L}*|halt\p{L}*|quit|odd|equal\p{L}*|always|all|both|even|must|should`,
    contracted: String.raw`(?<=\p{L})n['’]t`,
    opposites:
      'illegal legal;impossib possib;insufficien sufficien;incomplet complet;invalid valid;incorrect correct;inaccura accura;independen dependen;irregular regular;unconstitution constitution;unsafe safe;insecur secur;unlikely likely;improbab probab;unjust just;unfair fair;unknown known;incompatib compatib;unstab stab;unofficial official;unlawful lawful;inefficien efficien;unclear clear;uncertain certain;inactive active;immoral moral;unreliab reliab;unhappy happy',
  },
  endings: {
    forms: 's es y ies n an ian ns ans ians d ed ing e er or',
    dropped: '',
  },
  names: {},
  placeholders: {
    orders: 'insert|fill in|replace with|your (?:name|title|text|link|headline|image|company|quote)',
    alone: 'name|quote|link|source|caption|date|number|title|headline|photo|image|url|text|address',
    here: 'here',
    texts:
      '(?:your|placeholder|dummy|sample|filler) text(?: (?:goes )?here)?|text goes here|headline goes here',
  },
  search: { stemmer: 'english_stem' },
}

export default ENGLISH
