import type { LanguageFacts } from '#core/languages/language-facts.ts'
import { namesIn, pairs } from '#core/languages/lists.ts'

const ORDINALS =
  ' premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième quinzième seizième dix-septième dix-huitième dix-neuvième vingtième'.split(
    ' ',
  )
const MONTHS =
  'janvier|janv;février|févr;mars;avril|avr;mai;juin;juillet|juil;août;septembre|sept;octobre|oct;novembre|nov;décembre|déc'.split(
    ';',
  )
const MONTH = namesIn(MONTHS)

const FIRST_OF_MONTH = new RegExp(`(?<![\\p{L}\\d.,])1 (?=(?:${MONTH})(?!\\p{L}))`, 'gu')

const FRENCH: LanguageFacts = {
  functionWords:
    'le la les un une des du de d l et ou où mais ni or donc car si que qu qui quoi dont lequel laquelle lesquels comme quand lorsque ' +
    'parce puisque à au aux avec avant après chez contre dans depuis derrière dès devant durant en entre envers jusque malgré par ' +
    'parmi pendant pour sans selon sous sur vers je j tu il elle on nous vous ils elles me m te t se s lui leur leurs y mon ma mes ton ' +
    'ta tes son sa ses notre nos votre vos ce c cet cette ces cela ça ceci celui celle ceux être est sont était étaient été fut soit ' +
    'sera seront avoir a ai as ont avait avaient eu aura auront fait font faire peut peuvent pouvoir va vont aller ne n pas plus ' +
    'moins très aussi bien encore déjà tout toute tous toutes autre autres même mêmes chaque ainsi alors',
  iso3: 'fra',
  lengthRatio: 1.15,
  numbers: {
    cardinals:
      '0 zéro;1 un une;2 deux;3 trois;4 quatre;5 cinq;6 six;7 sept;8 huit;9 neuf;10 dix;11 onze;12 douze;13 treize;14 quatorze;15 quinze;16 seize;' +
      '20 vingt vingts;30 trente;40 quarante;50 cinquante;60 soixante;70 septante;80 octante huitante;90 nonante',
    hundreds: 'cent cents',
    loose:
      '1 premier première;2 deuxième second seconde paire double doublé doubler;3 troisième tiers triple triplé;4 quatrième quart quarts quadruple quadruplé;' +
      '5 cinquième cinquièmes quintuple quintuplé;6 sixième;7 septième;8 huitième huitaine;9 neuvième;10 dixième dixièmes dizaine dizaines décuplé décennie;' +
      '11 onzième;12 douzième douzaine;15 quinzaine quinzième;14 quinzaine;20 vingtaine vingtième;30 trentaine trentième;40 quarantaine;' +
      '50 cinquantaine;60 soixantaine;100 centaine centaines centième siècle;1000 millier millième;0.5 demi demie moitié demis;30 demie;' +
      '0.25 quart;15 quart;0.75 quarts;0.33 tiers;0.66 tiers;0.67 tiers;0.2 cinquième;0.1 dixième;13 treizième;14 quatorzième;16 seizième;' +
      '100 centaines;1000 milliers;2 doublent doublée doublés doubles;3 triplé triplée triplent triplés tripler;10 dizaines;20 vicenaire;30 trentenaire trentenaires;40 quadragénaire quadragénaires;50 quinquagénaire quinquagénaires;60 sexagénaire sexagénaires;70 septuagénaire septuagénaires;80 octogénaire octogénaires;90 nonagénaire nonagénaires;12 dizaines;100 centenaire;5 quintuplé quintupler;6 sextuplé',
    half: 'un demi',
    magnitudes: [
      ['trillions|trillion', 1e18],
      ['billiards|billiard', 1e15],
      ['mille milliards|billions|billion', 1e12],
      ['milliards|milliard|mrds|mrd|mds|md', 1e9],
      ['millions|million|mios|mio', 1e6],
      ['mille', 1e3],
    ],
    large: { billion: 'milliard', trillion: 'billion' },
    indefinite: 'millier milliers',
    spacedLetters: 'k M',
    dozens: 'douzaine douzaines',
    scores: 'vingt vingts',
    and: 'et',
    andHalf: 'et demi;et demie',
    range: 'à au et',
    between: 'ou au de les',
    of: 'de d',
    minus: 'minus',
    perhapsMinus: 'moins',
    about:
      "environ|près de|presque|quelque|plus de|moins de|plus d['’]|moins d['’]|au moins|jusqu['’]à|autour de|dépassent?(?: les)?",
    hasSpaces: true,
    ordinals: 'er?|re|ère|ème|eme',
    ordinalStems:
      '1 premi uni;2 deuxi;3 troisi;4 quatri;5 cinqui;6 sixi;7 septi;8 huiti;9 neuvi;10 dixi;11 onzi;12 douzi;13 treizi;14 quatorzi;' +
      '15 quinzi;16 seizi;20 vingti;30 trenti;40 quaranti;50 cinquanti;60 soixanti;80 vingti;100 centi;1000 milli;1000000 millioni',
    ordinalEndings: '-ème -èmes -er -ère -ers -ères',
    parts:
      '2 demi demie moitié;3 tiers;4 quart quarts;5 cinquième cinquièmes;6 sixième sixièmes;7 septièmes;8 huitième huitièmes;9 neuvièmes;10 dixième dixièmes',
    otherWords: 'un une premier première premiers premières second seconde secondes neuf',
    divided: 'divis\\p{L}+ par',
    outOf: 'sur',
    belowZero: 'sous|en dessous',
    decades: 's',
  },
  dates: {
    weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
    months: MONTHS,
    isMonthFirst: false,
    fillers: 'a d de er le la',
    first: '1er',
    between: 'le',
    of: 'de d',
    feasts: 'Noël|Nouvel An|Jour de l.an|Saint-Sylvestre|Toussaint|Épiphanie|Assomption|Armistice',
    oClock: 'heures?',
    clock: {
      at: 'à|vers|dès|de|jusqu’à',
      morning: 'du matin',
      evening: "du soir|de l[’']après-midi",
      night: 'de la nuit',
      late: 'soir|soirée|nuit|après-midi',
      smallHours: 'nuit',
      noon: 'midi',
      midnight: 'minuit',
      phrases: [
        ['H (?:heures?|h) et demie?', 30],
        ['H heures? M', 1],
        ['H(?: heures?| h)? moins M', -1],
        ['H (?:heures?|h) et quart', 15],
        ['H(?: heures?| h)? moins (?:le )?quart', -15],
      ],
    },
  },
  units: {
    USD: 'dollars? américains?|dollars?',
    EUR: 'euros?',
    GBP: 'livres sterling',
    CHF: 'francs?(?: suisses?)?',
    JPY: 'yens?',
    CNY: 'yuans?|renminbi',
    INR: 'roupies?',
    BRL: 'réaux|reais',
    MXN: 'pesos?',
    SEK: 'couronnes?',
    KRW: '(?<!\\d )won(?:e?s)?',
    RUB: 'roubles?',
    TRY: 'livres turques|lires?',
    PLN: 'zlotys?',
    ZAR: 'rands?',
    ILS: 'shekels?',
    AED: 'dirhams?',
    SAR: 'riyals?|rials?',
    THB: 'bahts?',
    VND: 'dongs?',
    UAH: 'hryvnias?',
    NGN: 'nairas?',
    MYR: 'ringgits?',
    HUF: 'forints?',
    pound: 'livres?',
    bit: 'bits?(?: par seconde)?',
    hertz: 'hertz',
    IDR: 'roupies indonésiennes',
    'percentage point': 'points? de pourcentage',
    percent: 'pour cent',
    'basis point': 'points? de base',
    kilometre: 'kilomètres?',
    metre: 'mètres?',
    centimetre: 'centimètres?',
    millimetre: 'millimètres?',
    nanometre: 'nanomètres?',
    mile: 'milles',
    foot: 'pieds',
    inch: 'pouces?',
    tonne: 'tonnes?',
    kilogram: 'kilos?|kilogrammes?',
    gram: 'grammes?',
    milligram: 'milligrammes?',
    hectare: 'hectares?',
    'square metre': 'mètres carrés',
    litre: 'litres?',
    millilitre: 'millilitres?',
    'watt hour': 'watts?[- ]?heures?',
    watt: 'watts?',
    milliwatt: 'milliwatts?',
    volt: 'volts?',
    byte: 'octets?',
    token: 'tokens?',
    parameter: 'paramètres?',
    'degree celsius': 'degrés? celsius',
    'degree fahrenheit': 'degrés? fahrenheit',
    second: 'secondes?',
    minute: 'minutes?',
    hour: 'heures?',
    day: 'jours?|journées?',
    week: 'semaines?',
    month: 'mois',
    year: 'ans?|années?',
    cent: 'centimes?',
    'square kilometre': 'kilomètres carrés?',
    yard: 'yards?',
    'square mile': 'mill?es carrés',
    acre: 'acres?',
    ounce: 'onces?',
    gallon: 'gallons?',
    degree: 'degrés?',
  },
  periods: [
    ['trimestres?', 3, 'month'],
    ['semestres?', 6, 'month'],
    ['décennies?', 10, 'year'],
    ['siècles?', 100, 'year'],
  ],
  looseUnits: { GBP: 'livres?' },
  negation: {
    no: String.raw`pas|jamais|rien|aucune?s?|ni|non|sinon|nulle part|nul(?:le)?(?= (?:besoin|n['’]|ne(?!\p{L})))|guère|nullement|(?<!(?:une?|la|cette|chaque|par|quelle|autre|seule|tierce|grande|en) )personne(?! (?:qui|de|âgée|physique|morale))|(?:ne|n['’]) ?\p{L}[^.;,]{0,40} plus|(?:ne|n['’]) ?(?:cess\p{L}*|os\p{L}*|peu\p{L}*|pouv\p{L}*|pourr\p{L}*|p[uû]t?|sai[st]|sau\p{L}*)(?![^.;,]{0,40} (?:aucun\p{L}*|guère|jamais|ni|pas|personne|plus|que|rien|qu['’]))`,
    without: 'sans',
    other: String.raw`(?:aucun|nul|pas de) doute|sans doute|sans cesse|n['’]est-ce pas|pas mal de|plus que jamais|si jamais|à jamais|(?:un|premier|grand|petit|chaque|quelques|deux|trois|nouveau|faux) pas|pas à pas`,
    like: String.raw`(?:pas|non) (?:seulement|uniquement|que)|pas (?:plus|moins) (?:de|d['’]\p{L}+)|(?:ne|n['’]) ?\p{L}+(?: (?!(?:pas|plus|jamais|rien|personne) )[^ .;,]{1,20}){0,6} qu(?:e|['’]\p{L}+)|rien (?:que|d['’]autre)|non-\p{L}+|à peine|seul\p{L}*|uniquement|peu|imposs\p{L}*|incapab\p{L}*|insuffis\p{L}*|inutil\p{L}*|illég\p{L}*|incertain\p{L}*|inconnu\p{L}*|ignor\p{L}*|manqu\p{L}*|refus\p{L}*|rejet\p{L}*|évit\p{L}*|empêch\p{L}*|interdi\p{L}*|sauf|moins|contre|échou\p{L}*|cess\p{L}*|absen\p{L}*|faute de|loin|hors|ni(?:e|é|ent|er)|dément\p{L}*|difficil\p{L}*|plutôt|au lieu|rare\p{L}*|dépourvu\p{L}*|exempt\p{L}*|renonc\p{L}*|égal|indifférent\p{L}*|diverg\p{L}*`,
    instead: String.raw`unanim\p{L}*|huis clos|fermée?s?|tais\p{L}*|tait|silenc\p{L}*|obligée?s?|contraint\p{L}*|contraire\p{L}*|autre chose|romp\p{L}*|rompu\p{L}*|trahi\p{L}*|bref|brève\p{L}*|courte?s?|fausse?s?|faux|erroné\p{L}*|tourn\p{L}* court|anonym\p{L}*|oubli\p{L}*|exige\p{L}*|camp\p{L}* sur|laiss\p{L}* éclater|différ\p{L}*|désacc\p{L}*|simple|courant\p{L}*|banal\p{L}*|outre|seul\p{L}*|uniquement|rest[eé]\p{L}*|demeur\p{L}*|suff\p{L}*|en sus|hors|gratuit\p{L}*|priv\p{L}*|manqu\p{L}*|dépourvu\p{L}*|faute|trop|jusqu\p{L}*|tard\p{L}*|attend\p{L}*|épargn\p{L}*|échapp\p{L}*|libre\p{L}*|indemne\p{L}*|vide\p{L}*|négati\p{L}*|impun\p{L}*|tout sauf|exclues?|exclus|abst\p{L}*|omet\p{L}*|omis\p{L}*|secret\p{L}*|insu|épuisé\p{L}*|complique\p{L}*|compliqué\p{L}*|(?:in|im|ir|il)\p{L}{3,}[ai]bles?|inaperçue?s?|illimité\p{L}*|intacte?s?|élud\p{L}*|esquiv\p{L}*|ne(?: \p{L}+){1,3} qu['’]\p{L}*|se pass\p{L}*(?: \p{L}+)? d(?:es?|u|['’]\p{L}+)|peine`,
    contraries: {
      yet: [String.raw`pas|sans|jamais|rien|encore|aucun\p{L}*|attend\p{L}*`, String.raw`déjà`],
      still: [
        String.raw`pas|plus|jamais|sans|rien|aucun\p{L}*|cess\p{L}*|personne|ne`,
        String.raw`toujours|encore|continu\p{L}*`,
      ],
      none: [
        String.raw`aucun\p{L}*|pas|personne|sans|rien|jamais|ni|nul\p{L}*|désacc\p{L}*|diverg\p{L}*`,
        String.raw`tous|toutes|chacune?`,
      ],
      hardly: [
        String.raw`pas|aucun\p{L}*|presque pas|guère|rare\p{L}*|peu|personne|sans`,
        String.raw`presque tou(?:s|tes)|la quasi-totalité`,
      ],
      even: [
        String.raw`seul\p{L}*|uniquement|pas|ne|qu['’]\p{L}+|jamais`,
        String.raw`(?:même|aussi|y compris) sans|peu(?:t|vent)(?: \p{L}+){0,4} sans`,
      ],
      with: [String.raw`sans|faute|à défaut|sauf|manqu\p{L}*`, String.raw`^avec`],
      unless: [
        String.raw`sauf|moins|ne|pas|n['’]\p{L}+|sans|seul\p{L}*|uniquement|jamais|hormis|excepté|tant`,
        String.raw`si|s['’]ils?|lorsque|quand|en cas`,
      ],
      accept: [
        String.raw`rejet\p{L}*|refus\p{L}*|écart\p{L}*|ni(?:e|é|ent|er)|dément\p{L}*|contest\p{L}*|récus\p{L}*|réfut\p{L}*|pas|ne|n['’]\p{L}+|balay\p{L}*`,
        String.raw`accept(?:e|ent|é)|confirm(?:e|ent|é)|adm(?:et|ettent|is)|reconn\p{L}*|approuv(?:e|ent|é)`,
      ],
      deny: [
        String.raw`accept\p{L}*|confirm\p{L}*|adm(?:et|is)\p{L}*|reconn\p{L}*|avou\p{L}*|conven\p{L}*|pas|ne|n['’]\p{L}+`,
        String.raw`ni(?:e|ent|é)|dément\p{L}*|réfut\p{L}*|rejet(?:te|tent|é)`,
      ],
      affirm: [
        String.raw`pas|jamais|plus|sans|rien|ne|n['’]\p{L}+|guère|aucun\p{L}*|ni|libre\p{L}*|dispens\p{L}*|exempt\p{L}*|exonér\p{L}*`,
        String.raw`exclu[ts]?|excluent|écart(?:e|ent|é)|dout(?:e|ent|é|ait)|cach(?:e|ent|é|ait)|manqu\p{L}*|sans|oppos\p{L}*`,
      ],
      include: ['(?!)', String.raw`pas (?:exclu|écart)\p{L}*|n['’](?:exclu|écart)\p{L}* pas`],
      stop: ['(?!)', String.raw`pas (?:cessé|arrêté)|ne cess\p{L}* pas`],
      obliged: [
        String.raw`pas|jamais|plus|sans|rien|ne|n['’]\p{L}+|guère|aucun\p{L}*|ni|libre\p{L}*|dispens\p{L}*|exempt\p{L}*|exonér\p{L}*`,
        String.raw`obligée?s?|contrainte?s?|tenue?s? de|doi(?:t|vent)`,
      ],
      fail: [
        String.raw`pas|ne|n['’]\p{L}+|sans|jamais|personne|rien|peine`,
        String.raw`parvien\p{L}*|parven\p{L}*|réuss\p{L}*`,
      ],
    },
    opposites:
      'inadéqua adéqua;inhabit habit;illégal légal;impossib possib;insuffisan suffisan;incomplet complet;invalid valid;incorrect correct;inexact exact;imprécis précis;indépend dépend;irrégul régul;anticonstitu constitu;inconstitu constitu;improbab probab;injust just;inconnu connu;incompatib compatib;instab stab;inefficac efficac;incertain certain;inactif actif;immoral moral',
  },
  endings: {
    forms: 's e es x al ale aux ne nes le les te tes ien iens',
    dropped: 'e?s|e|x',
  },
  names: { small: 'de des du la le les et en', elided: 'qu' },
  polarity: {
    negation:
      "n(?:e|')(?=[^.;:]*(?<!\\p{L})(?:pas|plus|jamais|aucune?|rien|personne|ni|guère|nul(?:le)?)(?!\\p{L}))|pas|(?<!que )jamais|aucune?|sans|ni|nul(?:le)?|guère",
    denial:
      'ni(?:e|ent|é|ait|er)|dément\\p{L}*|refus\\p{L}*|rejet\\p{L}*|conteste\\p{L}*|exclu(?:t|ent|e)?|écart\\p{L}*|réfut\\p{L}*',
    possible:
      'crai(?:nt|gnent)|redoute(?:nt)?|pourrai\\p{L}+|puisse(?:nt)?|peut-être|peut être|éventuel\\p{L}*|(?:im)?probable\\p{L}*|(?<!\\d )possible\\p{L}*|risque(?:nt)?|potentiel\\p{L}*',
    plan: 'prévoi\\p{L}*|voudrai\\p{L}+|aimerai\\p{L}+|attendue?s?|prom(?:et|is|es)\\p{L}*|engage|prévu\\p{L}*|compte(?:nt)?|envisag\\p{L}*|étudie(?:nt)?|réfléchi(?:t|ssent)|souhait\\p{L}*|veu(?:t|lent)|entend(?:ent)?|propos\\p{L}*|projet\\p{L}*|devrai\\p{L}+|va|vont|espèr\\p{L}*',
    claim:
      'croi(?:t|ent)|suppose(?:nt)?|(?:aurai|serai)(?:t|ent)|présumé\\p{L}*|prétend\\p{L}*|accus\\p{L}*|soupçonn\\p{L}*|allég\\p{L}*|supposé\\p{L}*',
  },
  placeholders: {
    orders: 'insérer|insérez|ajouter|compléter',
    here: 'ici',
    texts: 'texte de remplissage|votre texte ici|faux[- ]texte',
  },
  homes: 'france switzerland belgium canada',
  example: 'Le 3 mars Aster aurait embauché # personnes près de Gand, selon Marta Vilela, mais pas toutes.',
  sentences: {
    titles: 'M MM Mme Mmes Mlle Mlles Me Mgr Dr Pr Ste St Sts',
    numbered: 'Art Chap Fig Vol No n',
    abbreviations:
      'ex av apr J.-C Cie Co Inc Ltd Corp Jr janv févr avr juil août sept oct nov déc bd Bd hab éd dir al',
    starters:
      'Le La Les Un Une Des Du De Au Aux Il Elle Ils Elles On Nous Vous Je Ce Cet Cette Ces Cela Son Sa Ses Leur Leurs Notre En Dans Pour Par Sur Sous Avec Sans Selon Depuis Après Avant Pendant Lors Chez Entre Mais Et Ou Or Donc Car Si Quand Comme Où Qui Que Quoi Pourquoi Comment Cependant Toutefois Pourtant Ainsi Alors Aussi Enfin Puis Plusieurs Certains Tous Toutes Aucun Ne Pas Plus Même Malgré L D C J N S Qu Ensuite Aujourd Hier',
  },
  grammar: {
    negatedAfter: 'pas|plus|jamais',
    future: String.raw`\p{L}{4,}(?:era|eront|ira|iront)`,
  },
  reports: {
    roles: {
      'chief executive': 'PDG|directeur général|directrice générale',
      'finance chief': 'directeur financier',
      president: 'président|présidente',
      'vice president': 'vice-président',
      'prime minister': 'premier ministre|première ministre',
      chancellor: 'chancelier|chancelière',
      minister: 'ministre',
      mayor: 'maire',
      founder: '(?:co)?fondateur|(?:co)?fondatrice',
      spokesperson: 'porte-parole',
      director: 'directeur|directrice',
      delegate: 'délégué[es]?',
      judge: 'juge',
      lawyer: 'avocate?',
      coach: 'entraîneur',
      archivist: 'archiviste',
      professor: 'professeure?',
      researcher: 'chercheur|chercheuse',
      buyer: 'acheteur',
      seller: 'vendeur',
      owner: 'propriétaire',
    },
    says: 'dit|déclar\\p{L}*|affirm\\p{L}*|assur\\p{L}*|prévien\\p{L}*|expliqu\\p{L}*',
    accordingTo: 'selon',
    and: 'et',
    or: 'ou',
    but: 'tandis que|mais',
    rather: 'tandis',
    that: 'que|qui|dont',
    relative: '(?:ce )?qu[ie]|dont|où',
    starts: 'selon|dans|entre|depuis|pendant|après',
    lastYear: "l['’]an(?:née)? (?:dernière?|passée?)",
    thisYear: 'cette année',
    nextYear: "l['’]an(?:née)? prochaine?",
    yesterday: 'hier',
    today: "aujourd['’]hui",
    tomorrow: 'demain',
    considers: 'envisag|étudi|réfléchi',
    hopes: 'espèr',
    suspects: 'soupçonn',
    foreseen: 'va|vont|devrai|prévu|prévoi|attend',
    noLonger: 'plus',
    respectively: 'respectivement',
    periods:
      'half-year=semest;quarter=trimest;fortnight=quinz(?:e jours|aine);decade=décennie;year=(?<!\\p{L})ann?ée(?!\\p{L});double=doubl|dupli|deux\\s?fois;triple=tripl;half=deux fois moins',
    refers: "ils?|elles?|son|sa|ses|leurs?|lui|cette?|ces|-t-il|-t-elle|l['’]\\p{L}+|l[ae] \\p{Ll}\\p{L}+",
    compared: 'plus|moins|mieux|meilleure?s?|pires?',
    than: 'que',
    anybody: 'ce(?:lui|lle|ux) qui',
    badly: 'mal',
    ever: 'jamais',
    notAtVerb: "ne|n'|pas",
    by: 'par',
    passive: 'est|sont|a été|ont été',
    participle: 'és?|ées?',
    genitive: 'd[eu]s?',
    places: 'à|en|dans|de',
  },
  instructions: {
    ignore: 'ignorez|oublie[zr]?|fais abstraction|ne (?:tenez|tiens) pas compte',
    earlier: 'tes|vos|précédente?s?',
    orders: 'consignes?',
    to: "tu es|vous êtes|en tant qu[e']",
    article: "une?|la|les?|l'",
    model: 'ia|mod[eè]les? de lang(?:age|ue)|intelligence artificielle|assistant ia',
    models:
      "syst[eè]mes? d['e]\\s?ia|assistante?s?(?: (?:automat\\w+|virtue\\w+|digita\\w+|d'ia|ia))?|mod[eè]les?",
    note: 'note|avis|message',
    noteTo: 'pour|aux?',
    everybody: 'tous',
    write: 'écri(?:s|vez)|réponds|répondez|affirme[zr]?|indique[zr]?|mentionne[zr]?|dis|dites',
    says: 'affirme|indique|mentionne',
    only: 'seulement|uniquement|plutôt',
    that: "que|qu'",
    please: "et|s'il vous plaît",
    telling: 'nouvelles? (?:instructions?|consignes?)|ta (?:nouvelle )?tâche',
  },
  pages: {
    missing:
      "page (?:introuvable|non trouvée)|(?:cette|la) page n['’]existe (?:pas|plus)|contenu introuvable",
    withdrawn:
      "cet(?:te)? (?:article|page|dépêche|publication|texte) (?:a été|est|n['’]est plus) (?:\\p{L}+ ){0,2}(?:retirée?|supprimée?|dépubliée?|disponible)",
    paywalled: 'réservé aux abonnés|pour lire la suite',
  },
  lists: {
    none: 'jamais s/o aucun aucune',
    no: 'non faux',
    yes: 'oui vrai',
    columns:
      'email adresseemail adressemail courriel;language langue;subscribed_at datedinscription;confirmed confirme;active actif;status statut',
    subscribed: 'actif;active;abonne;abonnee;inscrit;inscrite;confirme;confirmee',
    optedOut: 'desabonne;desabonnee;desinscrit;desinscrite;ne pas contacter',
    negation: 'ne|pas|jamais|non|sans',
    complained: 'plainte',
    bounced: 'rebond|inexist',
    unconfirmed: 'en attente|a confirmer|(?:pas|non|jamais) (?:encore )?(?:confirm|verif)',
    nonsubscribed: '\\brefuse|(?:pas|non|jamais) (?:abonn|inscri)',
    unsubscribed:
      'desabonn|desinscri|desactiv|supprim|bloqu|resili|\\binactif|\\bplus (?:abonne|inscrit)|ne pas (?:contacter|envoyer)|(?:non|pas) actif',
    left: 'inactif|desabonn|desinscri|ne(?:pas|plus)(?:contacter|envoyer)',
    wanted: '^accepte\\w*(?:mail|marketing|newsletter|publi)|inscrit|recoit|rgpd',
    perhaps: 'abonn|publici|infolettre',
    ended: 'annul|resili',
    texts: 'etiquet',
  },
  topics: {
    funding: 'financement|levée de fonds|capital[- ]risque|acquisition|rachat',
    upcoming: 'prochaine?s? (?:semaines?|mois)|à venir',
  },
  quotationMarks: { outer: ['«\u00A0', '\u00A0»'], inner: ['“', '”'] },
  corrections: {
    said: (before) => `Une version précédente de cet article indiquait ${before}.`,
    right: (after) => `Il fallait lire ${after}.`,
    wrong: 'C’était inexact.',
  },
  prompt: { name: 'French as it is written in France' },
  speech: {
    grouping: '.\\u00a0\\u202f ',
    point: 'point',
    to: 'à',
    minus: 'moins',
    plus: 'plus',
    plusOrMinus: 'plus ou moins',
    equals: 'égale',
    times: ['fois', 'sur'],
    lessThan: 'moins de',
    moreThan: 'plus de',
    atLeast: 'au moins',
    atMost: 'au plus',
    power: { times: 'fois', to: 'puissance' },
    per: 'par',
    perTimes: pairs(
      'an|année=par an;mois=par mois;semaine|sem=par semaine;jour|j=par jour;heure|h=par heure;minute|min=par minute;' +
        'seconde|sec|s=par seconde',
    ),
    about: 'environ',
    and: 'et',
    at: 'arobase',
    dot: 'point',
    slash: 'barre oblique',
    dash: 'tiret',
    section: 'paragraphe',
    number: 'numéro',
    percent: 'pour cent',
    perMille: 'pour mille',
    fractions: { '½': 'un demi', '⅓': 'un tiers', '⅔': 'deux tiers', '¼': 'un quart', '¾': 'trois quarts' },
    scales: [
      ['mille|k', 'mille', 'mille'],
      ['millions?|Mio|M', 'million', 'millions'],
      ['milliards?|Mds?|Mrd', 'milliard', 'milliards'],
      ['billions?', 'billion', 'billions'],
    ],
    loneScales: "Mds?|Mrd|Mio|M(?= d[e’'])",
    ofScale: (noun) => (/^[aeiouéèêh]/i.test(noun) ? `d’${noun}` : `de ${noun}`),
    price: (whole, currency, cents) => `${whole} ${currency} ${cents}`,
    abbreviations: pairs(
      'p. ex.=par exemple;par ex.=par exemple;c.-à-d.=c’est-à-dire;24h/24=24 heures sur 24;7j/7=7 jours sur 7;M.=Monsieur;MM.=Messieurs;' +
        'Mme=Madame;Mmes=Mesdames;Mlle=Mademoiselle;Dr=Docteur;Pr=Professeur;St=Saint;Ste=Sainte;env.=environ;max.=maximum;min.=minimum;' +
        'vs=contre;vs.=contre;cf.=voir;tél.=téléphone;É.-U.=États-Unis;N. B.=nota bene',
    ),
    endingAbbreviations: pairs(
      'etc.=et cetera;av. J.-C.=avant Jésus-Christ;apr. J.-C.=après Jésus-Christ;et al.=et autres;Cie=Compagnie',
    ),
    afterNumbers: [
      ['min|mn', 'minute', 'minutes'],
      ['sec', 'seconde', 'secondes'],
      ['[Ff]rs?', 'franc', 'francs'],
      ['cts?', 'centime', 'centimes'],
    ],
    beforeNumbers: pairs(
      'n°=numéro;nº=numéro;no=numéro;p.=page;pp.=pages;art.=article;fig.=figure;chap.=chapitre;vol.=volume;t.=tome',
    ),
    time: (hour, minute) => `${hour} heure${hour > 1 ? 's' : ''}${minute === 0 ? '' : ` ${minute}`}`,
    clock: { between: ' ?h ?|:', hourAlone: ' ?h(?![\\p{L}\\d])' },
    prefixes: ['kilo', 'méga', 'giga', 'téra', 'péta'],
    bases: {
      W: ['watt', 'watts'],
      Wh: ['wattheure', 'wattheures'],
      Hz: ['hertz', 'hertz'],
      V: ['volt', 'volts'],
    },
    tonne: ['tonne', 'tonnes'],
    square: (unit) => `${unit} ${unit.endsWith('s') ? 'carrés' : 'carré'}`,
    cubic: (unit) => `${unit} ${unit.endsWith('s') ? 'cubes' : 'cube'}`,
    small: {
      nm: ['nanomètre', 'nanomètres'],
      µm: ['micromètre', 'micromètres'],
      mg: ['milligramme', 'milligrammes'],
    },
    hasOctets: true,
    looseUnits: ['mi'],
    rulers: {
      names: '\\p{Lu}\\p{L}+',
      end: 'er',
      say: (number) => (number === 1 ? 'premier' : String(number)),
    },
    counting: (text) =>
      text
        .replace(
          /(?<![\p{L}\d.,])(\d{1,2}) ?(ers?|res?|ères?|e|es|è|ème|èmes|ᵉ|nd|nde)(?![\p{L}\d])/gu,
          (written, digits: string, ending: string) => {
            const number = Number(digits)
            const many = ending.endsWith('s') ? 's' : ''
            if (/^n/.test(ending)) return number === 2 ? `second${ending.slice(2)}` : written
            if (/^[rè]/.test(ending) && number === 1) return `première${many}`
            const word = ordinal(number)
            return word ? word + many : written
          },
        )
        .replace(
          /(?<!\p{L})([VX])e(?!\p{L})/gu,
          (_, letter: string) => ordinal(letter === 'V' ? 5 : 10) ?? '',
        )
        .replace(FIRST_OF_MONTH, 'premier '),
    picture: 'Image',
    table: (rows, columns) => `Un tableau de ${rows} lignes et ${columns} colonnes, sur la page.`,
    code: (name, lines) =>
      `Code${name && ` en ${name}`}, ${lines === 1 ? 'une ligne' : `${lines} lignes`}, sur la page.`,
    shortCode: 'code',
  },
  search: {
    stemmer: 'french_stem',
    subjects: 'or car été être avoir pouvoir autre',
    elisions: 'l d j m t s c n qu jusqu lorsqu puisqu quoiqu',
    spellings: [
      ['î', 'i'],
      ['û', 'u'],
      ['ph', 'f'],
      ['œ', 'oe'],
      ['æ', 'ae'],
    ],
    endings: 'eau eaux;al aux;njeu njeux;lieu lieux;teur trice trices;yau yaux',
    forms:
      'travail travaux;oeil yeux;jeu jeux;bail baux;vitrail vitraux;ciel cieux;clé clef clefs;cent pourcent;dollar usd;euro eur;' +
      'franc chf franche franches;corail coraux;émail émaux;soupirail soupiraux;vantail vantaux;aïeul aïeux aieux;feu feux;lieu lieux;neveu neveux;' +
      'cheveu cheveux;voeu voeux;aveu aveux;milieu milieux;pieu pieux;adieu adieux;dieu dieux;épieu épieux;essieu essieux;bijou bijoux;' +
      'caillou cailloux;chou choux;genou genoux;hibou hiboux;joujou joujoux;pou poux;esquimau esquimaux;monsieur messieurs;madame mesdames;' +
      'mademoiselle mesdemoiselles;bonhomme bonshommes;gentilhomme gentilshommes;chercheur chercheuse chercheuses;vendeur vendeuse vendeuses;' +
      'danseur danseuse danseuses;serveur serveuse serveuses;coiffeur coiffeuse coiffeuses;chanteur chanteuse chanteuses;joueur joueuse joueuses;' +
      'livreur livreuse livreuses;travailleur travailleuse travailleuses;entraineur entraineuse entraineuses;chômeur chômeuse chômeuses;' +
      'acheteur acheteuse acheteuses;nageur nageuse nageuses;coureur coureuse coureuses;oignon ognon ognons oignons;chariot charriot charriots;combatif combattif;' +
      'imbécillité imbécilité;relais relai;cuillère cuiller;paiement payement;gaieté gaité;eczéma exéma;évènement événement événements évènements;' +
      'règlementer réglementer;règlementation réglementation;règlementaire réglementaire réglementaires;cèleri céleri;sècheresse sécheresse;' +
      'crèmerie crémerie;allègement allégement;assèchement asséchement;abrègement abrégement;vendre vendu vendue vendus;élire élu élue élus;' +
      'prendre pris prise;mettre mis mise;voir vu vue;savoir su;lire lu;écrire écrit écrite écrits;dire dit;faire fait;' +
      'ouvrir ouvert ouverte ouverts;offrir offert offerte;découvrir découvert découverte;mourir mort;naitre né née;vivre vécu;perdre perdu perdue;' +
      'répondre répondu;rendre rendu;recevoir reçu reçue;décevoir déçu déçue;croire cru;boire bu;courir couru;tenir tenu tenue;venir venu venue;' +
      'obtenir obtenu obtenue;maintenir maintenu maintenue;craindre craint;éteindre éteint éteinte;peindre peint peinte;produire produit;' +
      'traduire traduit traduite;réduire réduit réduite;construire construit construite;fou folle folles fous;beau bel belle belles beaux;' +
      'vieux vieil vieille vieilles;nouveau nouvel nouvelle nouvelles nouveaux;mou molle;sec sèche sèches secs;grec grecque grecques grecs;' +
      'turc turque turques turcs;public publique publiques publics;blanc blanche blanches;doux douce douces;faux fausse fausses;' +
      'roux rousse rousses;jaloux jalouse jalouses;favori favorite favorites;long longue longues;frais fraiche fraiches;bénin bénigne;' +
      'malin maligne;copain copine;roi reine;loup louve;maitre maitresse maitresses',
    signs: {
      R$: 'reais',
      $: 'dollars',
      '€': 'euros',
      '£': 'livres',
      '¥': 'yens',
      '%': 'cent',
    },
    amounts: { k: 'mille', m: 'millions', md: 'milliards', mds: 'milliards', mrd: 'milliards' },
    magnitudes: { md: 'milliards', mds: 'milliards', mrd: 'milliards', mln: 'millions', mio: 'millions' },
  },
}

export default FRENCH

/** The ordinals up to the thirty-first, which is enough for days and centuries. */
function ordinal(number: number): string | undefined {
  if (number <= 20) return ORDINALS[number]
  if (number === 21) return 'vingt et unième'
  if (number < 30) return `vingt-${ORDINALS[number - 20]}`
  return number === 30 ? 'trentième' : number === 31 ? 'trente et unième' : undefined
}
