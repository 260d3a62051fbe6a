import type { LanguageFacts } from '#core/languages/language-facts.ts'
import { pairs } from '#core/languages/lists.ts'

/** The ordinals; for higher ones people use the number itself. */
const ORDINALS =
  ' primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo decimotercero decimocuarto decimoquinto decimosexto decimoséptimo decimoctavo decimonoveno vigésimo'.split(
    ' ',
  )

const SPANISH: LanguageFacts = {
  functionWords:
    'el la los las lo un una unos unas y e o u ni pero sino si que quien quienes cual cuales cuyo cuya como cuando donde porque pues ' +
    'aunque mientras a al ante bajo con contra de del desde durante en entre hacia hasta mediante para por según sin sobre tras me te ' +
    'se nos os le les mi mis tu tus su sus nuestro nuestra este esta estos estas esto ese esa esos esas eso aquel aquella ser es son ' +
    'era eran fue fueron sea sean sido siendo estar está están estaba estaban estado ha han había habían haber hay he hemos tiene ' +
    'tienen tener puede pueden poder va van ir hace hacen hacer no sí ya más menos muy tan también tampoco solo sólo todo toda todos ' +
    'todas otro otra otros otras mismo misma cada así entonces ahora aún',
  iso3: 'spa',
  lengthRatio: 1.1,
  numbers: {
    cardinals:
      '0 cero;1 un uno una;2 dos;3 tres;4 cuatro;5 cinco;6 seis;7 siete;8 ocho;9 nueve;10 diez;11 once;12 doce;13 trece;14 catorce;15 quince;' +
      '16 dieciséis;17 diecisiete;18 dieciocho;19 diecinueve;20 veinte;21 veintiún veintiuno veintiuna;22 veintidós;23 veintitrés;24 veinticuatro;25 veinticinco;' +
      '26 veintiséis;27 veintisiete;28 veintiocho;29 veintinueve;30 treinta;40 cuarenta;50 cincuenta;60 sesenta;70 setenta;80 ochenta;90 noventa;100 cien ciento;' +
      '200 doscientos doscientas;300 trescientos trescientas;400 cuatrocientos cuatrocientas;500 quinientos quinientas;600 seiscientos seiscientas;' +
      '700 setecientos setecientas;800 ochocientos ochocientas;900 novecientos novecientas',
    hundreds: '',
    loose:
      '1 primer primero primera vez;2 segundo segunda ambos ambas par doble duplica duplicar duplicado duplicó dobla doblar;3 tercer tercero tercera tercio tercios triple triplica triplicado triplicó;' +
      '4 cuarto cuarta cuartos cuádruple cuadruplicado;5 quinto quinta quintos quíntuple quintuplicado;6 sexto sexta;7 séptimo séptima;8 octavo octava;9 noveno novena;' +
      '10 décimo décima décimos decena década;11 undécimo;12 docena docenas duodécimo;13 decimotercero;15 quincena;20 veintena vigésimo;30 treintena;' +
      '40 cuarentena;50 cincuentena;100 centenar centenares cientos cientas centésimo siglo;1000 millar milésima;0.5 medio media mitad;30 media;0.25 cuarto;15 cuarto;0.75 cuartos;' +
      '0.33 tercio;0.66 tercios;0.67 tercios;0.2 quinto quinta;0.1 décimo décima;' +
      '100 cientos cientas centenares;2 duplicó duplicaron duplicarse duplicando doblaron dobló;3 triplicó triplicaron triplicar triplicarse;10 decenas;4 cuadruplicó cuadruplicaron;15 quinceañero quinceañera quinceañeros quinceañeras;20 veinteañero veinteañera veinteañeros veinteañeras;30 treintañero treintañera treintañeros treintañeras;' +
      '40 cuarentón cuarentona cuarentones cuarentonas cuarentañero cuarentañera cuarentañeros;50 cincuentón cincuentona cincuentones cincuentañero cincuentañera;60 sexagenario sexagenaria sexagenarios sesentón sesentona sesentañero;' +
      '70 septuagenario septuagenaria septuagenarios setentón;80 octogenario octogenaria octogenarios;90 nonagenario nonagenaria;100 centenario centenaria;12 decenas;5 quintuplicó quintuplicar;6 sextuplicado',
    half: 'medio',
    magnitudes: [
      ['mil millones', 1e9],
      ['trillones|trillón', 1e18],
      ['billones|billón', 1e12],
      ['millones|millón|mill.', 1e6],
      ['millardos|millardo', 1e9],
      ['mil', 1e3],
    ],
    large: { billion: 'mil millones', trillion: 'billón' },
    indefinite: 'miles',
    spacedLetters: 'k M',
    dozens: 'docena docenas',
    and: 'y',
    andHalf: 'y medio;y media',
    range: 'a al y',
    between: 'o al hasta de e los las',
    of: 'de',
    minus: 'minus',
    perhapsMinus: 'menos',
    about:
      'unos|unas|cerca de|alrededor de|aproximadamente|casi|más de|menos de|al menos|hasta|en torno a|superan?(?: los| las)?|' +
      'superará(?: los| las)?|más de (?:los|las)',
    hasDecimalPoints: true,
    hasSpaces: true,
    ordinals: 'er|[oa]s?',
    ordinalStems:
      '1 primer;2 segund;3 tercer;4 cuart;5 quint;6 sext;7 séptim;8 octav;9 noven;10 décim;11 undécim decimoprimer;12 duodécim decimosegund;' +
      '13 decimotercer;14 decimocuart;15 decimoquint;16 decimosext;17 decimoséptim;18 decimoctav;19 decimonoven;20 vigésim;' +
      '21 vigesimoprimer vigesimoprimer;22 vigesimosegund;23 vigesimotercer;24 vigesimocuart;25 vigesimoquint;26 vigesimosext;27 vigesimoséptim;28 vigesimoctav;29 vigesimonoven;30 trigésim;40 cuadragésim;' +
      '50 quincuagésim;60 sexagésim;70 septuagésim;80 octogésim;90 nonagésim;100 centésim;1000 milésim;1000000 millonésim',
    ordinalEndings: '- -o -a -os -as',
    parts:
      '2 medio media mitad;3 tercio tercios tercera terceras;4 cuarto cuartos cuarta cuartas;5 quinto quintos quinta quintas;6 sexto sextos sexta sextas;7 séptimos séptimas;8 octavo octavos octava octavas;9 novenos;10 décimo décimos décima décimas',
    otherWords: 'un uno una primer primera primero primeros primeras segundos vez media medio',
    divided: 'divid\\p{L}+ (?:entre|por)',
    outOf: 'de cada',
    belowZero: 'bajo cero|bajo el cero',
    decades: 's',
  },
  dates: {
    weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
    months:
      'enero|ene;febrero|feb;marzo|mar;abril|abr;mayo|may;junio|jun;julio|jul;agosto|ago;septiembre|setiembre|sept|sep;octubre|oct;noviembre|nov;diciembre|dic'.split(
        ';',
      ),
    isMonthFirst: false,
    fillers: 'a al d de del el la las',
    between: 'día|el',
    of: 'de del',
    feasts: 'Nochebuena|Nochevieja|Año Nuevo|Navidad|Reyes|Todos los Santos|Santos Inocentes',
    oClock: 'horas',
    clock: {
      at: 'a las?|desde las?|hasta las?|sobre las?',
      morning: 'a\\.?\\s?m|de la (?:mañana|madrugada)',
      evening: 'p\\.?\\s?m|de la tarde|del mediod[ií]a',
      night: 'de la noche',
      late: 'noche|tarde|p\\.?\\s?m',
      smallHours: 'madrugada',
      noon: 'mediodía',
      midnight: 'medianoche',
      phrases: [
        ['las? H y media', 30],
        ['las? H y M', 1],
        ['las? H menos M', -1],
        ['M para las? H', -1],
        ['las? H y cuarto', 15],
        ['las? H menos cuarto', -15],
        ['(?:un )?(?:cuarto|quince) para las? H', -15],
      ],
    },
  },
  units: {
    USD: 'dólar(?:es)? estadounidenses?|dólares|dólar',
    EUR: 'euros?',
    GBP: 'libras(?: esterlinas)?',
    CHF: 'francos? suizos?|francos?',
    JPY: 'yen(?:es)?',
    CNY: 'yuan(?:es)?|renminbis?',
    INR: 'rupias?',
    BRL: 'reales',
    MXN: 'pesos?',
    SEK: 'coronas?',
    KRW: '(?<!\\d )won(?:e?s)?',
    RUB: 'rublos?',
    TRY: 'liras?(?: turcas?)?',
    PLN: 'eslotis?|zlotys?',
    ZAR: 'rands?',
    ILS: 'séqueles|shekels?',
    AED: 'dírhams?|dirhams?',
    SAR: 'riales|rial',
    THB: 'bahts?',
    VND: 'dongs?',
    UAH: 'grivnas?',
    NGN: 'nairas?',
    MYR: 'ringgits?',
    HUF: 'florines',
    pound: 'libras?',
    bit: 'bits?(?: por segundo)?',
    hertz: 'hercios?|hertz',
    IDR: 'rupias indonesias',
    'percentage point': 'puntos? porcentual(?:es)?',
    percent: 'por ciento|por cien',
    'basis point': 'puntos básicos',
    kilometre: 'kilómetros?',
    metre: 'metros?',
    centimetre: 'centímetros?',
    millimetre: 'milímetros?',
    nanometre: 'nanómetros?',
    mile: 'millas?',
    foot: 'pies',
    inch: 'pulgadas?',
    tonne: 'toneladas?',
    kilogram: 'kilos?|kilogramos?',
    gram: 'gramos?',
    milligram: 'miligramos?',
    hectare: 'hectáreas?',
    'square metre': 'metros cuadrados',
    litre: 'litros?',
    millilitre: 'mililitros?',
    'watt hour': '(?:vatios?|watts?)[- ]hora',
    watt: 'vatios?|watts?',
    milliwatt: 'milivatios?',
    volt: 'voltios?',
    byte: 'bytes?',
    token: 'tokens?',
    parameter: 'parámetros?',
    'degree celsius': 'grados? (?:celsius|centígrados)',
    'degree fahrenheit': 'grados? fahrenheit',
    second: 'segundos?',
    minute: 'minutos?',
    hour: 'horas?',
    day: 'días?',
    week: 'semanas?',
    month: 'mes(?:es)?',
    year: 'años?',
    cent: 'céntimos?|centavos?',
    'square kilometre': 'kilómetros? cuadrados?',
    yard: 'yardas?',
    'square mile': 'millas? cuadradas?',
    acre: 'acres?',
    ounce: 'onzas?',
    gallon: 'galón|galones',
    degree: 'grados?',
  },
  periods: [
    ['quincenas?', 15, 'day'],
    ['trimestres?', 3, 'month'],
    ['semestres?', 6, 'month'],
    ['bienios?', 2, 'year'],
    ['trienios?', 3, 'year'],
    ['lustros?|quinquenios?', 5, 'year'],
    ['décadas?|decenios?', 10, 'year'],
    ['siglos?', 100, 'year'],
  ],
  negation: {
    no: String.raw`no|nunca|jamás|nadie|nada|ning[uú]n\p{L}*|ni|tampoco`,
    without: 'sin',
    other: String.raw`(?:no (?:hay|cabe)|sin) (?:ninguna )?duda|\p{L}+ sí,? (?:y )?otr[oa]s? no|no dej\p{L}+ de|sin embargo|sin duda|no obstante|nada menos|más que nada|sin lugar a dudas|ni que decir tiene`,
    like: String.raw`no (?:s[oó]lo|solamente|únicamente|todos?|todas?)|hasta que no|no (?:más|menos) de|apenas|s[oó]lo|solamente|únicamente|poc[oa]s?|imposib\p{L}*|incapa\p{L}*|insuficien\p{L}*|inexist\p{L}*|insegur\p{L}*|inútil\p{L}*|inciert\p{L}*|inválid\p{L}*|ilegal\p{L}*|desconoc\p{L}*|desautoriz\p{L}*|care(?:ce|z|c)\p{L}*|falt\p{L}*|nieg\p{L}*|neg(?:ó|ar\p{L}*|ativa)|rechaz\p{L}*|reh[uú]s\p{L}*|evit\p{L}*|impid\p{L}*|imped\p{L}*|dej\p{L}+ de|fracas\p{L}*|proh[ií]b\p{L}*|salvo|excepto|menos|contra|en (?:lugar|vez) de|ausen\p{L}*|lejos|escas\p{L}*|rara|raro|difícil\p{L}*|ignor\p{L}*|ajen\p{L}*|igual|iguales|distint\p{L}*|discrep\p{L}*|diverg\p{L}*`,
    instead: String.raw`unánim\p{L}*|unanim\p{L}*|cerrad\p{L}*|call(?:a|an|ó|aron)|silenci\p{L}*|obligad\p{L}*|fuera|contrari\p{L}*|otr[oa]|romp\p{L}*|rompi\p{L}*|incumpl\p{L}*|breve\p{L}*|cort[oa]s?|equivoc\p{L}*|erróne\p{L}*|fals[oa]s?|margen|anónim\p{L}*|olvid\p{L}*|secundari\p{L}*|sobra\p{L}*|blanca|agotad\p{L}*|lo mismo|complic\p{L}*|inadvert\p{L}*|desapercib\p{L}*|espaldas|pas\p{L}* por alto|(?:in|im|ir|il)\p{L}{3,}bles?|ilimit\p{L}*|intact\p{L}*|iles[oa]s?|elud\p{L}*|escap\p{L}*|único|única|s[oó]lo|solamente|únicamente|librad\p{L}*|se libr\p{L}*|libres?|carec\p{L}*|carezc\p{L}*|falt\p{L}*|sigu(?:e|en|ió|ieron|ían?)|qued\p{L}*|permanec\p{L}*|mant(?:ien|uv)\p{L}*|bast\p{L}*|aparte|excluid\p{L}*|exent\p{L}*|gratis|gratuit\p{L}*|priv\p{L}*|demasiado|hasta|tard\p{L}*|pendiente\p{L}*|espera\p{L}*|vací\p{L}*|negativ\p{L}*|impun\p{L}*|todo menos|excluid[oa]s?|abst\p{L}*|omit\p{L}*|prescind\p{L}*|secret\p{L}*|a espaldas|en vano`,
    contraries: {
      yet: [String.raw`no|sin|nunca|tampoco|pendiente`, String.raw`ya`],
      still: [
        String.raw`no|ya no|nunca|nadie|sin|nada|dej\p{L}*`,
        String.raw`todavía|aún|sigu(?:e|en)|seguir\p{L}*|continu\p{L}*`,
      ],
      none: [
        String.raw`no|ning\p{L}*|nadie|nunca|sin|nada|ni|discrep\p{L}*|desac\p{L}*`,
        String.raw`tod[oa]s(?: ell[oa]s)?|cada un[oa]`,
      ],
      hardly: [String.raw`no|ning\p{L}*|nadie|sin|apenas|poc[oa]s`, String.raw`casi tod[oa]s`],
      even: [
        String.raw`s[oó]lo|únicamente|no|nunca|solamente`,
        String.raw`(?:incluso|aun|también|aunque sea) sin|pued\p{L}*(?: \p{L}+){0,4} sin|podrán?(?: \p{L}+){0,4} sin`,
      ],
      with: [String.raw`sin|a falta|falt\p{L}*|salvo|s[oó]lo`, String.raw`^con`],
      unless: [
        String.raw`no|salvo|menos|excepto|sin|s[oó]lo|únicamente|nunca|ni|mientras`,
        String.raw`si|cuando|en caso`,
      ],
      accept: [
        String.raw`rechaz\p{L}*|nieg\p{L}*|neg(?:ó|aron)|desmient\p{L}*|desminti\p{L}*|desestim\p{L}*|descart\p{L}*|rehus\p{L}*|no|nunca|poco`,
        String.raw`acept(?:a|an|ó|aron)|confirm(?:a|an|ó|aron)|admit(?:e|en|ió|ieron)|reconoc(?:e|en|ió)|aprob(?:ó|aron)`,
      ],
      deny: [
        String.raw`acept\p{L}*|confirm\p{L}*|admit\p{L}*|reconoc\p{L}*|no|nunca`,
        String.raw`nieg\p{L}*|neg(?:ó|aron)|desmient\p{L}*|desminti\p{L}*|rechaz(?:a|an|ó|aron)`,
      ],
      affirm: [
        String.raw`no|nunca|tampoco|nadie|nada|ning\p{L}*|sin|ni|libre\p{L}*|exent\p{L}*|eximid\p{L}*|dispens\p{L}*`,
        String.raw`descart(?:a|an|ó|aron|ado)|exclu(?:ye|yen|yó|yeron|ido)|dud(?:an?|ó|aron|ado)|ocult(?:an?|ó|aron|ado)|faltan?|carec\p{L}*|sin|op(?:on|us|uest)\p{L}*|escase\p{L}*`,
      ],
      include: ['(?!)', String.raw`no (?:ha\p{L}* )?(?:descart|exclu)\p{L}+`],
      stop: ['(?!)', String.raw`no (?:ha\p{L}* )?dej\p{L}+ de`],
      obliged: [
        String.raw`no|nunca|tampoco|nadie|nada|ning\p{L}*|sin|ni|libre\p{L}*|exent\p{L}*|eximid\p{L}*|dispens\p{L}*`,
        String.raw`obligad[oa]s?|tienen? que`,
      ],
      fail: [
        String.raw`no|ni|sin|nunca|nadie|nada|ning\p{L}*|tampoco|apenas`,
        'logr(?:a|an|ó|aron)|consigue|consiguen|consiguió|consiguieron',
      ],
    },
    opposites:
      'inadecua adecua;deshabitad habitad;ilegal legal;imposib posib;insuficien suficien;incomplet complet;inválid válid;incorrect correct;imprecis precis;inexact exact;independ depend;irregular regular;inconstitu constitu;insegur segur;improbab probab;injust just;desconoc conoc;incompatib compatib;inestab estab;ineficien eficien;inciert ciert;inactiv activ;inmoral moral;infeliz feliz',
  },
  endings: {
    forms: 's es o a os as e ón ones z ces',
    dropped: '[aoe]?s|[aoe]',
  },
  names: { small: 'de del la las los el y en a' },
  polarity: {
    negation: 'no(?! s[oó]lo)|(?<!que )nunca|jamás|ning[uú]n\\p{L}*|nadie|sin|tampoco|ni|nada',
    denial:
      'nieg\\p{L}*|neg(?:ó|aron|ado|aba|ar)|desmient\\p{L}*|desminti\\p{L}*|rechaz\\p{L}*|descart\\p{L}*|rehús\\p{L}*|rehus\\p{L}*|refut\\p{L}*',
    possible:
      'temen?|podrí\\p{L}*|pued[ea]n?(?! \\p{L}+[aei]rse(?!\\p{L}))|quizás?|tal vez|(?<!\\d )posible\\p{L}*|(?:im)?probable\\p{L}*|eventual\\p{L}*',
    plan: 'planea\\p{L}*|querrí\\p{L}*|quisier\\p{L}+|promet\\p{L}*|compromet\\p{L}*|prev[éeí]\\p{L}*|pretend\\p{L}*|quier\\p{L}*|propon\\p{L}*|propuso|propuest\\p{L}*|espera\\p{L}*|estudia\\p{L}*|baraja\\p{L}*|va a|van a|busca\\p{L}*(?= \\p{L}+[aei]r(?:se|l[aeo]s?)?(?!\\p{L}))',
    claim:
      'creen?|suponen?|habrí\\p{L}*|serí\\p{L}*|presunt\\p{L}*|supuest\\p{L}*|acus\\p{L}*|sospech\\p{L}*|alega\\p{L}*',
  },
  placeholders: {
    orders: 'insertar|inserta|añadir|rellenar',
    here: 'aquí',
    texts: 'texto de relleno|texto de ejemplo|(?:su|tu) texto aquí',
    words: 'TODO TBC',
  },
  homes: 'spain mexico argentina chile colombia peru',
  example:
    'El 3 de marzo Aster podría haber contratado a # personas en Gante, según Marta Vilela, pero no a todas.',
  sentences: {
    titles:
      'Sr Sra Sres Sras Srta Dr Dra Dres Prof Profa Ing Lic Gral Cnel Cap Excmo Excma Ilmo Mons Sto Sta Fr D Dª',
    numbered: 'Núm núms nro Nro No Art Pág Fig Vol pp',
    abbreviations:
      'EE UU ej Vd Vds Inc Ltd Corp Co Jr av Av Avda c Tel ed dic ene feb mar abr may jun jul ago sep sept set oct nov al a.C d.C',
    starters:
      'El La Los Las Lo Un Una Unos Unas Él Ella Ellos Ellas Nosotros Yo Este Esta Esto Estos Estas Ese Esa Eso Su Sus Nuestro En De Del Al A Con Sin Por Para Según Desde Hasta Entre Tras Durante Sobre Ante Pero Y O Ni Si Cuando Como Cómo Donde Dónde Que Qué Quien Quién Porque Aunque Mientras Además También Sin embargo Así Entonces Luego Hoy Ayer Ahora Muchos Algunos Todos Otro Otra No Ya Se Le Es Son Fue Ha Han Después',
  },
  grammar: {
    future: String.raw`\p{L}{3,}r(?:á|án|é|emos)`,
    objects: 'a',
  },
  reports: {
    roles: {
      'chief executive': 'consejer[oa] delegad[oa]',
      'finance chief': 'directora? financier[oa]',
      president: 'presidente|presidenta',
      'vice president': 'vicepresident[ea]',
      'prime minister': 'primer ministro|primera ministra',
      chancellor: 'canciller',
      minister: 'ministr[oa]|consejer[oa]',
      mayor: 'alcalde|alcaldesa',
      founder: '(?:co)?fundador[a]?',
      spokesperson: 'portavoz',
      director: 'directora?',
      delegate: 'delegad[oa]',
      judge: 'juez|jueza',
      lawyer: 'abogad[oa]',
      coach: 'entrenadora?',
      archivist: 'archivista',
      professor: 'profesora?|catedrátic[oa]',
      researcher: 'investigadora?',
      buyer: 'compradora?',
      seller: 'vendedora?',
      owner: 'propietari[oa]',
    },
    says: 'dice|dijo|asegur\\p{L}*|explic\\p{L}*|advert\\p{L}*',
    accordingTo: 'según',
    and: 'y|e',
    or: 'o|u',
    but: 'mientras|pero',
    rather: 'sino',
    that: 'que',
    relative: 'quien|cuyo|cuya',
    starts: 'según|entre|durante|desde|después|hasta',
    lastYear: '(?:el )?año pasado',
    thisYear: 'este año',
    nextYear: '(?:el )?(?:próximo año|año que viene)',
    yesterday: 'ayer',
    today: 'hoy',
    tomorrow: 'mañana',
    considers: 'estudia|baraja',
    hopes: 'esper',
    suspects: 'sospech',
    foreseen: 'prev|espera|va a|van a',
    noLonger: 'más|ya',
    respectively: 'respectivamente',
    periods:
      'half-year=semest|medio año;quarter=trimest;fortnight=quincena;decade=década;year=(?<!\\p{L})año(?!\\p{L});double=dupli|dobl|dos\\s?veces;triple=tripl;half=dos veces menos',
    refers: 'él|ella|ellos|ellas|sus?|este|esta|la \\p{Ll}\\p{L}+|el \\p{Ll}\\p{L}+',
    compared: 'más|menos|mejor|peor',
    than: 'que|de lo',
    anybody: 'quien',
    badly: 'mal',
    ever: 'jamás|nunca',
    notAtVerb: 'no',
    by: 'por',
    passive: 'fue|fueron|han? sid[oa]s?',
    participle: '[aiu]d[oa]s?',
    genitive: 'del?',
    places: 'en|de',
  },
  instructions: {
    ignore: 'ignora(?:d|te)?|ignoren?|olvid[ae]d?|haz caso omiso',
    earlier: 'tus|sus|anteriores|previas',
    orders: 'indicaciones',
    to: 'eres|usted es|como|atención',
    article: 'una?|el|la|los',
    model: 'ia|modelos? de lenguaje|inteligencia artificial|asistente de ia',
    models:
      'sistemas? (?:de )?(?:ia|inteligencia artificial)|asistentes?(?: (?:autom[áà]tic\\w+|virtua\\w+|digita\\w+|de ia|ia))?|modelos?',
    note: 'nota|aviso|mensaje|instruc\\p{L}+',
    noteTo: 'para',
    noteAlsoTo: 'a',
    everybody: 'todos',
    write: 'escrib[ae]n?|responde|afirma|indica|menciona|diga|di',
    says: 'responde|afirma|indica|menciona|di',
    only: 'solo|en su lugar',
    that: 'que',
    please: 'y|e|por favor|en su lugar',
    telling: 'nuevas? instrucci\\w+|tu (?:nueva )?tarea',
  },
  pages: {
    missing:
      'página no encontrada|no (?:se ha encontrado|se encuentra|existe) la página|contenido no encontrado',
    withdrawn:
      'est[ea] (?:artículo|noticia|página|nota|texto) (?:ha sido|fue|ya no está) (?:\\p{L}+ ){0,2}(?:retirad[oa]|eliminad[oa]|disponible)',
    paywalled: 'solo para suscriptores|para seguir leyendo',
  },
  lists: {
    none: 'nunca ninguno ninguna',
    no: 'no falso',
    yes: 'si sí verdadero',
    columns:
      'email correo correoelectronico;language idioma;subscribed_at fechadealta;confirmed confirmado;active activo;status estado',
    subscribed:
      'activo;activa;suscrito;suscrita;suscripto;suscripta;inscrito;inscrita;confirmado;confirmada;de alta;dado de alta;dada de alta',
    optedOut: 'dado de baja;dada de baja;desuscrito;desuscrita;no contactar',
    negation: 'no|sin|nunca',
    complained: 'quej|reclam|denunci',
    bounced: 'rebot|devuelt|inexist',
    unconfirmed: 'pendient|por confirmar|(?:no|sin|nunca) (?:confirm|verif)',
    nonsubscribed: 'rechazad|negad|(?:no|nunca) (?:suscri|inscri)',
    unsubscribed:
      'de baja|desuscri|eliminad|desactiv|bloqu|\\binactiv|ya no|no (?:contactar|molestar|enviar|activ[oa])',
    left: 'inactiv|desuscri|no(?:contactar|enviar)|(?:de|^|fecha)baja$',
    wanted: '^acepta\\w*(?:mail|marketing|newsletter|publi|bolet)|suscrit|inscrit|recibe|rgpd',
    perhaps: 'publici|boletin',
    postal: 'ciudad|provin',
  },
  topics: {
    funding: 'financiación|capital riesgo|valoración de|adquisición',
    upcoming: 'próxim[ao]s? (?:semanas?|mes)|la semana que viene',
  },
  quotationMarks: { outer: ['«', '»'], inner: ['“', '”'] },
  corrections: {
    said: (before) => `Una versión anterior de este artículo decía ${before}.`,
    right: (after) => `Lo correcto es ${after}.`,
    wrong: 'No era correcto.',
  },
  prompt: { name: 'Spanish as it is written in Spain' },
  speech: {
    grouping: '.\\u00a0\\u202f ',
    point: 'punto',
    to: 'a',
    minus: 'menos',
    plus: 'más',
    plusOrMinus: 'más menos',
    equals: 'igual a',
    times: ['veces', 'por'],
    lessThan: 'menos de',
    moreThan: 'más de',
    atLeast: 'al menos',
    atMost: 'como máximo',
    power: { times: 'por', to: 'elevado a' },
    per: 'por',
    perTimes: pairs(
      'año=al año;mes=al mes;semana|sem=a la semana;día|d=al día;hora|h=por hora;minuto|min=por minuto;segundo|seg|s=por segundo',
    ),
    about: 'unos',
    and: 'y',
    at: 'arroba',
    dot: 'punto',
    slash: 'barra',
    dash: 'guion',
    section: 'sección',
    number: 'número',
    percent: 'por ciento',
    perMille: 'por mil',
    fractions: { '½': 'medio', '⅓': 'un tercio', '⅔': 'dos tercios', '¼': 'un cuarto', '¾': 'tres cuartos' },
    scales: [
      ['mil millones|mm|mM', 'mil millones', 'mil millones'],
      ['mil|k', 'mil', 'mil'],
      ['mill\\.|mills\\.|mill[oó]n(?:es)?|M', 'millón', 'millones'],
      ['bill[oó]n(?:es)?', 'billón', 'billones'],
      ['trill[oó]n(?:es)?', 'trillón', 'trillones'],
    ],
    loneScales: 'mill\\.|M(?= de )',
    ofScale: (noun) => `de ${noun}`,
    price: (whole, currency, cents) => `${whole} ${currency} con ${cents}`,
    abbreviations: pairs(
      'p. ej.=por ejemplo;EE. UU.=Estados Unidos;EEUU=Estados Unidos;Sr.=señor;Sra.=señora;Sres.=señores;Dr.=doctor;Dra.=doctora;Dña.=doña;' +
        'Ud.=usted;Uds.=ustedes;aprox.=aproximadamente;máx.=máximo;mín.=mínimo;vs.=contra;cf.=compárese;tel.=teléfono;avda.=avenida;' +
        'dpto.=departamento',
    ),
    endingAbbreviations: pairs(
      'etc.=etcétera;a. C.=antes de Cristo;d. C.=después de Cristo;S. A.=sociedad anónima;Cía.=compañía',
    ),
    afterNumbers: [
      ['min', 'minuto', 'minutos'],
      ['seg', 'segundo', 'segundos'],
      ['hrs?|hs', 'hora', 'horas'],
    ],
    beforeNumbers: pairs(
      'n.º=número;nº=número;núm.=número;pág.=página;págs.=páginas;p.=página;art.=artículo;fig.=figura;cap.=capítulo;vol.=volumen',
    ),
    time: (hour, minute) =>
      minute === 0 ? `${hour} ${hour === 1 ? 'hora' : 'horas'}` : `${hour} y ${minute}`,
    clock: {
      between:
        ':|(?<=las? (?:\\d{1,2}[.:]\\d\\d ?[–-] ?)?\\d{1,2})\\.|\\.(?=\\d\\d (?:(?:a|y) (?:las )?\\d{1,2}[.:]\\d\\d ?)?h(?:oras|rs?)?(?!\\p{L}))',
      after: ' ?(?:horas|h(?:rs?)?)(?!\\p{L})',
    },
    prefixes: ['kilo', 'mega', 'giga', 'tera', 'peta'],
    bases: {
      W: ['vatio', 'vatios'],
      Wh: ['vatio hora', 'vatios hora'],
      Hz: ['hercio', 'hercios'],
      V: ['voltio', 'voltios'],
    },
    tonne: ['tonelada', 'toneladas'],
    square: (unit) => `${unit} ${unit.endsWith('s') ? 'cuadrados' : 'cuadrado'}`,
    cubic: (unit) => `${unit} ${unit.endsWith('s') ? 'cúbicos' : 'cúbico'}`,
    small: {
      nm: ['nanómetro', 'nanómetros'],
      µm: ['micrómetro', 'micrómetros'],
      mg: ['miligramo', 'miligramos'],
    },
    looseUnits: ['ha', 'mi'],
    rulers: {
      names:
        '[Ss]iglo|Carlos|Felipe|Alfonso|Fernando|Isabel|Pablo|Juan|Pío|León|Benedicto|Enrique|Luis|Guillermo|Jorge|Eduardo|Napoleón|Nicolás|Pedro|Federico|Ramsés',
      say: (number, name) =>
        number > 10 ? String(number) : (ORDINALS[number] ?? '').replace(/o$/, name === 'Isabel' ? 'a' : 'o'),
    },
    counting: (text) =>
      text.replace(
        /(?<![\d.,])(\d{1,2})\.?(º|°|ª|er)(?![\p{L}\d])/gu,
        (written, digits: string, ending: string) => {
          const word = ORDINALS[Number(digits)]
          // A degree of an angle or of temperature is not an ordinal.
          if (!word || (ending === '°' && !/\d\.°/.test(written))) return written
          return ending === 'ª' ? word.replace(/o$/, 'a') : ending === 'er' ? word.replace(/o$/, '') : word
        },
      ),
    picture: 'Imagen',
    table: (rows, columns) => `Una tabla de ${rows} filas y ${columns} columnas, en la página.`,
    code: (name, lines) =>
      `Código${name && ` en ${name}`}, ${lines === 1 ? 'una línea' : `${lines} líneas`}, en la página.`,
    shortCode: 'código',
  },
  search: {
    stemmer: 'spanish_stem',
    subjects: 'poder ser haber bajo',
    spellings: [
      ['^(m[eé])j(?=ic)', '\\1x'],
      ['^ps(?=ic|eu|or)', 's'],
      ['^subs(?=t|cri)', 'sus'],
      ['^obsc', 'osc'],
      ['^trans', 'tras'],
      ['^post(?=[a-zñ]{5})', 'pos'],
      ['^ree(?=m[bp])', 're'],
      ['lkl', 'lcl'],
    ],
    endings:
      'z ces;en enes;ión iones;ción cion;sión sion;és eses;t ts;b bs;p ps;d ds;k ks;g gs;m ms;w ws;ter teres;ncés ncesa ncesas nceses;' +
      'glés glesa glesas gleses;mán mana manas manes;tor tora toras tores triz trices;dor dora doras dores',
    forms:
      'dólar usd dólares;euro eur;carácter caracteres;régimen regímenes;espécimen especímenes;examen exámenes;texas tejas;oaxaca oajaca;' +
      'xalapa jalapa;septiembre setiembre;séptimo sétimo;quiosco kiosco kioscos quioscos;kilo quilo;kilómetro quilómetro;quórum cuórum;zinc cinc;' +
      'cebra zebra zebras cebras;armonía harmonía;arpa harpa;hierba yerba yerbas hierbas;hiedra yedra;irakí iraquí iraquíes;bikini biquini;' +
      'catar qatar;rubí rubíes rubís;bambú bambúes bambús;iraní iraníes;israelí israelíes;marroquí marroquíes marroquís;tabú tabúes tabús;' +
      'hindú hindúes;esquí esquís esquíes;maniquí maniquíes maniquís;club clubes;film filme filmes;líder líderes lideresa;póster pósteres;' +
      'píxel píxeles;máster másteres;álbum álbumes;eslogan eslóganes;hacer hecho hizo hace hacen;decir dicho dijo dice dicen;ver visto vio;' +
      'escribir escrito escrita escritos;poner puesto puso pone;abrir abierto abierta abiertos abiertas;morir muerto murió muere mueren;' +
      'volver vuelto vuelve vuelven;romper roto rota;resolver resuelto resuelve resuelven;jugar juega juegan;dormir duerme duermen;' +
      'pensar piensa piensan;perder pierde pierden;entender entiende entienden;empezar empieza empiezan;comenzar comienza comienzan;' +
      'cerrar cierra cierran;pedir pide piden pidió;servir sirve sirven sirvió;seguir sigue siguen siguió;elegir elige eligen eligió;' +
      'medir mide miden midió;mostrar muestra muestran;contar cuenta cuentan;encontrar encuentra encuentran;costar cuesta cuestan;' +
      'probar prueba prueban;volar vuela vuelan;mover mueve mueven;llover llueve;crecer crezca crezcan;conocer conozca conozco;' +
      'producir produjo produce producen produzca;traducir tradujo traduce traducen;reducir redujo reduce reducen;' +
      'conducir condujo conduce conducen;traer trajo trae;saber supo sabe saben;querer quiso quiere quieren;actor actriz actrices;' +
      'emperador emperatriz;rey reina;poeta poetisa;alcalde alcaldesa;príncipe princesa;vampiro vampiresa;buen bueno buena buenos buenas;' +
      'gran grande grandes;mal malo mala malos malas;primer primero primera;tercer tercero tercera;adonde adónde;guion guión guiones;' +
      'imagen imágenes;origen orígenes;volumen volúmenes;margen márgenes;crimen crímenes;joven jóvenes;orden órdenes;resumen resúmenes;' +
      'cáncer cánceres;césped céspedes;árbol árboles;cárcel cárceles;ángel ángeles;fácil fáciles;difícil difíciles;fértil fértiles;móvil móviles;' +
      'útil útiles;débil débiles',
    signs: { R$: 'reales', $: 'dólares', '€': 'euros', '£': 'libras', '¥': 'yenes', '%': 'ciento' },
    amounts: { m: 'millones', mm: 'millones', mill: 'millones', mdp: 'millones' },
    magnitudes: { mm: 'millones', mill: 'millones', mdd: 'millones dólares' },
  },
}

export default SPANISH
