import type { Language } from '#core/i18n/languages.ts'

/** How a language says that something is not so. Patterns of whole words, matched in any case. */
export interface NegationWords {
  /** Not, never, nobody. */
  no: string
  /** Without: as often said for a word like quietly. */
  without: string
  /** Look like them, and say nothing of the kind: however, no doubt. */
  other: string
  /** Say it in another way, or are said with a negation elsewhere: hardly, only, fail, un-. */
  like: string
}

export const NEGATION_WORDS: Partial<Record<Language, NegationWords>> = {
  en: {
    no: String.raw`not|cannot|never|no|none|nobody|no[- ]one|nothing|nowhere|neither|nor`,
    without: 'without',
    other: String.raw`no\.? ?\d+|no doubt|no matter|whether or not|no wonder|without (?:a )?doubt|more often than not|why not|no sooner|if not|or not|say no more|nothing short of|not to mention`,
    like: String.raw`no (?:more|less|fewer|later|earlier) than|not (?:only|just|merely|simply|all|until|least|un\p{L}+|im\p{L}+|yet)|\p{L}{2,8}n['’]t (?:only|just|until|all|yet)|nothing but|none other|not (?:\p{L}+ ){1,4}until|hardly|barely|scarcely|rarely|seldom|few|fewer|little|only|unless|fail\p{L}*|lack\p{L}*|refus\p{L}*|den(?:y|ies|ied|ying|ial)|avoid\p{L}*|prevent\p{L}*|prohibit\p{L}*|forbid\p{L}*|ban(?:s|ned|ning)?|reject\p{L}*|miss(?:ed|es|ing)?|absen\p{L}*|declin\p{L}*|instead|rather than|except|un(?!der|til|it|ion|iver|iqu|anim|cle|less)\p{L}{4,}|(?:im|in|ir|il)(?:poss|prob|suff|valid|comp|corr|acc|cap|adeq|eff|vis|depend|direct|cred|secur|reg|resp|leg|licit|activ|different|cons|flex|form)\p{L}+|dis(?:agree|allow|appro|like|conn|appear|belie|obey|qualif|regard|reput)\p{L}*|non-?\p{L}+|\p{L}{3,}less|zero|ignor\p{L}*|stop\p{L}*|against`,
  },
  es: {
    no: String.raw`no|nunca|jamás|nadie|nada|ning[uú]n\p{L}*|ni|tampoco`,
    without: 'sin',
    other: String.raw`sin embargo|sin duda|no obstante|nada menos|más que nada|sin lugar a dudas|ni que decir tiene`,
    like: String.raw`no (?:s[oó]lo|solamente|únicamente|todos?|todas?)|hasta que no|no (?:más|menos) de|apenas|s[oó]lo|solamente|únicamente|poc[oa]s?|imposib\p{L}*|incapa\p{L}*|insuficien\p{L}*|inexist\p{L}*|insegur\p{L}*|inútil\p{L}*|inciert\p{L}*|inválid\p{L}*|ilegal\p{L}*|desconoc\p{L}*|desautoriz\p{L}*|care(?:ce|z|c)\p{L}*|falt\p{L}*|nieg\p{L}*|neg(?:ó|ar\p{L}*|ativa)|rechaz\p{L}*|reh[uú]s\p{L}*|evit\p{L}*|impid\p{L}*|imped\p{L}*|dej\p{L}+ de|fracas\p{L}*|prohib\p{L}*|salvo|excepto|menos|contra|en (?:lugar|vez) de|ausen\p{L}*|lejos|escas\p{L}*|rara|raro|difícil\p{L}*|ignor\p{L}*|ajen\p{L}*|igual|iguales|distint\p{L}*`,
  },
  fr: {
    no: String.raw`pas|jamais|rien|aucune?s?|ni|non|sinon|nul(?:le)?|guère|nullement|(?<!(?:une?|la|cette|chaque|par|quelle|autre|seule|tierce|grande|en) )personne(?! (?:qui|de|âgée|physique|morale))|(?:ne|n['’]) ?\p{L}[^.;,]{0,40} plus`,
    without: 'sans',
    other: String.raw`sans doute|sans cesse|n['’]est-ce pas|pas mal de|plus que jamais|si jamais|à jamais|(?:un|premier|grand|petit|chaque|quelques|deux|trois|nouveau|faux) pas|pas à pas`,
    like: String.raw`(?:pas|non) (?:seulement|uniquement|que)|pas (?:plus|moins) (?:de|d['’]\p{L}+)|(?:ne|n['’]) ?\p{L}+[^.;,]{0,40} qu(?:e|['’])|rien (?:que|d['’]autre)|non-\p{L}+|à peine|seul\p{L}*|uniquement|peu|imposs\p{L}*|incapab\p{L}*|insuffis\p{L}*|inutil\p{L}*|illég\p{L}*|incertain\p{L}*|inconnu\p{L}*|ignor\p{L}*|manqu\p{L}*|refus\p{L}*|rejet\p{L}*|évit\p{L}*|empêch\p{L}*|interdi\p{L}*|sauf|moins|contre|échou\p{L}*|cess\p{L}*|absen\p{L}*|faute de|loin|hors|ni(?:e|é|ent|er)|dément\p{L}*|difficil\p{L}*|plutôt|au lieu|rare\p{L}*|dépourvu\p{L}*|exempt\p{L}*|renonc\p{L}*|égal|indifférent\p{L}*`,
  },
  de: {
    no: String.raw`nicht|nichts|nie|niemals|niemand\p{L}*|kein\p{L}*|weder|nirgends|nirgendwo|nein|mitnichten|nimmer`,
    without: 'ohne',
    other: String.raw`nicht zuletzt|ohne zweifel|ohne weiteres`,
    like: String.raw`nicht (?:nur|mehr als|weniger als|länger als|allein|bloß|un\p{L}+)|kaum|un(?!d|s|ter|ion|iver|gefähr|garn|garisch|ikat)\p{L}{4,}|\p{L}{3,}(?:los|lose[nmrs]?|losigkeit)|fehl\p{L}*|mangel\p{L}*|scheiter\p{L}*|gescheitert\p{L}*|weiger\p{L}*|verweiger\p{L}*|lehn(?:t|te|ten|en)|abgelehnt\p{L}*|verzicht\p{L}*|verm(?:ei|ie)d\p{L}*|verhinder\p{L}*|verb(?:iet|ot)\p{L}*|untersag\p{L}*|nur|erst|wenig\p{L}*|außer|statt|anstatt|entf(?:äll|iel)\p{L}*|ausbl(?:ei|ie)b\p{L}*|offen|sonst|gegen|verpass\p{L}*|selten|lediglich|höchstens|leugn\p{L}*|bestr(?:ei|i)t\p{L}*|dementier\p{L}*|versäum\p{L}*|misslang|misslungen|versag\p{L}*|ausgeschlossen|entg(?:eh|ing)\p{L}*|illegal\p{L}*|leere|egal|gleichgültig\p{L}*|anders|ignorier\p{L}*`,
  },
  it: {
    no: String.raw`non|no|mai|niente|nient['’]altro|nulla|nessun\p{L}*|né|neanche|neppure|nemmeno|mica`,
    without: 'senza',
    other: String.raw`senza dubbio|non appena|come mai|(?:più|quanto) (?:che )?mai|se mai|caso mai|senz['’]altro`,
    like: String.raw`non (?:solo|soltanto|più di|meno di|tutt[ie])|(?:a meno che|finch[ée]) non|finch[ée] [^.;,]{1,40} non|malapena|appena|solo|soltanto|imposs\p{L}*|incapac\p{L}*|insuffic\p{L}*|inutil\p{L}*|illeg\p{L}*|incert\p{L}*|sconosciut\p{L}*|ignot\p{L}*|ignor\p{L}*|manc\p{L}*|rifiut\p{L}*|respin\p{L}*|evit\p{L}*|imped\p{L}*|viet\p{L}*|salvo|tranne|poc(?:o|a|hi|he)|meno|contro|falli\p{L}*|cess\p{L}*|assen\p{L}*|priv[oaie]|anziché|invece di|fuori|nega\p{L}*|negò|smenti\p{L}*|difficil\p{L}*|indifferen\p{L}*|raramente|stent\p{L}*`,
  },
  pt: {
    no: String.raw`não|nunca|jamais|ninguém|nada|nenhum\p{L}*|nem|tampouco`,
    without: 'sem',
    other: String.raw`sem dúvida|não obstante|nada menos|sem mais`,
    like: String.raw`não (?:s[óo]|apenas|somente|tod[oa]s?)|(?:até|enquanto) não|não (?:mais|menos) de|mal|s[óo]|apenas|somente|imposs\p{L}*|incapa\p{L}*|insuficien\p{L}*|inútil\p{L}*|incert\p{L}*|ilega\p{L}*|desconhec\p{L}*|ignor\p{L}*|falt\p{L}*|falh\p{L}*|recus\p{L}*|rejeit\p{L}*|evit\p{L}*|imped\p{L}*|proib\p{L}*|salvo|exceto|pouc\p{L}*|menos|contra|deix\p{L}+ de|cess\p{L}*|ausên\p{L}*|carec\p{L}*|em vez de|fora|nega\p{L}*|negou|desment\p{L}*|difícil|difíceis|dispens\p{L}*|indiferen\p{L}*|raramente|isent\p{L}*`,
  },
}

/** Words of an English text that other languages often say with a negation. */
export const SAID_WITH_NEGATION = String.raw`until|before|than|too|but|remain\p{L}*|yet|still|short|free|out|last|least|empty|otherwise|else|alone|far|keep\p{L}*|kept|lose|lost|losing|doubt\p{L}*|wrong|differ\p{L}*|hard\p{L}*|difficult\p{L}*|impossib\p{L}*|ever|any\p{L}*|silen\p{L}*|secret\p{L}*|just|simply|quite|unlike|wonder\p{L}*|apart|despite|skip\p{L}*|waiv\p{L}*|withh\p{L}*|reluct\p{L}*|end(?:s|ed|ing)?|clos(?:e|ed|es|ing)|whether|escap\p{L}*|elud\p{L}*|evad\p{L}*|resist\p{L}*|nowhere|mere\p{L}*|so|gone|since|depart\p{L}*|rubbish|worthless|bad|offline|quiet\p{L}*|sheer|bare\p{L}*|forgo\p{L}*|forget\p{L}*|drop\p{L}*|halt\p{L}*|quit|odd|equal\p{L}*|always|all|both|even|must|should`
