import type { LanguageFacts } from '#core/languages/language-facts.ts'
import { namesIn, namesOfNumbers, pairs, wordsIn } from '#core/languages/lists.ts'

const CARDINALS =
  '0 null;1 ein eins eine einen einem einer eines;2 zwei zwo;3 drei;4 vier;5 fünf;6 sechs;7 sieben;8 acht;9 neun;10 zehn;11 elf;12 zwölf;13 dreizehn;' +
  '14 vierzehn;15 fünfzehn;16 sechzehn;17 siebzehn;18 achtzehn;19 neunzehn;20 zwanzig;30 dreißig dreissig;40 vierzig;50 fünfzig;60 sechzig;' +
  '70 siebzig;80 achtzig;90 neunzig;250000 viertelmillion;750000 dreiviertelmillion;' +
  '250000000 viertelmilliarde;750000000 dreiviertelmilliarde'
const COUNTED_AS = namesOfNumbers(CARDINALS)
const MONTHS =
  'Januar|Jänner|Jän|Jan;Februar|Feb;März|Mär;April|Apr;Mai;Juni|Jun;Juli|Jul;August|Aug;September|Sept|Sep;Oktober|Okt;November|Nov;Dezember|Dez'.split(
    ';',
  )
const MONTH = namesIn(MONTHS)
/** Words before a number that is a year, and not a count. */
const BEFORE_YEAR = `Jahr|Jahre|Jahres|seit|bis|vor|nach|ab|von|und|Anfang|Mitte|Ende|Frühjahr|Frühling|Sommer|Herbst|Winter|starb|geboren|gestorben|gegründet|${MONTH}`
/** Words after which an ordinal ends in -en; after `der` it does if a preposition comes before it. */
const OBLIQUE =
  'am|vom|zum|zur|beim|im|dem|den|des|ab|bis|seit|vor|nach|diesem|dieses|jedem|einem|eines|einer|seinem|ihrem|(?:in|an|auf|mit|von|zu|bei|seit|vor|nach|aus|unter|während) der'
const COUNTED =
  'Jahrhundert|Jahrhunderts|Platz|Quartal|Quartals|Auflage|Mal|Stock|Etage|Klasse|Generation|Runde|Stelle|Weltkrieg|Weltkriegs|Geburtstag|Tag|Lebensjahr|Halbjahr|Kapitel|Version|Ausgabe'

const ORDINAL = new RegExp(
  `(?<![\\p{L}\\d.,])(?:(${OBLIQUE}|der|die|das|Der|Die|Das|Am|Vom|Zum|Im|Ab|Bis|Seit) )?([1-9]\\d?)\\. (?:(und|oder|bis|bis zum) ([1-9]\\d?)\\. )?(?=(${MONTH}|${COUNTED})(?!\\p{L}))`,
  'gu',
)
/** Articles that show an ordinal before any other noun: der 1. FC. */
const ARTICLES =
  '[Aa]m|[Vv]om|[Zz]u[mr]|[Bb]eim|[Ii]m|[Dd]e[mns]|diese[mns]|jede[mns]|eine[mnrs]|seine[mnr]|ihre[mnr]|(?:in|an|auf|mit|von|zu|bei|seit|vor|nach|aus|unter|während) der|[Dd](?:er|ie|as)'
const NUMBERED = new RegExp(`(?<!\\p{L})(${ARTICLES}) ([1-9]\\d?)\\. (?=(\\p{L}+))`, 'gu')
const YEAR = new RegExp(
  `(?<=(?<!\\p{L})(?:${BEFORE_YEAR}) |\\()(1[1-9])(\\d\\d)(?![\\d.,]*\\d|\\p{L}| ?%)`,
  'giu',
)

const GERMAN: LanguageFacts = {
  functionWords:
    'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner und oder aber denn sondern doch ob dass ' +
    'weil wenn als wie wo da damit während obwohl bevor nachdem an am ans auf aus außer bei beim bis durch für gegen hinter in im ins ' +
    'mit nach neben ohne seit statt trotz über um unter von vom vor wegen zu zum zur zwischen ich du er sie es wir ihr mich dich sich ' +
    'uns euch mir dir ihm ihn ihnen mein dein sein seine seinen seiner ihre ihren ihrer unser unsere euer dieser diese dieses diesen ' +
    'diesem jener jene jenes welche welcher welches wer was man ist sind war waren bin bist wird werden wurde wurden worden sei seien ' +
    'gewesen hat haben hatte hatten habe kann können konnte konnten muss müssen soll sollen sollte will wollen darf dürfen mag nicht ' +
    'nur auch noch schon sehr mehr so dann nun hier dort alle alles allen anderen andere jeder jede jedes selbst etwa bereits immer',
  iso3: 'deu',
  lengthRatio: 1.15,
  numbers: {
    cardinals: CARDINALS,
    hundreds: 'hundert',
    loose:
      '1 einmal einzige einzigen einzelnen erste ersten erster erstes erstem;2 zweimal zweite zweiten zweiter zweites beide beiden paar doppelt doppelte doppelten doppelter verdoppelt verdoppeln zweitens;' +
      '3 dritte dritten dritter drittes drittel dreifach verdreifacht;4 viertel;10 zehntel jahrzehnt;12 dutzend;100 jahrhundert hundertstel;' +
      '1000 tausendstel;0.5 halb halbe halben halber halbes hälfte halbiert halbieren halbierte;30 halb;0.25 viertel;15 viertel;0.75 dreiviertel;' +
      '0.33 drittel;0.66 drittel;0.67 drittel;0.2 fünftel;0.1 zehntel;8 achte achten achter achtes;1.5 anderthalb eineinhalb;7 siebte siebten siebter;8 achtel;5 fünftel;6 sechstel;' +
      '100 hunderte hunderten hunderter;1000 tausende tausenden tausender;12 dutzende dutzenden dutzend;2 verdoppelte verdoppelten verdopple verdoppelung verdopplung doppelter doppeltes doppeltem;3 verdreifachte verdreifachten verdreifachen verdreifachung dreifache dreifachen;4 vervierfacht vervierfachte vervierfachen',
    half: 'eine halbe;einer halben',
    magnitudes: [
      ['trillionen|trillion', 1e18],
      ['billiarden|billiarde', 1e15],
      ['billionen|billion|bio.', 1e12],
      ['milliarden|milliarde|mrd.|mrd', 1e9],
      ['millionen|million|mio.|mio', 1e6],
      ['tausend|tsd.|tsd', 1e3],
    ],
    large: { billion: 'Milliarde', trillion: 'Billion' },
    indefinite: 'tausende tausenden',
    dozens: 'dutzend',
    and: '',
    andHalf: '',
    range: 'bis und',
    between: 'oder zu auf als',
    of: '',
    minus: 'minus',
    about:
      'rund|etwa|circa|ca\\.|ungefähr|fast|beinahe|knapp|gut|über|unter|mehr als|weniger als|mindestens|höchstens|bis zu|an die|übersteigt',
    hasSpaces: false,
    compounds: {
      order: 'unit-first',
      and: 'und',
      hundred: 'hundert',
      thousand: 'tausend',
      half: 'einhalb',
      fraction: 'tel',
    },
    derived:
      '(?:ver)?(.{2,}?)(?:s?t(?:e[nmrs]?|el|eln)?|fach(?:e[nmrs]?|t|te|ten)?|mal|mals|malig(?:e[nmrs]?)?|jährig(?:e[nmrs]?)?|er|ern|' +
      'erjahren?|(?:prozent|stünd|minüt|täg|wöch|monat|stell)ig(?:e[nmrs]?)?)',
    ordinals: 's?ten?',
    ordinalStems: '1 erste;2 zweite;3 dritte;7 siebte siebente;1000 tausendste;1000000 millionste',
    ordinalEndings: '- -n -r -s -m',
    parts:
      '2 halb halbe halben hälfte;3 drittel dritteln;4 viertel vierteln;5 fünftel fünfteln;6 sechstel;7 siebtel;8 achtel;9 neuntel;10 zehntel',
    otherWords:
      'ein eine einen einem einer eines eins erste ersten erster erstes erstem einzige einzigen einzelne einzelnen einzelner einzelnes einmal acht',
    each: 'jede[mnrs]?',
    outOf: 'von',
    belowZero: 'unter',
    decades: 'er[ns]?',
    multiples: 'fach|mal',
  },
  dates: {
    weekdays:
      'Sonntag|So;Montag|Mo;Dienstag|Di;Mittwoch|Mi;Donnerstag|Do;Freitag|Fr;Samstag|Sonnabend|Sa'.split(';'),
    months: MONTHS,
    isMonthFirst: false,
    fillers: 'am der den die um uhr',
    between: 'dem|den|der',
    of: '',
    feasts:
      'Heiligabend|Silvester|Jahreswechsel|Jahres(?:beginn|anfang)|Neujahr\\p{L}*|Nikolaus\\p{L}*|Allerheiligen|Weihnachten|Dreikönig\\p{L}*|Tag der Deutschen Einheit',
    oClock: 'Uhr',
    clock: {
      at: 'um|ab|bis|gegen|von|zwischen',
      morning: 'morgens|früh|vormittags|am (?:morgen|vormittag)',
      evening: 'abends|nachmittags|mittags|am (?:abend|nachmittag)',
      night: 'nachts|in der nacht',
      late: '(?:\\p{L}{3,10})?(?:abends?|nachmittags?|nachts?)',
      smallHours: 'nacht',
      noon: 'mittag',
      midnight: 'mitternacht',
      phrases: [
        ['halb H', -30],
        ['M (?:Minuten )?nach H', 1],
        ['M (?:Minuten )?vor H', -1],
        ['viertel nach H', 15],
        ['(?:viertel vor|dreiviertel) H', -15],
      ],
    },
  },
  units: {
    USD: '(?:US[- ]?)?Dollar',
    EUR: 'Euro',
    GBP: 'Pfund',
    CHF: 'Schweizer Franken|Franken',
    JPY: 'Yen',
    CNY: 'Yuan',
    INR: 'Rupien',
    BRL: 'reais',
    MXN: 'pesos?',
    SEK: 'kronen?',
    KRW: '(?<!\\d )won(?:e?s)?',
    RUB: 'rubel',
    TRY: 'lira',
    PLN: 'złoty|zloty',
    ZAR: 'rand',
    ILS: 'schekel',
    AED: 'dirham',
    SAR: 'riyal|rial',
    THB: 'baht',
    VND: 'dong',
    UAH: 'hrywnja|griwna',
    NGN: 'naira',
    MYR: 'ringgit',
    HUF: 'forint',
    pound: 'pfund',
    bit: 'bits?(?: pro sekunde)?',
    hertz: 'hertz',
    IDR: 'rupiah',
    'percentage point': 'Prozentpunkte?n?',
    percent: 'Prozent|prozentig(?:e[nmrs]?)?',
    'basis point': 'Basispunkten?|Basispunkte?',
    kilometre: '(?:Stunden)?Kilometern?',
    metre: 'Metern?',
    centimetre: 'Zentimetern?',
    millimetre: 'Millimetern?',
    nanometre: 'Nanometern?',
    mile: 'Meilen?',
    foot: 'Fuß',
    inch: 'Zoll',
    tonne: 'Tonnen?',
    kilogram: 'Kilo|Kilogramm',
    gram: 'Gramm',
    milligram: 'Milligramm',
    hectare: 'Hektar',
    'square metre': 'Quadratmetern?',
    litre: 'Litern?',
    millilitre: 'Millilitern?',
    'watt hour': 'wattstunden?',
    watt: 'watt',
    milliwatt: 'milliwatt',
    volt: 'Volt',
    byte: 'Bytes?',
    token: 'Tokens?',
    parameter: 'Parametern?',
    'degree celsius': 'Grad celsius',
    'degree fahrenheit': 'Grad fahrenheit',
    second: 'Sekunden?',
    minute: 'Minuten?|minütig(?:e[nmrs]?)?',
    hour: 'Stunden?|stündig(?:e[nmrs]?)?',
    day: 'Tage?n?|tägig(?:e[nmrs]?)?',
    week: 'Wochen?|wöchig(?:e[nmrs]?)?',
    month: 'Monate?n?|monatig(?:e[nmrs]?)?',
    year: 'Jahre?n?|jährig(?:e[nmrs]?)?',
    cent: 'Cent',
    'square kilometre': 'Quadratkilometern?',
    yard: 'Yards?',
    'square mile': 'Quadratmeilen?',
    acre: 'Acres?',
    ounce: 'Unzen?',
    gallon: 'Gallonen?',
    degree: 'Grad',
  },
  periods: [
    ['Viertelstunden?', 15, 'minute'],
    ['Dreiviertelstunden?', 45, 'minute'],
    ['Vierteljahre?n?s?|Quartale?n?s?', 3, 'month'],
    ['Halbjahre?n?s?', 6, 'month'],
    ['Dreivierteljahre?n?s?', 9, 'month'],
    ['Jahrzehnte?n?s?|Dekaden?', 10, 'year'],
    ['Jahrhunderte?n?s?', 100, 'year'],
  ],
  negation: {
    no: String.raw`nicht|nichts|nie|niemals|niemand\p{L}*|kein\p{L}*|weder|nirgends|nirgendwo|nein|mitnichten|nimmer`,
    without: 'ohne',
    other: String.raw`(?:kein|ohne) zweifel|nicht zuletzt|ohne zweifel|ohne weiteres`,
    like: String.raw`nicht (?:nur|mehr als|weniger als|länger als|allein|bloß|un\p{L}+)|kaum|un(?!d|s|ter|fall|ion|iver|gefähr|garn|garisch|ikat)\p{L}{4,}|(?!kosten)\p{L}{3,}(?:los|lose[nmrs]?|losigkeit)|fehl(?!er)\p{L}*|mangel\p{L}*|scheiter\p{L}*|gescheitert\p{L}*|weiger\p{L}*|verweiger\p{L}*|lehn(?:t|te|ten|en)|abgelehnt\p{L}*|verzicht\p{L}*|verm(?:ei|ie)d\p{L}*|verhinder\p{L}*|verb(?:iet|ot)\p{L}*|untersag\p{L}*|nur|erst|wenig\p{L}*|außer|statt|anstatt|entf(?:äll|iel)\p{L}*|ausbl(?:ei|ie)b\p{L}*|offen|sonst|gegen|verpass\p{L}*|selten|lediglich|höchstens|leugn\p{L}*|bestr(?:ei|i)t\p{L}*|dementier\p{L}*|versäum\p{L}*|misslang|misslungen|versag\p{L}*|ausgeschlossen|entg(?:eh|ing)\p{L}*|illegal\p{L}*|leere|egal|gleichgültig\p{L}*|anders|ignorier\p{L}*`,
    instead: String.raw`einstimmig\p{L}*|einhellig\p{L}*|geschlossen\p{L}*|längst|bekannt|br[aei]ch\p{L}*|gebrochen|weich\p{L}*|wich\p{L}*|gegenteil\p{L}*|kurz\p{L}*|gezwungen|zwingen\p{L}*|zwang\p{L}*|anonym\p{L}*|falsch\p{L}*|früher|beharr\p{L}*|abwesend\p{L}*|verzöger\p{L}*|ausst\p{L}*|längstens|stumm\p{L}*|ausschw\p{L}*|vergaß\p{L}*|vergess\p{L}*|vermiss\p{L}*|wider\p{L}+|verzögert\p{L}*|übrig|beim alten|bald|ausgebucht|ausverkauft|einzig\p{L}*|ausnahmslos|nur|\p{L}+frei\p{L}{0,3}|\p{L}+los\p{L}{0,3}|bleib\p{L}*|blieb\p{L}*|reich\p{L}*|genüg\p{L}*|kostenlos|gratis|frei(?:e[nrms]?)?|fehl\p{L}*|mangel\p{L}*|erspar\p{L}*|verschon\p{L}*|leer\p{L}*|negativ\p{L}*|alles andere als|exklusive|zuzüglich|ausgenommen|geheim\p{L}*|heimlich|bislang|bisher|entfall\p{L}*|hinter (?:de[mnr]|ihr\p{L}{0,2}|sein\p{L}{0,2}) rücken|steht? (?:\p{L}+ ){0,3}aus|vergeb\p{L}*|umsonst|ungeachtet|solange|bevor|fern\p{L}*|ver\p{L}{2,5}fehl\p{L}*|spart\p{L}*|stillsch\p{L}*|schweig\p{L}*|aufhör\p{L}*|aufgeh\p{L}*`,
    contraries: {
      yet: [String.raw`nicht|kein\p{L}*|nie|ohne|noch|aus\p{L}*`, String.raw`bereits|schon`],
      still: [
        String.raw`nicht|kein\p{L}*|ohne|nie|niemand|nur|nichts`,
        String.raw`nach wie vor|immer noch|noch immer|weiterhin|weiter`,
      ],
      none: [
        String.raw`nicht|kein\p{L}*|niemand\p{L}*|nie|ohne|nichts|weder|un(?!ter|d)\p{L}{4,}`,
        String.raw`alle|allen|aller|jede[rsmn]?|sämtliche\p{L}?|eine?s?(?= \p{L}+(?:gen|ten|fen)(?:en)?)`,
      ],
      hardly: [
        String.raw`kaum|kein\p{L}*|nicht|niemand|wenig\p{L}*|selten|ohne`,
        String.raw`(?:fast|beinahe|nahezu) (?:alle[nr]?|jede[rsn]?)`,
      ],
      even: [
        String.raw`nur|nicht|kein\p{L}*|lediglich|ausschließlich|erst|nie`,
        String.raw`(?:auch|selbst|sogar) ohne|(?:darf|dürfen|kann|können)(?: \p{L}+){0,6} ohne`,
      ],
      with: [String.raw`ohne|mangels|fehl\p{L}*|nur|erst`, String.raw`^mit`],
      unless: [
        String.raw`außer|denn|nicht|kein\p{L}*|nur|nie|solange|ohne|erst|vorausgesetzt|sofern`,
        String.raw`wenn|falls`,
      ],
      accept: [
        String.raw`zurückgew\p{L}*|w(?:ies|eist|eisen|iesen)|abgelehnt|lehn\p{L}*|bestr\p{L}*|leugn\p{L}*|dementier\p{L}*|verw(?:arf|irft|orfen)|weiger\p{L}*|nicht|kein\p{L}*`,
        String.raw`akzeptier\p{L}*|bestätig(?:t|te|ten|en)|zugegeben|räum\p{L}*|stimm(?:t|te|ten) (?:\p{L}+ ){1,4}zu`,
      ],
      deny: [
        String.raw`akzeptier\p{L}*|bestätig\p{L}*|zug\p{L}*|geben|gab\p{L}*|gibt|gestand\p{L}*|gesteh\p{L}*|räum\p{L}*|einger\p{L}*|nicht|kein\p{L}*|anerk\p{L}*`,
        String.raw`bestr\p{L}*|leugn\p{L}*|dementier\p{L}*|weis\p{L}* (?:\p{L}+ ){1,6}zurück`,
      ],
      affirm: [
        String.raw`nichts?|kein\p{L}*|nie\p{L}*|ohne|weder|frei\p{L}*|brauch\p{L}*|\p{L}+frei`,
        String.raw`ausgeschlossen|schl(?:oss|ossen|ießt|ießen) [^.;,]{1,60} aus|(?:ge|be)?zweifel(?:t|te|ten|n)|verb[ei]rgt|verbarg(?:en)?|verheimlich\p{L}*|mangelt\p{L}*|ohne|widerspr(?:icht|ach)\p{L}*|widersetz\p{L}*|d?a?gegen`,
      ],
      include: ['(?!)', String.raw`nicht aus(?:geschlossen|zuschließen)?`],
      stop: ['(?!)', String.raw`nicht (?:auf|aufgehört|eingestellt|gestoppt|mehr auf)`],
      obliged: [
        String.raw`nichts?|kein\p{L}*|nie\p{L}*|ohne|weder|frei\p{L}*|brauch\p{L}*|\p{L}+frei`,
        String.raw`verpflichtet|müssen|muss|gezwungen`,
      ],
      fail: [
        String.raw`nichts?|kein\p{L}*|nie\p{L}*|ohne|weder|kaum|miss\p{L}*`,
        'gelang|gelingt|gelungen|schaff(?:t|te|ten)',
      ],
    },
    opposites:
      'unbewohn bewohn;illegal legal;unmöglich möglich;unzureichend ausreichend;unvollständig vollständig;ungültig gültig;unrichtig richtig;ungenau genau;unabhängig abhängig;unregelmäßig regelmäßig;verfassungswidrig verfassungsgemäß;unsicher sicher;unwahrscheinlich wahrscheinlich;ungerecht gerecht;unfair fair;unbekannt bekannt;unvereinbar vereinbar;instabil stabil;inoffiziell offiziell;rechtswidrig rechtmäßig;ineffizient effizient;unklar klar;ungewiss gewiss;inaktiv aktiv;unmoralisch moralisch;unzuverlässig zuverlässig',
  },
  endings: {
    forms: 's es e en n er ern em ns nen in innen se sen r m',
    dropped: 'ern|e[nrms]?|[ns]',
  },
  names: {
    small: 'der die das des für und in',
    capitalNouns: {
      adjectives: 'e|e[mnrs]',
      bodies:
        'Firma|Unternehmen|Konzern|Hersteller|Gruppe|Verein|Partei|Herrn?|Frau|Minister(?:in)?|Stadt|Gemeinde',
    },
  },
  polarity: {
    negation: 'nicht(?! nur)|kein(?:e[nmrs]?)?|nie(?! zuvor)|niemals|niemand|weder|ohne|kaum|nirgends',
    denial:
      'bestreite\\p{L}*|bestritt\\p{L}*|dementier\\p{L}*|lehn(?:t|te|ten|en)|ablehn\\p{L}*|weiger\\p{L}*|verweiger\\p{L}*|widersprach\\p{L}*|widerspr\\p{L}+|' +
      'wies|weis(?:t|en)|zurückgewiesen|zurückweis\\p{L}*|schließ(?:t|en)(?=[^.;]{0,30}\\saus(?!\\p{L}))|verneint\\p{L}*|ausgeschlossen|schloss(?:en)?(?=[^.;]{0,40}\\saus(?!\\p{L}))|abgelehnt',
    possible:
      'ob(?=[^.;]* (?:offen|unklar|fraglich|ungewiss|noch|nicht))|(?:offen|unklar|fraglich|ungewiss)(?=[^.;]*,? ob )|(?:be)?fürchte[nt]?|könnte\\p{L}*|könne|möglicherweise|vielleicht|womöglich|wohl(?! aber)|eventuell|dürften?|wahrscheinlich|unwahrscheinlich|mutmaßlich',
    plan:
      'kündigt\\p{L}*(?= (?:.* )?an(?!\\p{L}))|plan(?:t|te|ten|en)|versprach\\p{L}*|verspr[eio]ch\\p{L}*|geplant\\p{L}*|will|wollen|wolle|wollte\\p{L}*|beabsichtig\\p{L}*|soll(?:en|e|te)?|erwäg(?:t|en|e)|überleg(?:t|en)|denk(?:t|en)(?= (?:\\p{L}+ )?über )|liebäugel(?:t|n)|vorgesehen|vorschl\\p{L}+|vorgeschlagen|' +
      'prüf(?:t|en)|erwartet|rechne(?:t|n)|möchte\\p{L}*|strebt|hofft',
    claim:
      'glaub(?:t|en)|vermute[nt]|angeblich\\p{L}*|mutmaßlich\\p{L}*|vermutlich|verdächtig\\p{L}*|beschuldig\\p{L}*|vorgeworfen|wirft|werfen|vorwurf|vorwürfe|verdacht|behaupte\\p{L}*|sollen? \\p{L}+ haben',
  },
  placeholders: {
    orders: 'einfügen|einsetzen|ergänzen|ersetzen',
    here: 'hier',
    texts: 'blindtext|platzhaltertext|(?:ihr|dein) text hier|text hier einfügen',
    names: { mark: 'TK', after: 'die|der|von|bei' },
  },
  homes: 'germany austria switzerland',
  example:
    'Am 3. März hat Aster laut Marta Vilela bei Gent # Menschen eingestellt, will aber nicht alle behalten.',
  sentences: {
    hasOrdinalPoints: true,
    titles: 'Dr Prof Hr Fr Frl Hrn Dipl Ing Dipl.-Ing Fa Mag Gen St Sankt Min Abg Bgm',
    numbered: 'Nrn Tab Rn Rdnr Ziff Tel',
    abbreviations:
      'Mio Mrd Bio Tsd zzgl bspw Bsp mind gegr gest verh Jh Chr Std Sek Str Inc Ltd Corp Jan Feb Mär Apr Jun Jul Aug Sep Sept Okt Nov Dez allg amtl Aufl Ausg Hrsg hrsg einschl entspr lt rd vs Verf zit rer nat phil med',
    starters:
      'Der Die Das Den Dem Des Ein Eine Einen Einem Einer Er Sie Es Wir Ich Ihr Man Im In Am An Auf Aus Bei Beim Mit Nach Von Vom Vor Für Zum Zur Zu Über Unter Um Durch Gegen Ohne Seit Bis Doch Aber Und Oder Auch Denn Dass Da Dann Dort Hier So Wie Wer Was Wo Wann Warum Wenn Weil Während Obwohl Diese Dieser Dieses Diesen Jene Sein Seine Ihre Ihren Kein Keine Nicht Noch Nun Jetzt Damit Dabei Dazu Darin Dagegen Deshalb Daher Allerdings Jedoch Zudem Außerdem Laut Viele Einige Alle Andere Ist Sind War Hat Danach Davor Zuvor Später Anschließend Inzwischen Heute Gestern Morgen Seitdem Seither',
  },
  grammar: {
    deniesFirst: true,
    hasCompounds: true,
    future: String.raw`(?:wird|werden)(?=\s(?:[^,.]*\s)?\p{Ll}{3,}en[.,]?(?:\s|$))`,
  },
  reports: {
    roles: {
      'chief executive':
        '(?:Konzern|Firmen|Unternehmens)chef(?:in)?|Vorstandschef(?:in)?|Vorstandsvorsitzende[nr]?',
      'finance chief': 'Finanzchef(?:in)?|Finanzvorstand',
      chair: '\\p{L}*vorsitzende[nr]?|Obmann|Obfrau|Aufsichtsratschef(?:in)?',
      president: 'Präsident(?:in)?',
      'vice president': 'Vizepräsident(?:in)?',
      'prime minister': 'Premierminister(?:in)?|Ministerpräsident(?:in)?',
      chancellor: 'Bundeskanzler(?:in)?|Kanzler(?:in)?',
      minister: '\\p{L}*[Mm]inister(?:in)?',
      mayor: 'Bürgermeister(?:in)?|Oberbürgermeister(?:in)?',
      founder: '(?:Mit)?[Gg]ründer(?:in)?',
      spokesperson: 'Sprecher(?:in)?',
      director: 'Direktor(?:in)?',
      delegate: 'Delegierte[rn]?',
      judge: 'Richter(?:in)?',
      lawyer: 'Anwält(?:in)|Anwalt',
      coach: 'Trainer(?:in)?',
      archivist: 'Archivar(?:in)?',
      professor: 'Professor(?:in)?',
      researcher: 'Forscher(?:in)?',
      buyer: 'Käufer(?:in)?',
      seller: 'Verkäufer(?:in)?',
      owner: 'Eigentümer(?:in)?|Besitzer(?:in)?',
    },
    says: 'sagt\\p{L}*|erklärt\\p{L}*|beton\\p{L}*|warnt\\p{L}*|mein\\p{L}*',
    accordingTo: 'laut|zufolge',
    and: 'und',
    or: 'oder',
    but: 'während|aber',
    rather: 'sondern',
    that: 'dass',
    relative: 'der|die|das|dessen|deren',
    starts: 'laut|nach|während|seit',
    lastYear: 'vergangene[ns]? jahr|letzte[ns]? jahr|vorjahr',
    thisYear: 'diese[sm]? jahr|heuer',
    nextYear: 'nächste[ns]? jahr|kommende[ns]? jahr',
    yesterday: 'gestern',
    today: 'heute',
    tomorrow: 'morgen',
    considers: 'prüf|erwäg|überleg|denk|liebäugel',
    hopes: 'hof',
    suspects: 'vermut|verdächt',
    foreseen: 'soll|vorgesehen|erwartet|geplant',
    noLonger: 'mehr|länger',
    respectively: 'jeweils',
    periods:
      'half-year=half|halbjahr|halbe[ns]? jahr;quarter=quartal;fortnight=(?:vierzehn|14) tage;decade=jahrzehnt;year=(?<!\\p{L})jahr(?!\\p{L});double=doppel|zwei\\s?mal;triple=dreifach;half=zwei mal weniger|halb so',
    refers:
      'er|sie|es|ihr\\p{L}*|seine?\\p{L}*|diese\\p{L}*|(?:der|die|das|des|dem|den) \\p{Lu}\\p{L}+|nach \\p{L}+ angaben',
    compared: '\\p{L}+er|mehr|weniger',
    than: 'als',
    anybody: 'wer',
    badly: 'schlecht|übel',
    notAtVerb: 'nicht|nie',
    by: 'von|vom|durch',
    passive: 'wurden?|wird|werden|worden|ge\\p{L}+[nt]',
    genitive: 'von|vom|beim(?: \\p{L}+){0,3}',
    places: 'in|im|am|bei|aus',
    weekdayEndings: 'abend|morgen|mittag|vormittag|nachmittag|nacht|früh',
  },
  instructions: {
    ignore: 'ignoriere(?:n sie)?|ignoriert|vergiss|vergesst|vergessen sie|missachte',
    earlier: 'deine|ihre|bisherigen?|vorherigen?|obigen',
    orders: 'anweisung\\w*|vorgaben?|alles bisherige',
    to: 'du bist|sie sind|sei|als|achtung|an alle|an (?=ki)',
    article: 'eine?[mrs]?|den|die',
    model: 'ki|sprachmodell\\w*|künstliche intelligenz|ki-\\w+',
    models: '(?:ki-)?systeme?n?|assistent\\w*|modell[en]*',
    note: 'hinweis|nachricht|anweisung\\p{L}*',
    noteTo: 'an|für',
    everybody: 'alle',
    write: 'schreib(?:e|t|en sie)?|antworte\\w*|gib aus|erwähne\\w*|behaupte|berichte',
    only: 'nur|stattdessen',
    that: 'dass|folgendes',
    please: 'bitte|stattdessen|und',
    telling: 'neue anweisung\\w*|deine (?:neue )?aufgabe',
  },
  pages: {
    missing:
      'seite (?:wurde )?nicht gefunden|(?:diese|die) seite (?:gibt es|existiert) nicht|artikel nicht gefunden|nicht mehr verfügbar',
    withdrawn:
      'diese[rs]? (?:artikel|beitrag|text|bericht|meldung|seite) (?:wurde|ist|wird) (?:\\p{L}+ ){0,4}(?:zurückgezogen|entfernt|gelöscht|depubliziert|nicht mehr verfügbar)',
    paywalled: 'weiterlesen mit|jetzt abonnieren',
  },
  lists: {
    none: 'nie niemals k.a. leer keine keiner',
    no: 'nein falsch',
    yes: 'ja j wahr',
    columns:
      'email emailadresse mailadresse;language sprache;subscribed_at anmeldedatum angemeldetam;confirmed bestatigt;active aktiv;status zustand;reason abmeldegrund',
    subscribed:
      'aktiv;aktiviert;abonniert;abonnent;abonnentin;angemeldet;eingetragen;eingeschrieben;bestatigt;eingewilligt;zugestimmt;erteilt',
    optedOut:
      'abgemeldet;ausgetragen;abbestellt;nicht anschreiben;nicht kontaktieren;keine werbung;keine email;keine emails;keine e mail;keine e mails;unzustellbar',
    negation: 'nicht|nie|kein\\w*|ohne',
    complained: 'beschwer',
    bounced: 'unzustell|ungultig',
    unconfirmed: 'ausstehend|unbestatigt|wartet|(?:nicht|nie) (?:bestatig|verifizier|aktiviert)',
    nonsubscribed: 'abgelehnt|verweigert|(?:nicht|nie) (?:angemeldet|abonn|eingetragen)',
    unsubscribed:
      'inaktiv|ausgetragen|abgemeldet|abbestellt|gekundigt|gesperrt|geloscht|deaktiviert|widerrufen|nicht mehr|nicht (?:anschreiben|kontaktieren|senden|aktiv)|keine (?:e? ?mail|werbung|newsletter)',
    left: 'inaktiv|abgemeldet|abmelde|abmeldung|abbestell|ausgetragen|austrag|gesperrt|mailsperre|werbesperre|robinson|keine?n?(?:e?mail|werbung|newsletter|kontakt)|widerruf|widerspr',
    wanted:
      '^(?:akzeptiert|erlaubt)\\w*(?:mail|marketing|newsletter|werb)|(?:marketing(?:emails?)?|mail)erlaubt|einwillig|zustimm|abonniert|angemeldet|dsgvo',
    perhaps: 'kontakt|^abo|aktiv|werbung|zustell',
    ended: 'austritt|kundig|gekund',
    counted: 'anzahl|letzte.*(?:open|click|sent|mail|newsletter|campaign|activity|seen)',
    texts: 'bemerk|kommentar',
  },
  topics: {
    funding: 'finanzierung|wagniskapital|risikokapital|bewertung von|börsengang|übernahme',
    upcoming: '(?:nächste[nrs]?|kommende[nrs]?) (?:wochen?|monate?n?)|bevorstehend',
  },
  quotationMarks: { outer: ['„', '“'], inner: ['‚', '‘'] },
  corrections: {
    said: (before) => `In einer früheren Fassung dieses Artikels stand ${before}.`,
    right: (after) => `Richtig ist ${after}.`,
    wrong: 'Das war falsch.',
  },
  prompt: { name: 'German as it is written in Germany', address: 'addressing the reader as "Sie"' },
  speech: {
    grouping: ".'’\\u00a0\\u202f ",
    point: 'Punkt',
    to: 'bis',
    minus: 'minus',
    plus: 'plus',
    plusOrMinus: 'plus minus',
    equals: 'gleich',
    times: ['mal', 'mal'],
    lessThan: 'weniger als',
    moreThan: 'mehr als',
    atLeast: 'mindestens',
    atMost: 'höchstens',
    power: { times: 'mal', to: 'hoch' },
    per: 'pro',
    perTimes: pairs(
      'Jahr|J|a=pro Jahr;Monat|Mon|Mt|Mo=pro Monat;Woche|Wo=pro Woche;Tag|Tg|d=pro Tag;Stunde|Std|h=pro Stunde;Minute|Min|min=pro Minute;' +
        'Sekunde|Sek|sec|s=pro Sekunde;Kopf=pro Kopf;Person|Pers=pro Person;Stück|Stk=pro Stück',
    ),
    about: 'etwa',
    and: 'und',
    at: 'at',
    dot: 'Punkt',
    slash: 'Schrägstrich',
    dash: 'Strich',
    section: 'Paragraf',
    number: 'Nummer',
    percent: 'Prozent',
    perMille: 'Promille',
    fractions: {
      '½': 'einhalb',
      '⅓': 'ein Drittel',
      '⅔': 'zwei Drittel',
      '¼': 'ein Viertel',
      '¾': 'drei Viertel',
    },
    scales: [
      ['Tsd\\.?|[Tt]ausend|k', 'Tausend', 'Tausend'],
      ['Mio\\.?|Millionen?|M', 'Million', 'Millionen'],
      ['Mrd\\.?|Milliarden?', 'Milliarde', 'Milliarden'],
      ['Bio\\.?|Billionen?', 'Billion', 'Billionen'],
    ],
    loneScales: 'Tsd\\.|Mio\\.?|Mrd\\.?|Bio\\.',
    ofScale: (noun) => noun,
    price: (whole, currency, cents) => `${whole} ${currency} ${cents}`,
    abbreviations: pairs(
      'z. B.=zum Beispiel;d. h.=das heißt;u. a.=unter anderem;z. T.=zum Teil;i. d. R.=in der Regel;v. a.=vor allem;u. U.=unter Umständen;' +
        'm. E.=meines Erachtens;s. o.=siehe oben;s. u.=siehe unten;sog.=sogenannte;bzw.=beziehungsweise;ca.=circa;vgl.=vergleiche;' +
        'evtl.=eventuell;ggf.=gegebenenfalls;inkl.=inklusive;exkl.=exklusive;max.=maximal;min.=minimal;insb.=insbesondere;Dr.=Doktor;' +
        'Prof.=Professor;Hr.=Herr;Fr.=Frau;St.=Sankt;engl.=englisch;geb.=geboren;Tel.=Telefon;Jh.=Jahrhundert',
    ),
    endingAbbreviations: pairs(
      'o. ä.=oder Ähnliches;o. Ä.=oder Ähnliches;usw.=und so weiter;etc.=et cetera;u. Ä.=und Ähnliches;ff.=folgende;n. Chr.=nach Christus;' +
        'v. Chr.=vor Christus;p. a.=pro Jahr;Co.=Co',
    ),
    afterNumbers: [
      ['[Mm]in', 'Minute', 'Minuten'],
      ['[Ss]td', 'Stunde', 'Stunden'],
      ['[Ss]ek|[Ss]ec', 'Sekunde', 'Sekunden'],
      ['Tg', 'Tag', 'Tage'],
      ['Fr', 'Franken', 'Franken'],
      ['Rp', 'Rappen', 'Rappen'],
      ['Ct|ct', 'Cent', 'Cent'],
      ['Stk', 'Stück', 'Stück'],
    ],
    beforeNumbers: pairs('Nr.=Nummer;S.=Seite;Art.=Artikel;Abs.=Absatz;Abb.=Abbildung;Kap.=Kapitel;Bd.=Band'),
    time: (hour, minute) => (minute === 0 ? `${hour} Uhr` : `${hour} Uhr ${minute}`),
    clock: {
      between: ':|\\.(?=\\d\\d ?(?:(?:–|-|bis) ?\\d{1,2}[.:]\\d\\d ?)?(?:Uhr|h(?!\\p{L})))',
      after: ' ?(?:Uhr|h(?!\\p{L}))',
    },
    prefixes: ['Kilo', 'Mega', 'Giga', 'Tera', 'Peta'],
    bases: {
      W: ['Watt', 'Watt'],
      Wh: ['Wattstunde', 'Wattstunden'],
      Hz: ['Hertz', 'Hertz'],
      V: ['Volt', 'Volt'],
    },
    tonne: ['Tonne', 'Tonnen'],
    square: (unit) => `Quadrat${unit.toLowerCase()}`,
    cubic: (unit) => `Kubik${unit.toLowerCase()}`,
    small: {
      nm: ['Nanometer', 'Nanometer'],
      µm: ['Mikrometer', 'Mikrometer'],
      mg: ['Milligramm', 'Milligramm'],
    },
    beforeShortDate:
      '(?:(?:[Aa]m|[Bb]is|[Vv]om|[Aa]b|[Zz]um|[Ss]eit|[Dd]e[nmr]|und|oder)|(?:Mo|Di|Mi|Do|Fr|Sa|So)\\.?,?|\\p{L}+tag,?|(?:Stichtag|Termin|Stand|Frist|Beginn):)',
    rulers: {
      names:
        'Karl|Ludwig|Friedrich|Wilhelm|Heinrich|Otto|Franz|Leo|Benedikt|Paul|Pius|Felipe|Charles|Elisabeth|Elizabeth|Katharina|Napoleon|Nikolaus|Georg|Philipp|Leopold|Maximilian|Gustaf|Harald',
      end: '\\.',
      say: (number, name) => {
        const stem = ordinalStem(number)
        return `${/^[EK]\p{L}+[ah]$/u.test(name) ? 'die' : 'der'} ${stem.charAt(0).toUpperCase()}${stem.slice(1)}e`
      },
    },
    counting: (text) =>
      text
        .replace(ORDINAL, (_, before, first, and, second, noun) => {
          const isMonth = MONTH.split('|').includes(noun)
          const ending =
            before === undefined ? (isMonth ? 'er' : 'e') : /^(?:der|die|das)$/i.test(before) ? 'e' : 'en'
          const ordinal = (digits?: string) => digits && ordinalStem(Number(digits)) + ending
          return `${[before, ordinal(first), and, ordinal(second)].filter(Boolean).join(' ')} `
        })
        .replace(NUMBERED, (found, article: string, digits: string, noun: string) =>
          wordsIn(GERMAN.sentences.starters).includes(noun)
            ? found
            : `${article} ${ordinalStem(Number(digits))}${/^d(?:er|ie|as)$/i.test(article) ? 'e' : 'en'} `,
        )
        .replace(
          /(?<![\p{L}\d.,])(1[1-9])(\d\d) bis (1[1-9])(\d\d)(?!\d)/gu,
          (_, c1, r1, c2, r2) =>
            `${yearWords(Number(c1), Number(r1))} bis ${yearWords(Number(c2), Number(r2))}`,
        )
        .replace(YEAR, (_, century, rest) => yearWords(Number(century), Number(rest)))
        .replace(
          /(?<![\p{L}\d.,])(1[1-9]|)([2-9])0er(?=n?(?!\p{L}))/gu,
          (_, century: string, ten: string) =>
            `${century && `${underHundred(Number(century))}hundert`}${underHundred(10 * Number(ten))}er`,
        ),
    picture: 'Bild',
    table: (rows, columns) => `Eine Tabelle mit ${rows} Zeilen und ${columns} Spalten, auf der Seite.`,
    code: (name, lines) =>
      `Code${name && ` in ${name}`}, ${lines === 1 ? 'eine Zeile' : `${lines} Zeilen`}, auf der Seite.`,
    shortCode: 'Code',
  },
  search: {
    stemmer: 'german_stem',
    spellings: [
      ['ß', 'ss'],
      ['ph', 'f'],
      ['ti(al|ell)', 'zi\\1'],
      ['(?<![aeiouq])ae(?=.)', 'ä'],
      ['(?<![aeiouq])oe(?=.)', 'ö'],
      ['(?<![aeiouq])ue(?=.)(?!n$)', 'ü'],
    ],
    endings:
      'iken iko ikos;themen thema themas;firmen firma;konten konto kontos;tren trum trums;museen museum museums;rien rium riums;dien dium diums;' +
      'ismen ismus;ithmen ithmus;viren virus;zyklen zyklus;matrizen matrix;indizes index indices;praxen praxis;lexika lexikon;schemata schema;' +
      'in innen;ika ikum ikums;mien mium miums;nien nium niums;tien tium tiums;foren forum forums;ythmen ythmus;zip zipien;' +
      'rial rialien;eral eralien;sil silien;til tilien;leg legien;diz dizien;bus busse bussen busses;' +
      'hmann hleute hleuten;fmann fleute fleuten;tsmann tsleute tsleuten;p ps;dramen drama dramas;skalen skala;paradigmen paradigma;' +
      'salden saldo saldos;basen basis;dosen dosis;minima minimum minimums;maxima maximum maximums;spektren spektra;stadien stadion stadions;' +
      'phasen phasis;kakteen kaktus',
    forms:
      'dollar usd;euro eur;franken chf;daten datum datums;fakten faktum;visa visum visums;optima optimum;voten votum votums;alben album albums;' +
      'seren serum;individuen individuum individuums;quoren quorum;villen villa;pizzen pizza pizzas;dogmen dogma;prismen prisma;arenen arena;' +
      'aulen aula;kommata komma kommas;traumata trauma traumas traumen;stigmata stigma;dilemmata dilemma dilemmas;boni bonus bonusse;modi modus;' +
      'globen globus;typen typus typ;radien radius;bazillen bazillus;termini terminus;stimuli stimulus;soli solo solos;tempi tempo tempos;' +
      'fresken fresko;ganglien ganglion;appendizes appendix;kodizes codex kodex;helices helix;atlanten atlas atlasse;kürbis kürbisse;' +
      'ananas ananasse;zirkus zirkusse;utensil utensilien;adverb adverbien;examina examen examens;nomina nomen;klimata klima;oase oasis;epen epos;' +
      'mythen mythos mythus;chöre chor;mütter mutter;töchter tochter;brüder bruder;väter vater;öfen ofen;häfen hafen;gärten garten;gräben graben;' +
      'schäden schaden;läden laden;schreiben schrieb geschrieben;sprechen sprach gesprochen spricht;finden fand gefunden;verlieren verlor verloren;' +
      'gewinn gewinnen gewann gewonnen;beginn beginnen begann begonnen;brechen brach gebrochen bricht;beschliessen beschloss beschlossen;entscheiden entschied entschieden;' +
      'steigen stieg gestiegen;sinken sank gesunken;verbieten verbot verboten;helfen half geholfen hilft;werfen warf geworfen wirft;' +
      'nehmen nahm genommen nimmt;geben gab gegeben gibt;lesen las gelesen liest;sehen sah gesehen sieht;schliessen schloss geschlossen;' +
      'fliegen flog geflogen;ziehen zog gezogen;treffen traf getroffen trifft;tragen trug getragen trägt;wachsen wuchs gewachsen wächst;' +
      'denken dachte gedacht;bringen brachte gebracht;panter panther;tunfisch thunfisch;jogurt joghurt;spagetti spaghetti;aufwändig aufwendig;' +
      'aufwändige aufwendige;behände behende;selbstständig selbständig;selbstständige selbständige;selbstständigkeit selbständigkeit;' +
      'portmonee portemonnaie;majonäse mayonnaise;albtraum alptraum;albträume alpträume;klub club;klubs clubs;kode code;kodes codes;kusine cousine;' +
      'kusinen cousinen;fassette facette;fassetten facetten;frisör friseur;ketschup ketchup;nummerieren numerieren;tipp tip;stopp stop;' +
      'platzieren plazieren;platziert plaziert;stängel stengel;rau rauh;gämse gemse;schifffahrt schiffahrt',
    signs: {
      'Mrd.': 'Milliarden',
      'Mio.': 'Millionen',
      'Tsd.': 'Tausend',
      R$: 'Reais',
      $: 'Dollar',
      '€': 'Euro',
      '£': 'Pfund',
      '¥': 'Yen',
      '%': 'Prozent',
    },
    amounts: { m: 'Millionen', mio: 'Millionen', mrd: 'Milliarden', md: 'Milliarden' },
    magnitudes: { mrd: 'Milliarden', mio: 'Millionen', tsd: 'Tausend' },
  },
}

export default GERMAN

function underHundred(number: number): string {
  if (number < 20) return String(COUNTED_AS.get(number))
  const [ten, one] = [COUNTED_AS.get(10 * Math.floor(number / 10)), number % 10]
  return one ? `${COUNTED_AS.get(one)}und${ten}` : String(ten)
}

/** A year such as neunzehnhundertachtundneunzig; from 2000 on a year is read as any number. */
function yearWords(century: number, rest: number): string {
  const end = rest === 1 ? 'eins' : rest ? underHundred(rest) : ''
  return `${underHundred(century)}hundert${end}`
}

function ordinalStem(number: number): string {
  const irregular = new Map([
    [1, 'erst'],
    [3, 'dritt'],
    [7, 'siebt'],
    [8, 'acht'],
  ])
  return irregular.get(number) ?? underHundred(number) + (number < 20 ? 't' : 'st')
}
