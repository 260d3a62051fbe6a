import type { LanguageFacts } from '#core/languages/language-facts.ts'
import { namesIn, namesOfNumbers, pairs } from '#core/languages/lists.ts'

const CARDINALS =
  '0 zero;1 one;2 two;3 three;4 four;5 five;6 six;7 seven;8 eight;9 nine;10 ten;11 eleven;12 twelve;13 thirteen;' +
  '14 fourteen;15 fifteen;16 sixteen;17 seventeen;18 eighteen;19 nineteen;20 twenty;30 thirty;40 forty;50 fifty;' +
  '60 sixty;70 seventy;80 eighty;90 ninety'
const COUNTED_AS = namesOfNumbers(CARDINALS)
const MONTHS =
  'January|Jan;February|Feb;March|Mar;April|Apr;May;June|Jun;July|Jul;August|Aug;September|Sept|Sep;October|Oct;November|Nov;December|Dec'.split(
    ';',
  )
const MONTH = namesIn(MONTHS)
/** Words before a number that is a year, and not a count. */
const BEFORE_YEAR = `in|since(?! (?:d|last|early|late|mid|then|spring|summer|autumn|winter|January|February|March|April|May|June|July|August|September|October|November|December))|by|until|till|from|of|before|after|during|around|circa|early|late|mid|year|spring|summer|autumn|fall|winter|${MONTH}|(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th),`

const DAY = new RegExp(
  `\\b(${MONTH}) (\\d{1,2})(?![\\d:.]*\\d|st|nd|rd|th| percent)(?: to (\\d{1,2})(?![\\d:.,]*\\d|\\p{L}| percent| p\\.m| a\\.m))?`,
  'gu',
)
const YEAR = new RegExp(`(?<=\\b(?:${BEFORE_YEAR}) |\\()(1[1-9]\\d\\d|20\\d\\d)\\b(?![.,]?\\d| ?%)`, 'gi')

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
    cardinals: CARDINALS,
    hundreds: 'hundred',
    loose:
      '1 once single first;2 twice both pair couple second double doubled doubles twofold;3 third thirds thrice triple tripled threefold;' +
      '4 fourth quarter quarters quadruple quadrupled fourfold;5 fifth fifths fivefold quintupled;6 sixth sixths sixfold;7 seventh sevenfold;8 eighth eighths eightfold;' +
      '9 ninth ninefold;10 tenth tenths tenfold decade;11 eleventh;12 twelfth dozen dozens;' +
      '0.5 half halve halved halves halving;30 half;0.25 quarter;15 quarter;0.75 quarters;0.33 third;0.66 thirds;0.67 thirds;0.2 fifth;0.1 tenth;13 thirteenth;14 fourteenth fortnight;' +
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
      '50 fiftieth;60 sixtieth;70 seventieth;80 eightieth;90 ninetieth;100 hundredth;1000 thousandth;1000000 millionth;1000000000 billionth',
    ordinalEndings: '-',
    parts:
      '2 half halves;3 third thirds;4 quarter quarters;5 fifth fifths;6 sixth sixths;7 sevenths;8 eighth eighths;9 ninths;10 tenth tenths',
    otherWords: 'one first second once clock century centuries',
    each: 'every',
    late: 'late',
    idioms:
      '(?<=(?:\\p{L}+(?:rst|nd|rd|th)|last|this|next|each|every|per|previous|current|coming|final|same|fiscal) )quarters?(?! of an? )',
    outOf: 'in|out of',
    belowZero: 'below',
    decades: 's',
  },
  dates: {
    weekdays:
      'Sunday|Sun;Monday|Mon;Tuesday|Tues|Tue;Wednesday|Wed;Thursday|Thurs|Thur|Thu;Friday|Fri;Saturday|Sat'.split(
        ';',
      ),
    months: MONTHS,
    isMonthFirst: true,
    fillers: 'at d nd of on rd st th the',
    between: 'the|on',
    of: 'of',
    feasts:
      "New Year['’]s (?:Day|Eve)|Christmas(?: Day| Eve)?|Boxing Day|Epiphany|All (?:Saints|Souls)['’] Day|May Day|Labou?r Day|Armistice Day|Halloween",
    oClock: "o[’']clock",
    clock: {
      at: 'at|from|until|by|between',
      morning: 'a\\.?\\s?m|in the (?:early )?morning',
      evening: 'p\\.?\\s?m|in the (?:afternoon|evening)',
      night: 'at night',
      late: 'evening|night|tonight|afternoon|p\\.?m',
      smallHours: 'night|overnight|midnight',
      noon: 'noon|midday',
      midnight: 'midnight',
      phrases: [
        ['half past H', 30],
        ['M (?:minutes )?past H', 1],
        ['M (?:minutes )?to (?=noon|midday|midnight)H', -1],
        [
          '(?<=(?:about|around|at|before|by|until) )M (?:minutes )?to H(?=[.,;:!?)]|$| (?:and|at|every|in|last|on|the|today|tomorrow|was|were|when|yesterday)(?!\\p{L}))',
          -1,
        ],
        ['(?:a )?quarter past H', 15],
        ['(?:a )?quarter (?:to|before) H', -15],
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
    mile: 'miles?|mph',
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
    'degree fahrenheit': '(?:degrees? )?fahrenheit',
    second: 'secs?|seconds?',
    minute: 'mins?|minutes?',
    hour: 'hrs?|hours?',
    day: 'days?',
    week: 'weeks?',
    month: 'months?',
    year: 'years?',
    penny: 'pence',
    cent: 'cents?',
    'square kilometre': 'square kilomet(?:er|re)s?',
    yard: 'yards?',
    'square mile': 'square miles?|sq mi',
    acre: 'acres?',
    ounce: 'ounces?|oz',
    stone: 'stone',
    gallon: 'gallons?',
    degree: 'degrees?',
  },
  periods: [
    ['fortnights?', 14, 'day'],
    ['decades?', 10, 'year'],
    ['century|centuries', 100, 'year'],
  ],
  negation: {
    no: String.raw`not|cannot|never|no|none|nobody|no[- ]one|nothing|nowhere|neither|nor`,
    without: 'without',
    other: String.raw`(?:never|\p{L}+n['’]t|not) fail(?:s|ed)? to|no\.? ?\d+|no doubt|no matter|whether or not|no wonder|without (?:a )?doubt|more often than not|why not|no sooner|if not|or not|say no more|nothing short of|not to mention`,
    like: String.raw`no (?:choice|option|alternative) but|no one but|nobody but|nothing except|not (?:uncommon|unusual)|cannot but|(?:cannot|can['’]t|could(?: not|n['’]t)) help|(?:could not|couldn['’]t) (?:agree|be|have been) (?:more|\p{L}+er)|(?:not|\p{L}{2,6}n['’]t) (?:be |been )?(?:far|live to|long|so much)|(?:not|\p{L}{2,6}n['’]t) (?:as|so|that) (?:easy|simple)|no (?:difference|end|small|stranger|surprise|trace)|\p{L}{2,8}n['’]t make (?:it|this|that) up|nothing could be further|no (?:more|less|fewer|later|earlier) than|not (?:only|just|merely|simply|all|until|least|un\p{L}+|im\p{L}+|yet)|\p{L}{2,8}n['’]t (?:only|just|until|all|yet)|nothing but|none other|not (?:\p{L}+ ){1,4}until|hardly|barely|scarcely|rarely|seldom|few|fewer|little|only|unless|fail\p{L}*|lack\p{L}*|refus\p{L}*|den(?:y|ies|ied|ying|ial)|avoid\p{L}*|prevent\p{L}*|prohibit\p{L}*|forbid\p{L}*|ban(?:s|ned|ning)?|reject\p{L}*|miss(?:ed|es|ing)?|absen\p{L}*|declin\p{L}*|instead|rather than|except|un(?!der|til|it|ion|iver|iqu|anim|cle|less)\p{L}{4,}|(?:im|in|ir|il)(?:poss|prob|suff|valid|comp|corr|acc|cap|adeq|eff|vis|depend|direct|cred|secur|reg|resp|leg|licit|activ|different|cons|flex|form)\p{L}+|dis(?:agree|allow|appro|like|conn|appear|belie|obey|qualif|regard|reput)\p{L}*|non-?\p{L}+|\p{L}{3,}less|zero|ignor\p{L}*|stop\p{L}*|against`,
    often: String.raw`until|before|than(?! (?:an? |half|one|two|three|four|five|six|seven|eight|nine|ten|hundred|twelve|\p{L}+t(?:y|een)|[\d€$£]))|too|but|remain\p{L}*|yet|still|short|free|(?<!(?:point|turn|carri|find)(?:s|ed|es)? |found )out|last|least|empty|otherwise|else|alone|far|keep\p{L}*|kept|lose|lost|losing|doubt\p{L}*|wrong|differ\p{L}*|hard\p{L}*|difficult\p{L}*|impossib\p{L}*|ever|(?<!at )any\p{L}*|silen\p{L}*|secret\p{L}*|just|simply|quite|unlike|wonder\p{L}*|apart|despite|skip\p{L}*|waiv\p{L}*|withh\p{L}*|reluct\p{L}*|end(?:s|ed|ing)|clos(?:e|ed|es|ing)|whether|escap\p{L}*|elud\p{L}*|evad\p{L}*|resist\p{L}*|nowhere|mere\p{L}*|so|gone|since|depart\p{L}*|rubbish|worthless|bad|offline|quiet\p{L}*|fine|opt|wait\p{L}*|down|off|up to|idle|stall\p{L}*|unique\p{L}*|sheer|bare\p{L}*|forgo\p{L}*|forget\p{L}*|drop\p{L}*|halt\p{L}*|quit|odd|equal\p{L}*|always|all|both|even|must|should|(?:less|fewer) than|below|beneath|under|dead|divided|split|soon|same|first time|rather|certainly|clearly|obviously|stay\p{L}*|anonym\p{L}*|blind|minor|safe|disappoint\p{L}*|refrain\p{L}*|spare[ds]?|exempt\p{L}*|exclud\p{L}*|omit\p{L}*|neglect\p{L}*|overlook\p{L}*|oppos\p{L}*|collaps\p{L}*|cancel\p{L}*|abandon\p{L}*|scrap\p{L}*|suspen[ds]\p{L}*|vain|barred|breach\p{L}*|violat\p{L}*|br(?:eak|oke)\p{L}*|shun\p{L}*|vanish\p{L}*|shortage|withdr[ae]w\p{L}*|hesitat\p{L}*|struggl\p{L}*|scarce\p{L}*|premature\p{L}*|outstanding|pending|overdue|ongoing|open`,
    contracted: String.raw`(?<=\p{L})n['’]t`,
    contraries: {
      yet: [String.raw`(?:not|n['’]t) yet|yet to`, String.raw`already|before|now`],
      still: [
        String.raw`no longer|(?:not|n['’]t)(?: \p{L}+){1,4} any ?(?:more|longer)`,
        String.raw`still|continu\p{L}*|remain\p{L}*|only|so far|yet`,
      ],
      none: [String.raw`none of|none|nobody|no[- ]one`, String.raw`all|every\p{L}*|each|both|whole|any|but`],
      hardly: [
        String.raw`hardly any\p{L}*|almost no(?: one|body|ne)?|very few|few of`,
        String.raw`almost all|nearly all|most|nearly every|almost every`,
      ],
      even: [
        String.raw`only(?: \p{L}+){0,4} with|not(?: \p{L}+){0,6} without|cannot(?: \p{L}+){0,6} without`,
        String.raw`even|also|despite`,
      ],
      with: [String.raw`^without`, String.raw`with|only|unless|fail\p{L}*|lack\p{L}*`],
      unless: [String.raw`unless`, String.raw`if|not|no|never|n['’]t|none|cannot|without|only|\p{L}+n['’]t`],
      accept: [
        String.raw`reject(?:s|ed)|dismiss(?:es|ed)|den(?:ies|ied)|disput(?:es|ed)|refus(?:es|ed)`,
        String.raw`accept\p{L}*|confirm\p{L}*|admit\p{L}*|approv\p{L}*|acknowledg\p{L}*|appeal\p{L}*|not|\p{L}+n['’]t|never`,
      ],
      deny: [
        String.raw`admit(?:s|ted)?|confirm(?:s|ed)?|acknowledg(?:es|ed|e)|accept(?:s|ed)?`,
        String.raw`den(?:y|ies|ied|ying|ial)|disput\p{L}*|reject\p{L}*|dismiss\p{L}*|refus\p{L}*|contest\p{L}*|not|\p{L}+n['’]t|never`,
      ],
      affirm: [
        String.raw`(?:not|never|cannot|\p{L}+n['’]t)(?: \p{L}+)? (?:rul(?:e|ed|ing) out|exclud(?:e|ed|ing)|doubt(?:ed|ing)?|hid(?:e|den|ing)|conceal(?:ed|ing)?|object(?:ed|ing)?|oppos(?:e|ed|ing)|lack(?:ed|ing)?|short of)|(?:not|never|\p{L}+n['’]t)(?: \p{L}+)? without|no (?:shortage|lack|dearth|secret|objections?)|nothing (?:to be (?:sneezed|sniffed) at|against)`,
        '(?!)',
      ],
      include: [
        String.raw`rul(?:e|es|ed|ing) out|exclud(?:es|ed)`,
        String.raw`not|\p{L}+n['’]t|cannot|never|no|none|nobody|neither|nor`,
      ],
      stop: [
        String.raw`stop(?:s|ped)?|ceas(?:es|ed)`,
        String.raw`not|\p{L}+n['’]t|cannot|never|nobody|non[- ]?stop`,
      ],
      obliged: [
        String.raw`(?:not|never|\p{L}+n['’]t) (?:obliged|required|forced|compelled|bound|have to)|need not|needn['’]t`,
        '(?!)',
      ],
      fail: [
        '(?:fail|refus|declin)(?:s|es|ed)? to',
        String.raw`not|\p{L}+n['’]t|never|without|managed|succe\p{L}*`,
      ],
    },
    opposites:
      'inadequa adequa;uninhabit inhabit;illegal legal;impossib possib;insufficien sufficien;incomplet complet;invalid valid;incorrect correct;inaccura accura;independen dependen;irregular regular;unconstitution constitution;unsafe safe;insecur secur;unlikely likely;improbab probab;unjust just;unfair fair;unknown known;incompatib compatib;unstab stab;unofficial official;unlawful lawful;inefficien efficien;unclear clear;uncertain certain;inactive active;immoral moral;unreliab reliab;unhappy happy',
  },
  endings: {
    forms: 's es y ies n an ian ns ans ians d ed ing e er or',
    dropped: '',
  },
  names: { small: 'of for the and on in to a' },
  polarity: {
    negation: String.raw`not(?! (?:only|until|before|just))|cannot|\p{L}+n't|never|no(?! (?:more|fewer|less|larger|later|smaller|higher|better|worse|doubt)(?!\p{L}))|none|no-one|nothing(?! but)|nobody|neither|nor|without|hardly|barely|unable to`,
    denial:
      'den(?:y|ies|ied|ying)|refut(?:e|es|ed|ing)|reject(?:s|ed|ing)?|refus(?:e|es|ed|ing|al)|declin(?:e|es|ed|ing) to|fail(?:s|ed|ing|ure)? to|' +
      'rul(?:e|es|ed|ing) out|disput(?:es|ed|ing)|(?<=(?:to|not|they|we|did) )dispute|contradict(?:s|ed|ing)?|dismiss(?:es|ed|ing)?',
    possible: 'may|might|could|whether|unclear|possibly|perhaps|maybe|potentially|probably|likely|unlikely',
    plan:
      'plan(?:s|ned|ning)? (?:to|for|on)|intend(?:s|ed|ing)? to|aim(?:s|ed|ing)? (?:to|for|at)|want(?:s|ed|ing)? to|hop(?:e|es|ed|ing) to|' +
      'seek(?:s|ing)? to|sought to|consider(?:s|ed|ing)?|propos(?:e|es|ed|ing|al)(?: to| for| that)?|expects? to|expected to|is to|are to|' +
      'set to|due to be|in talks (?:to|on|over|about|with)|will|would|shall|weigh(?:s|ed|ing)|mull(?:s|ed|ing)|think(?:s|ing)? (?:of|about)|discuss(?:es|ed|ing)? whether|scheduled to|planned|proposed',
    claim:
      'alleg(?:e|es|ed|edly|ing|ations?)|reportedly|purported(?:ly)?|supposed(?:ly)?|accus(?:e|es|ed|ing|ations?)(?: of)?|suspect(?:s|ed|ing)?|(?<!(?:that|which|who) )claim(?:s|ed|ing)?|rumou?r(?:s|ed)?|believes?|' +
      '(?:believed|thought|understood|rumou?red) to|said to(?= (?:be|have)(?!\\p{L}))|apparently|seemingly|(?:appears?|seems?) to',
  },
  placeholders: {
    orders: 'insert|fill in|replace with|your (?:name|title|text|link|headline|image|company|quote)',
    alone: 'name|quote|link|source|caption|date|number|title|headline|photo|image|url|text|address',
    here: 'here',
    texts:
      '(?:your|placeholder|dummy|sample|filler) text(?: (?:goes )?here)?|text goes here|headline goes here',
  },
  example: 'On 3 March Aster may have hired # people near Ghent, said Marta Vilela, but not all of them.',
  sentences: {
    titles:
      'Mr Mrs Ms Mx Messrs Dr Drs Prof Rev Hon Gen Col Maj Capt Cpt Lt Sgt Cpl Adm Cmdr Sen Rep Gov Pres Rt Fr Supt',
    numbered: 'no nos Art art Figs figs sec Ch eq',
    abbreviations:
      'Cos LLC Bros Ave Blvd Rd Mt Ft Dept Univ Assn Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec Mon Tue Tues Wed Thu Thurs Fri al ed eds Calif Conn Ariz Colo Mass Mich Minn Penn Tenn Tex Wash Wis',
    starters:
      'The A An He She It They We You I His Her Its Their Our My This That These Those There Here In On At By For From With Without After Before Since Under Over Between Among During Until Although Though While When Where Why What Who Which How If As Because But And Or Nor So Yet Then Still Also However Meanwhile Moreover Instead Once Last Next Some Many Most Several Both Each Every Another Other No Not Only Even According To Is Was Are Were Has Have Had Do Does Did Today Later Afterwards',
  },
  reports: {
    roles: {
      'chief executive': 'chief executive(?: officer)?|CEO',
      'finance chief': 'finance chief|CFO|chief financial officer|finance director',
      chair: 'chair(?:man|woman|person)?|president of the board',
      president: 'president',
      'vice president': 'vice[- ]president',
      'prime minister': 'prime minister|premier',
      chancellor: 'chancellor',
      minister: '(?<!prime )minister',
      mayor: 'mayor',
      founder: '(?:co-?)?founder',
      spokesperson: 'spokes(?:man|woman|person)',
      director: '(?<!finance |managing )director',
      delegate: 'delegate|shop steward',
      judge: 'judge',
      lawyer: 'lawyer|attorney',
      coach: '(?:head )?coach|manager',
      archivist: 'archivist',
      professor: 'professor',
      researcher: 'researcher',
      buyer: 'buyer',
      seller: 'seller',
      owner: 'owner',
    },
    says: 'said|says|adds?|added|wrote|writes|argued|argues|warned|warns|explained|explains|insisted|insists|declared|replied|told',
    accordingTo: 'according to',
    and: 'and',
    or: 'or',
    but: 'while|whereas|but',
    rather: 'although|though|because',
    relative:
      '(?:of|in|from|for|with|to|by|on) (?=wh)(?:which|whom|whose)|which|who|whose|where|whom|\\p{L}+ing|(?:\\p{L}+ed|made|built|run|led|held|bought|sold|written)(?=\\s(?:by|in|at|from|on|for)\\s)',
    lastYear: 'last year|a year (?:ago|earlier)',
    thisYear: 'this (?:year|spring|summer|autumn|fall|winter|month|week)',
    nextYear: 'next year',
    yesterday: 'yesterday',
    today: 'today|tonight|this (?:morning|afternoon|evening)',
    tomorrow: 'tomorrow',
    considers: 'consider|weigh|mull|discuss',
    hopes: 'hop',
    suspects: 'suspect',
    respectively: 'respectively|in that order',
    periods:
      'half-year=half;quarter=quarter;fortnight=fortnight;decade=decade;year=(?<!\\p{L})year(?!\\p{L});double=doubl;triple=tripl',
    refers:
      's?he|her|hers|his|him|it|its|they|them|their|we|our|my|i|this|that|these|the (?:company|firm|group|agency|authority|ministry|minister|bank|union|team|club|university|museum|court|party|study|report|model|program(?:me)?|system|software|plant|maker|owner|city|town|council|country|government|regulator|project|ship|train|bridge|hospital|school|developer|publisher|association|spokes\\p{L}+)|a spokes\\p{L}+',
    badly: 'bad',
    notAtVerb: "not|cannot|never|\\p{L}+n't|no",
    by: 'by',
    genitive: 'from',
    places: 'in|at|near|on|from|of|within|outside|across|through',
  },
  instructions: {
    ignore: 'ignore|disregard|forget|override|bypass',
    earlier: 'your|previous|prior|earlier|above|preceding|all other',
    orders:
      'instruc\\w+|prompts?|directives?|guidelines|system message|(?:everything|anything|all) (?:above|before|you)',
    to: "you are|you're|act as|if you are|as an?|attention|dear|hey|hello|note (?:to|for)|notice (?:to|for)|message to|to all|to any|for any",
    article: 'an?|the|any|all',
    model:
      'ai|a\\.i\\.|artificial intelligence|llms?|chatbots?|(?:large |ai )?language models?|ai (?:assistants?|models?|systems?|agents?|writers?|summari[sz]ers?)',
    aboutModels:
      'compan|firm|start|lab|chip|develop|research|act|law|safety|regul|industr|boom|tool|product|service|provider|market|training|expert|ethic',
    models: 'system|assistant\\w*|bots?',
    note: 'note|notice|message|instruc\\p{L}+',
    noteTo: 'to|for',
    everybody: 'all',
    write:
      'write|state|report|say|claim|output|print|respond|reply|answer|summari[sz]e|mention|include|add|insert|tell (?:the )?(?:readers?|users?)',
    only: 'only|instead',
    that: 'that|the following|only|in your|a positive|the (?:word|sentence|phrase)',
    please: 'please|now|instead|and|then|must|should|you',
    telling:
      'system prompt|systemprompt|prompt injection|jailbreak|developer mode|new instructions?|your (?:new )?(?:task|instructions|summary|draft|article|answer|output) (?:is|must|should|are)',
  },
  pages: {
    missing:
      "(?:page|article|site|content|file|document|story) (?:was |is |could |can )?(?:not|cannot|can['’]t|couldn['’]t) (?:be )?(?:found|available|exist)|not found|page (?:no longer exists|doesn['’]t exist|does not exist)|no longer available|404",
    withdrawn:
      'this (?:article|story|report|post|page|item|piece|press release|statement) (?:has been|was|is) (?:retracted|withdrawn|removed|taken down|deleted|unpublished|no longer available)|(?:we|the editors) (?:have |has )?(?:retracted|withdrawn|removed|taken down) (?:this|the) (?:article|story|report|post|piece)',
    paywalled: '(?:subscribe|sign up|log in|register) (?:now )?to (?:continue|keep|read)|subscribers only',
  },
  lists: {
    none: 'never none (none) empty (empty) (blank)',
    no: 'false no off unchecked',
    yes: 'true yes on checked',
    columns:
      'email email emailaddress mail mailaddress subscriberemail;language language lang locale languagecode preferredlanguage;subscribed_at subscribedat subscriptiondate subscribedate subscribedon signupdate signedupat signuptime optintime optindate optinat createdat created creationdate createdate createddate dateadded adddate addedat dateofsubscription datesubscribed joinedat;confirmed_at confirmedat confirmtime confirmdate confirmationtime confirmationdate confirmedon doubleoptinat doubleoptintime doubleoptindate;ip optinip signupip subscribeip;confirmed_ip confirmip confirmationip confirmedip;confirmed confirmed isconfirmed verified emailverified isverified doubleoptin optinconfirmed;left_at leftat unsubscribedat unsubscribed unsubscribetime unsubscribedate unsubscribedon unsubtime optout optedout optouttime optoutdate blacklisted blocklisted suppressed;bounced_at cleantime cleaned bounced bouncedat;complained_at complained complainedat;active active isactive subscribed issubscribed;status status state subscriptionstatus subscriberstatus emailstatus emailmarketingstatus subscriptionstate liststatus contactstatus newsletterstatus;reason unsubscribereason unsubreason unsubscriptionreason reasonforunsubscribing optoutreason',
    subscribed:
      'active;subscribed;subscriber;enabled;confirmed;opted in;opt in;optin;double opt in;single opt in;active subscriber;subscribed confirmed;confirmed opt in;granted;given',
    optedOut:
      'unsubscribe;unsubscribed;globally unsubscribed;manually unsubscribed;self unsubscribed;opted out;optedout;opt out;do not email;do not e mail;do not mail;do not contact;no email;no e mail;no marketing;hard bounce;hard bounced;bounced;complained',
    negation: 'not|never|no|without|dont',
    complained: 'complain|\\bspam\\b|spamreport|markedasspam|abus|\\bjunk',
    bounced: 'bounc|\\bcleaned|undeliver|unreach|\\binvalid|emailinvalid|mailbox not|\\bheld\\b',
    unconfirmed:
      'pending|unconfirm|unverif|unactivat|await|invited|validating|needs approval|(?:not|never) (?:yet )?(?:confirm|verif|activated)',
    nonsubscribed:
      'non ?sub|transactional|denied|refused|rejected|(?:not|never|no) (?:subscri|opted in)|no permissions? set',
    unsubscribed:
      'unsub|\\bopt(?:ed)? ?out|removed|deleted|block|suppress|disabl|\\binactiv|archiv|spammy|\\bleft\\b|\\bcancel|churned|deactivat|no longer|(?:do not|dont|don t) (?:e? ?mail|contact|send|disturb)|\\bno (?:e? ?mail|contact|marketing)|not active',
    left: 'unsub|opt(?:ed)?out|donot(?:e?mail|contact|send|market)|dont(?:e?mail|contact|send)|no(?:e?mail|marketing|newsletter)(?:s|ing)?$|not(?:subscribed|active)|inactiv|blacklist|blocklist|suppress|(?:is|mail|contact|user)blocked|^blocked|^(?:is)?deleted(?:at|on)?$|^dnc$|^left$|hasleft',
    wanted:
      'accepts?(?:e?mail|newsletter)?s?marketing|accepts?(?:e?mail|newsletter)|(?:marketing(?:emails?)?|mail)(?:consent|optin|permission|allowed)|mailable|opt(?:ed)?in|consent|^subscriber$|subscribed|newsletter|wants(?:e?mail|news)|receives?(?:e?mail|news)|gdpr',
    perhaps:
      'mail|^opt|subscri|market|bounce|block|contact|status|spam|^activ|isactiv|enabled|verified|permission|suppress|confirm|deliverab',
    ended: 'disabled|archived|banned|suspended|cancel',
    counted: 'num|count|total|(?:last|first).*(?:open|click|sent|mail|newsletter|campaign|activity|seen)',
    texts: 'tags?$|label|note|comment|name$',
    postal: 'zip|postal|city|country|street|address1?$|region',
  },
  topics: {
    funding:
      'funding|fundrais|series [a-f](?!\\p{L})|seed round|valuation|venture capital|start-?ups?(?!\\p{L})|acquisition|acquires?(?!\\p{L})|ipo(?!\\p{L})',
    upcoming: 'next (?:week|month)|upcoming|in the coming (?:days|weeks)|what to watch|to watch for',
  },
  quotationMarks: { outer: ['“', '”'], inner: ['‘', '’'] },
  corrections: {
    said: (before) => `An earlier version of this article said ${before}.`,
    right: (after) => `It should have said ${after}.`,
    wrong: 'That was wrong.',
  },
  speech: {
    grouping: ',',
    point: 'point',
    to: 'to',
    minus: 'minus',
    plus: 'plus',
    plusOrMinus: 'plus or minus',
    equals: 'equals',
    times: ['times', 'by'],
    lessThan: 'less than',
    moreThan: 'more than',
    atLeast: 'at least',
    atMost: 'at most',
    power: { times: 'times', to: 'to the power of' },
    per: 'per',
    perTimes: pairs(
      'year|yr|annum=per year;month|mo|mth=per month;week|wk=per week;day=per day;hour|hr|h=per hour;minute|min=per minute;' +
        'second|sec|s=per second',
    ),
    about: 'about',
    and: 'and',
    at: 'at',
    dot: 'dot',
    slash: 'slash',
    dash: 'dash',
    section: 'section',
    number: 'number',
    percent: 'percent',
    perMille: 'per mille',
    fractions: {
      '½': 'one half',
      '⅓': 'one third',
      '⅔': 'two thirds',
      '¼': 'one quarter',
      '¾': 'three quarters',
    },
    scales: [
      ['thousand|[kK]', 'thousand', 'thousand'],
      ['million|[mM]|mn|mln', 'million', 'million'],
      ['billion|bn|[bB]', 'billion', 'billion'],
      ['trillion|tn|trn|T', 'trillion', 'trillion'],
    ],
    loneScales: 'bn|mn|tn|trn|B|M|K|k|T(?= (?:tokens|parameters|operations|words))',
    ofScale: (noun) => noun,
    price: (whole, currency, cents) => `${whole} ${currency} ${cents.replace(/^0/, 'oh ')}`,
    abbreviations: pairs(
      'e. g.=for example;i. e.=that is;vs.=versus;cf.=compare;approx.=approximately;ca.=around;Mr.=Mister;Mrs.=Misses;Ms.=Miz;Dr.=Doctor;' +
        'Prof.=Professor;St.=Saint;Wall St.=Wall Street;Mt.=Mount;Main St.=Main Street;Gov.=Governor;Sen.=Senator;Rep.=Representative;' +
        'Gen.=General;w/o=without;w/=with;a. k. a.=also known as;aka=also known as;viz.=namely',
    ),
    endingAbbreviations: pairs(
      'et al.=and others;etc.=et cetera;Inc.=Incorporated;Ltd.=Limited;Corp.=Corporation;Co.=Company;Jr.=Junior;Ave.=Avenue;Sr.=Senior;' +
        'dept.=department;est.=estimated',
    ),
    afterNumbers: [
      ['yrs?', 'year', 'years'],
      ['mths?', 'month', 'months'],
      ['wks?', 'week', 'weeks'],
      ['hrs?', 'hour', 'hours'],
      ['mins?', 'minute', 'minutes'],
      ['secs?', 'second', 'seconds'],
    ],
    beforeNumbers: pairs(
      'No.=number;Nos.=numbers;pp.=pages;p.=page;Fig.=figure;fig.=figure;vol.=volume;Vol.=volume;ch.=chapter;Sec.=section;Eq.=equation;' +
        'v.=version;c.=around',
    ),
    decade:
      "(?<=(?<!\\p{L})(?:the|early|mid|late|roaring|swinging|his|her|their|my|your|our|0s (?:and|or|to)) ['’]?\\d0|\\bmid-\\d0|['’]\\d0)s|s(?= (?:and|or|to) ['’]?\\d0s)",
    time: (hour, minute, half) => {
      const isLate = half === null ? hour >= 12 : half === 'p'
      const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
      const shown = `${hour % 12 || 12}${minutes}`
      // Without a half of the day, a morning hour may as well be one of the evening.
      return half === null && hour > 0 && hour < 13
        ? `${hour}${minutes || " o'clock"}`
        : `${shown} ${isLate ? 'p.m.' : 'a.m.'}`
    },
    clock: { between: ':|\\.(?=\\d\\d ?[ap]\\.?m)', half: ' ?([ap])\\.?m\\.?(?!\\p{L})' },
    prefixes: ['kilo', 'mega', 'giga', 'tera', 'peta'],
    bases: {
      W: ['watt', 'watts'],
      Wh: ['watt-hour', 'watt-hours'],
      Hz: ['hertz', 'hertz'],
      V: ['volt', 'volts'],
    },
    tonne: ['ton', 'tons'],
    square: (unit) => `square ${unit}`,
    cubic: (unit) => `cubic ${unit}`,
    small: {
      nm: ['nanometer', 'nanometers'],
      µm: ['micrometer', 'micrometers'],
      mg: ['milligram', 'milligrams'],
    },
    rulers: {
      names:
        'Charles|Henry|Edward|George|James|William|Richard|Elizabeth|Louis|Philip|Felipe|Paul|Benedict|Pius|Leo|Frederick|Nicholas|Alexander|Catherine|Napoleon|Carl|Harald|Willem',
      say: (number) => `the ${ordinal(String(number))}`,
    },
    counting: (text) =>
      text
        .replace(
          DAY,
          (_, month, day, last) => `${month} ${ordinal(day)}${last ? ` to ${ordinal(last)}` : ''}`,
        )
        .replace(
          /(?<![\p{L}\d])(?:(1[1-9]|20)|['’]?)(\d)0(?:s|(?<=\bthe \d+)['’]s)\b/gu,
          (found, century: string | undefined, ten: string) =>
            century || ten !== '0' ? decade(Number(century ?? 0), Number(ten)) : found,
        )
        .replace(
          /\b(1[1-9]\d\d|20\d\d) to (1[1-9]\d\d|20\d\d)\b(?!,?\d)/g,
          (_, from, to) => `${yearWords(from)} to ${yearWords(to)}`,
        )
        .replace(YEAR, yearWords)
        .replace(/\b(1[1-9]\d\d|20\d\d)(?=['’]s\b)/g, yearWords),
    picture: 'Picture',
    table: (rows, columns) => `A table with ${rows} rows and ${columns} columns, on the page.`,
    code: (name, lines) =>
      `Code${name && ` in ${name}`}, ${lines === 1 ? 'one line' : `${lines} lines`}, on the page.`,
    shortCode: 'code',
  },
  search: {
    stemmer: 'english_stem',
    subjects:
      'new old year years day days two three first last one use used uses using need made make makes like may must say says see seen take ' +
      'takes going well near never via without',
    or: 'or',
    spellings: [
      ['([a-z]{2}[lnrmtdg])is(e[drs]?|ers|ing|ations?)$', '\\1iz\\2'],
      ['ys(e[drs]?|ers|ing)$', 'yz\\1'],
      ['([a-z]{2})our(s|ed|ing|ite|ites|al|able|hoods?|ful)?$', '\\1or\\2'],
      [
        '^((?:kilo|centi|milli|nano|micro)?met|cent|theat|fib|lit|calib|spect|lust|sab|somb|och|mit|meag)re(s?)$',
        '\\1er\\2',
      ],
      ['(critic|public|politic|emphas|synthes|fantas)is(e[drs]?|ers|ing|ations?)$', '\\1iz\\2'],
      ['(def|off|lic|pret)ence', '\\1ense'],
      [
        '^(mod|lab|trav|canc|chann|sign|tot|equ|fu|lev|pan|tunn|unrav|quarr|shov|counc|couns|penc|riv|di)(el|al|il)l(ed|ing|[eo]rs?)$',
        '\\1\\2\\3',
      ],
      ['^(program)me|(log)ue(?=s?$)', '\\1\\2'],
      ['([a-z])ae([a-z])', '\\1e\\2'],
    ],
    forms:
      'analyze analysis;criterion criteria;phenomenon phenomena;index indices;matrix matrices;vertex vertices;appendix appendices;child children;' +
      'person people;woman women;man men;mouse mice;foot feet;tooth teeth;life lives;wife wives;wolf wolves;thesis theses;hypothesis hypotheses;' +
      'crisis crises;medium media;data datum;bacterium bacteria;curriculum curricula;stimulus stimuli;nucleus nuclei;alumnus alumni;build built;' +
      'buy bought;sell sold;teach taught;write wrote written;choose chose chosen;learn learnt;win won;lose lost;lead led;send sent;spend spent;' +
      'grow grew grown;fight fought;gray grey;judgment judgement;aging ageing;artifact artefact artefacts;skeptic sceptic sceptics;cent percent;' +
      'dollar usd;euro eur;pound gbp;aluminum aluminium;ox oxen;goose geese;half halves;knife knives;leaf leaves;shelf shelves;self selves;' +
      'thief thieves;loaf loaves;calf calves;scarf scarves;hoof hooves;dwarf dwarves;wharf wharves;elf elves;louse lice;die dice;' +
      'penny pence pennies;cactus cacti;fungus fungi;radius radii;locus loci;focus foci;syllabus syllabi;terminus termini;bacillus bacilli;' +
      'octopus octopi;larva larve;formula formule;antenna antenne;vertebra vertebre;alga alge;nebula nebule;supernova supernove;genus genera;' +
      'corpus corpora;stratum strata;erratum errata;addendum addenda;memorandum memoranda;referendum referenda;spectrum spectra;symposium symposia;' +
      'stadium stadia;aquarium aquaria;consortium consortia;millennium millennia;forum fora;ovum ova;quantum quanta;automaton automata;' +
      'polyhedron polyhedra;ganglion ganglia;schema schemata;stigma stigmata;codex codices;vortex vortices;apex apices;cortex cortices;' +
      'helix helices;bureau bureaux;plateau plateaux;graffiti graffito;libretto libretti;synthesis syntheses;parenthesis parentheses;' +
      'diagnosis diagnoses;prognosis prognoses;neurosis neuroses;emphasis emphases;oasis oases;axis axes;paralyze paralysis;tire tyre tyres;' +
      'curb kerb kerbs;plow plough ploughs;mold mould moulds;draft draught draughts;jewelry jewellery;enroll enrol enrols;enrollment enrolment;' +
      'fulfill fulfil fulfils;fulfillment fulfilment;skillful skilful;willful wilful;installment instalment instalments;' +
      'airplane aeroplane aeroplanes;sulfur sulphur;pajamas pyjamas;yogurt yoghurt yoghurts;whiskey whisky;donut doughnut doughnuts;cozy cosy;' +
      'jail gaol;maneuver manoeuvre manoeuvres manoeuvring;skeptical sceptical;skepticism scepticism;' +
      'practice practize practized practizes practizing;math maths;acknowledgment acknowledgement;specialty speciality;fetus foetus;' +
      'estrogen oestrogen;ax axe;story storey;arise arose arisen;begin began begun;break broke broken;bring brought;catch caught;come came;' +
      'draw drew drawn;drive drove driven;eat ate eaten;fall fell fallen;feel felt;fly flew flown;forget forgot forgotten;freeze froze frozen;' +
      'give gave given;go went gone;hold held;keep kept;know knew known;lend lent;pay paid;run ran;seek sought;shake shook shaken;' +
      'shrink shrank shrunk;sing sang sung;speak spoke spoken;steal stole stolen;strike struck;swim swam swum;tear tore torn;tell told;' +
      'think thought;throw threw thrown;wear wore worn;wake woke woken;flee fled;bleed bled;breed bred;feed fed;meet met;shoot shot;sleep slept;' +
      'sweep swept;hide hid hidden;ride rode ridden;swear swore sworn',
    signs: { R$: 'reais', $: 'dollar', '€': 'euro', '£': 'pound', '¥': 'yen', '%': 'percent' },
    amounts: { k: 'thousand', m: 'million', mm: 'million', b: 'billion', t: 'trillion' },
    magnitudes: {
      m: 'million',
      mn: 'million',
      mln: 'million',
      bn: 'billion',
      tn: 'trillion',
      trn: 'trillion',
    },
  },
}

export default ENGLISH

function ordinal(day: string): string {
  const number = Number(day)
  const isTeen = number > 10 && number < 14
  return `${number}${(!isTeen && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th'}`
}

function underHundred(number: number): string {
  const ten = COUNTED_AS.get(10 * Math.floor(number / 10))
  return number < 20
    ? String(COUNTED_AS.get(number))
    : number % 10
      ? `${ten}-${COUNTED_AS.get(number % 10)}`
      : String(ten)
}

/** A year such as nineteen ninety-eight, nineteen oh five, two thousand five, twenty twenty-six. */
function yearWords(year: string): string {
  const [century, rest] = [Number(year.slice(0, 2)), Number(year.slice(2))]
  if (rest === 0) return century === 20 ? 'two thousand' : `${underHundred(century)} hundred`
  if (century === 20 && rest < 10) return `two thousand ${COUNTED_AS.get(rest)}`
  return `${underHundred(century)} ${rest < 10 ? `oh ${COUNTED_AS.get(rest)}` : underHundred(rest)}`
}

function decade(century: number, ten: number): string {
  if (ten === 0) return century === 20 ? 'two thousands' : `${underHundred(century)} hundreds`
  const word = ten === 1 ? 'tens' : String(COUNTED_AS.get(10 * ten)).replace(/y$/, 'ies')
  return century ? `${underHundred(century)} ${word}` : word
}
