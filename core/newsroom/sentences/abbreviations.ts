interface SentenceWords {
  /** What a name or another noun follows, so that its point never ends a sentence. */
  titles: string
  /** What a number follows. */
  numbered: string
  /** What may end a sentence too: it does before a word with which sentences begin. */
  others: string
  /** Words with which sentences begin, and names hardly do. */
  starters: string
}

const BY_LANGUAGE: Readonly<Record<string, SentenceWords>> = {
  en: {
    titles:
      'Mr Mrs Ms Mx Messrs Dr Drs Prof Rev Hon Gen Col Maj Capt Cpt Lt Sgt Cpl Adm Cmdr Sen Rep Gov Pres Rt Fr Supt',
    numbered: 'No Nos no nos Art art Fig fig Figs figs p pp Vol vol Sec sec Ch ch Eq eq',
    others:
      'Inc Ltd Corp Co Cos LLC Bros Jr Sr St Ave Blvd Rd Mt Ft Dept dept Univ Assn Jan Feb Mar Apr Jun Jul Aug Sept Sep Oct Nov Dec ' +
      'Mon Tue Tues Wed Thu Thurs Fri vs etc al approx est cf ca viz ed eds Calif Conn Ariz Colo Mass Mich Minn Penn Tenn Tex Wash Wis',
    starters:
      'The A An He She It They We You I His Her Its Their Our My This That These Those There Here In On At By For From With Without After ' +
      'Before Since Under Over Between Among During Until Although Though While When Where Why What Who Which How If As Because But And Or ' +
      'Nor So Yet Then Still Also However Meanwhile Moreover Instead Once Last Next Some Many Most Several Both Each Every Another Other ' +
      'No Not Only Even According To Is Was Are Were Has Have Had Do Does Did',
  },
  de: {
    titles: 'Dr Prof Hr Fr Frl Hrn Dipl Ing Dipl.-Ing Fa Mag Gen St Sankt Min Abg Bgm',
    numbered: 'Nr Nrn Art Abs Abb Tab S Bd Kap Rn Rdnr Ziff Tel',
    others:
      'Mio Mrd Bio Tsd bzw usw etc ca vgl ggf evtl sog inkl exkl zzgl bspw Bsp max min mind gegr geb gest verh Jh Chr Std Sek Str Co Inc Ltd ' +
      'Corp Jan Feb Mär Apr Jun Jul Aug Sep Sept Okt Nov Dez allg amtl Aufl Ausg Hrsg hrsg einschl entspr insb lt rd vs Verf zit rer nat phil med',
    starters:
      'Der Die Das Den Dem Des Ein Eine Einen Einem Einer Er Sie Es Wir Ich Ihr Man Im In Am An Auf Aus Bei Beim Mit Nach Von Vom Vor Für Zum ' +
      'Zur Zu Über Unter Um Durch Gegen Ohne Seit Bis Doch Aber Und Oder Auch Denn Dass Da Dann Dort Hier So Wie Wer Was Wo Wann Warum Wenn ' +
      'Weil Während Obwohl Diese Dieser Dieses Diesen Jene Sein Seine Ihre Ihren Kein Keine Nicht Noch Nun Jetzt Damit Dabei Dazu Darin ' +
      'Dagegen Deshalb Daher Allerdings Jedoch Zudem Außerdem Laut Viele Einige Alle Andere Ist Sind War Hat',
  },
  fr: {
    titles: 'M MM Mme Mmes Mlle Mlles Me Mgr Dr Pr Ste St Sts',
    numbered: 'art Art p pp chap Chap fig Fig vol Vol no No n',
    others:
      'etc cf ex env av apr J.-C Cie Co Inc Ltd Corp Jr janv févr avr juil août sept oct nov déc bd Bd hab éd tél dir min max al vs',
    starters:
      'Le La Les Un Une Des Du De Au Aux Il Elle Ils Elles On Nous Vous Je Ce Cet Cette Ces Cela Son Sa Ses Leur Leurs Notre En Dans Pour Par ' +
      'Sur Sous Avec Sans Selon Depuis Après Avant Pendant Lors Chez Entre Mais Et Ou Or Donc Car Si Quand Comme Où Qui Que Quoi Pourquoi ' +
      'Comment Cependant Toutefois Pourtant Ainsi Alors Aussi Enfin Puis Plusieurs Certains Tous Toutes Aucun Ne Pas Plus Même Malgré L D C J N S Qu',
  },
  es: {
    titles:
      'Sr Sra Sres Sras Srta Dr Dra Dres Prof Profa Ing Lic Gral Cnel Cap Excmo Excma Ilmo Mons Sto Sta Fr D Dª',
    numbered: 'núm Núm núms nro Nro No art Art pág Pág págs fig Fig cap vol Vol p pp',
    others:
      'EE UU etc ej Ud Uds Vd Vds Cía Inc Ltd Corp Co Jr aprox máx mín av Av Avda avda c dpto tel Tel ed dic ene feb mar abr may jun jul ago ' +
      'sep sept set oct nov cf al vs a.C d.C',
    starters:
      'El La Los Las Lo Un Una Unos Unas Él Ella Ellos Ellas Nosotros Yo Este Esta Esto Estos Estas Ese Esa Eso Su Sus Nuestro En De Del Al A ' +
      'Con Sin Por Para Según Desde Hasta Entre Tras Durante Sobre Ante Pero Y O Ni Si Cuando Como Cómo Donde Dónde Que Qué Quien Quién ' +
      'Porque Aunque Mientras Además También Sin embargo Así Entonces Luego Hoy Ayer Ahora Muchos Algunos Todos Otro Otra No Ya Se Le Es Son Fue Ha Han',
  },
  it: {
    titles:
      'Sig Sigg Sigra Dott Dottssa Dr Prof Profssa Ing Avv Arch Geom Rag On Sen Mons Gen Col Cap Cav Comm Egr Gent Spett Don',
    numbered: 'art Art artt pag Pag pagg p pp fig Fig cap Cap vol Vol n nr Nr',
    others:
      'ecc etc es cfr cit ca circa tel Tel Co Inc Ltd Corp Jr gen feb mar apr mag giu lug ago set sett ott nov dic max min ed a.C d.C vs al',
    starters:
      'Il Lo La I Gli Le Un Uno Una Egli Lui Lei Loro Noi Io Questo Questa Questi Queste Quello Quella Suo Sua In Nel Nella Nei Nelle Nello Di ' +
      'Del Della Dei Da Dal Dalla A Al Alla Ai Con Per Su Sul Sulla Tra Fra Senza Dopo Prima Durante Secondo Ma E Ed O Se Quando Come Dove Chi ' +
      'Che Perché Mentre Anche Inoltre Tuttavia Però Così Quindi Poi Oggi Ieri Ora Molti Alcuni Tutti Altri Non Si È Sono Ha Hanno L D C All Dell Dall Nell Sull',
  },
  pt: {
    titles: 'Sr Sra Srs Sras Srta Dr Dra Drs Prof Profa Eng Enga Exmo Exma Ilmo Gen Cel Cap Mons Sto Sta D',
    numbered: 'art Art arts pág Pág págs fig Fig cap vol Vol p pp núm nº n',
    others:
      'EUA etc ex Ltda Cia Inc Ltd Corp Co Jr aprox máx mín av Av tel Tel ed jan fev mar abr mai jun jul ago set out nov dez cf al vs a.C d.C',
    starters:
      'O A Os As Um Uma Uns Umas Ele Ela Eles Elas Nós Eu Este Esta Isto Esse Essa Isso Seu Sua Em No Na Nos Nas De Do Da Dos Das Ao À Com Sem ' +
      'Por Para Pelo Pela Segundo Desde Até Entre Após Durante Sobre Mas E Ou Se Quando Como Onde Que Quem Porque Embora Enquanto Além Também ' +
      'Assim Então Hoje Ontem Agora Muitos Alguns Todos Outro Outra Não Já É São Foi Há',
  },
}

/** The words that decide whether a point ends a sentence of a language. */
export interface PointRules {
  titles: ReadonlySet<string>
  numbered: ReadonlySet<string>
  others: ReadonlySet<string>
  starters: ReadonlySet<string>
}

function joinWords(of: readonly SentenceWords[], field: keyof SentenceWords): ReadonlySet<string> {
  return new Set(of.flatMap((words) => words[field].split(' ')))
}

function rulesOf(...of: SentenceWords[]): PointRules {
  return {
    titles: joinWords(of, 'titles'),
    numbered: joinWords(of, 'numbered'),
    others: joinWords(of, 'others'),
    starters: joinWords(of, 'starters'),
  }
}

const RULES = new Map(Object.entries(BY_LANGUAGE).map(([code, words]) => [code, rulesOf(words)]))
const RULES_OF_UNKNOWN = rulesOf(...Object.values(BY_LANGUAGE))

/** The rules of a language, by its code; of all languages together when it is another one, or not known. */
export function pointRules(language: string | null | undefined): PointRules {
  return RULES.get(language?.slice(0, 2).toLowerCase() ?? '') ?? RULES_OF_UNKNOWN
}
