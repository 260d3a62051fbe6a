import type { Language } from '#core/i18n/languages.ts'

/** How sure a source is. `denial`: verbs that negate what follows. `plan`: not yet. `claim`: somebody says so. */
export type Polarity = 'negation' | 'denial' | 'possible' | 'plan' | 'claim'

/** The words of a language, as alternatives of patterns, which stand before what they are about. */
export const POLARITY_WORDS: Partial<Record<Language, Record<Polarity, string>>> = {
  en: {
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
  de: {
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
  fr: {
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
  es: {
    negation: 'no(?! s[oó]lo)|(?<!que )nunca|jamás|ning[uú]n\\p{L}*|nadie|sin|tampoco|ni|nada',
    denial:
      'nieg\\p{L}*|neg(?:ó|aron|ado|aba|ar)|desmient\\p{L}*|desminti\\p{L}*|rechaz\\p{L}*|descart\\p{L}*|rehús\\p{L}*|rehus\\p{L}*|refut\\p{L}*',
    possible:
      'temen?|podrí\\p{L}*|pued[ea]n?(?! \\p{L}+[aei]rse(?!\\p{L}))|quizás?|tal vez|(?<!\\d )posible\\p{L}*|(?:im)?probable\\p{L}*|eventual\\p{L}*',
    plan: 'planea\\p{L}*|querrí\\p{L}*|quisier\\p{L}+|promet\\p{L}*|compromet\\p{L}*|prev[éeí]\\p{L}*|pretend\\p{L}*|quier\\p{L}*|propon\\p{L}*|propuso|propuest\\p{L}*|espera\\p{L}*|estudia\\p{L}*|baraja\\p{L}*|va a|van a|busca\\p{L}*(?= \\p{L}+[aei]r(?:se|l[aeo]s?)?(?!\\p{L}))',
    claim:
      'creen?|suponen?|habrí\\p{L}*|serí\\p{L}*|presunt\\p{L}*|supuest\\p{L}*|acus\\p{L}*|sospech\\p{L}*|alega\\p{L}*',
  },
  it: {
    negation: 'non(?! sol(?:o|tanto))|nessun\\p{L}*|(?<!(?:che|come) )mai|senza|né|niente|nulla',
    denial:
      'nega(?:to|no|va)?|negò|smenti\\p{L}*|rifiut\\p{L}*|respin\\p{L}*|esclu(?:de|so|dono|sa)|contest\\p{L}*|rigett\\p{L}*',
    possible:
      'tem(?:e|ono)|potrebbe\\p{L}*|può|poss(?:a|ano|ono)|forse|(?:im)?probabil\\p{L}*|(?<!\\d )possibil\\p{L}*|eventual\\p{L}*',
    plan: 'prevede\\p{L}*|vorrebbe\\p{L}*|atteso|attesa|prome(?:tt|ss)\\p{L}*|impegna\\p{L}*|previst\\p{L}*|intend\\p{L}*|vuole|vogliono|propon\\p{L}*|propost\\p{L}*|valut\\p{L}*|studia(?:no)?|punta a|punta|conta di|spera\\p{L}*|dovrebbe\\p{L}*|pianific\\p{L}*',
    claim:
      'cred(?:e|ono)|ritiene|ritengono|avrebbe\\p{L}*|sarebbe\\p{L}*|presunt\\p{L}*|accus\\p{L}*|sospett\\p{L}*',
  },
  pt: {
    negation: 'não(?! (?:só|apenas))|(?<!que )nunca|jamais|nenhum\\p{L}*|ninguém|sem|nem|nada',
    denial:
      'neg(?:a|am|ou|aram|ado|ar)|desment\\p{L}*|recus\\p{L}*|rejeit\\p{L}*|descart\\p{L}*|refut\\p{L}*|exclu(?:i|iu|em)',
    possible:
      'temem?|receiam?|poderi\\p{L}*|poderá|poderão|pode|podem|possam?|talvez|(?<!\\d )possíve\\p{L}*|possivelmente|(?:im)?provável|provavelmente|eventual\\p{L}*',
    plan: 'devem?|plane[ij]a\\p{L}*|gostari\\p{L}+|quereri\\p{L}+|promet\\p{L}*|compromet\\p{L}*|prev[êei]\\p{L}*|pretend\\p{L}*|quer|querem|propõe\\p{L}*|propôs|propost\\p{L}*|espera\\p{L}*|estuda\\p{L}*|pondera\\p{L}*|vai|vão',
    claim:
      'acreditam?|supõem?|teri(?:a|am)|seri(?:a|am)|alegad\\p{L}*|supost\\p{L}*|acus\\p{L}*|suspeit\\p{L}*',
  },
}

/** Words of an English text that say the same as a negation of the opposite; none of them is a mark of its own. */
export const NEGATIVE =
  'unless|stop(?:s|ped)?|halt(?:s|ed)?|end(?:s|ed)?|block(?:s|ed)?|prevent(?:s|ed)?|ban(?:s|ned)?|avoid(?:s|ed)?|lack(?:s|ed|ing)?|absent|absence|miss(?:es|ed|ing)|' +
  'out of|disput\\p{L}*|short of|else|instead of|rather than|impossible|un(?:known|able|aware|changed|clear|likely|paid|signed|affected|harmed|hurt|injured|used|filled|open|sold|read|wanted|willing|available|covered|safe|fair|lawful|founded|true|necessary)|in(?:valid|complete|sufficient|accurate|correct|eligible|nocent)|closed|against|oppos\\p{L}+|' +
  'few(?:er)?|little|contest\\p{L}*|doubt\\p{L}*|sceptic\\p{L}*|skeptic\\p{L}*|withdr\\p{L}+|abandon\\p{L}*|cancel\\p{L}*|scrap\\p{L}*|drop(?:s|ped)|suspend\\p{L}*|free|spared?|again|return\\p{L}*|resum\\p{L}*|reopen\\p{L}*|for the first time|' +
  'postpon\\p{L}*|delay\\p{L}*|put off|remain(?:s|ed)?|stay(?:s|ed)?|still|yet to|run(?:s|ning)? out|expir\\p{L}*|only|exclud\\p{L}+|except|declin\\p{L}+|denials?|reject\\p{L}*|refus\\p{L}*|fail\\p{L}*|keeps?|kept|veto\\p{L}*|turn(?:s|ed)? down|push(?:es|ed)? back|zero'

/** Words of an English text that keep it open, besides the marks of sources. */
export const OPEN: Record<'possible' | 'plan' | 'claim', string> = {
  possible:
    'can|if|risks?|threat\\p{L}*|chance|possib\\p{L}*|potential|prospect|suggest\\p{L}*|appear\\p{L}*|seem\\p{L}*|unclear|unlikely|estimat\\p{L}*|expect\\p{L}*|forecast\\p{L}*|predict\\p{L}*|whether|uncertain\\p{L}*|hopes?|fear\\p{L}*|warn\\p{L}*|doubt\\p{L}*|open to',
  plan: "to(?! (?:the|an?|its|their|his|her|this|that|\\d|\\p{Lu}|two|three|four|five|six|seven|eight|nine|ten)(?!\\p{Ll}))|future|\\p{L}+'ll|(?:is|are|was|were) \\p{L}+ing|plan\\p{L}*|aim\\p{L}*|ambition|target\\p{L}*|goals?|intention|intends?|ahead|upcoming|next|from|by|wants?|wish\\p{L}*|means? to|meant to|hop(?:e|es|ed|ing)|seek\\p{L}*|ask\\p{L}*|call(?:s|ed|ing)? for|push\\p{L}*|propos\\p{L}*|eye(?:s|d)|prepar\\p{L}*|promis\\p{L}*|pledg\\p{L}*|expect\\p{L}*|schedul\\p{L}*|should|must|if|draft\\p{L}*|idea|study\\p{L}*|studies|examin\\p{L}*|look(?:s|ing) at|weigh\\p{L}*|bid",
  claim:
    'says?|said|think\\p{L}*|consider\\p{L}*|according to|report(?:s|ed|ing)?|charge[sd]?|indict\\p{L}*|den(?:y|ies|ied|ying)|investigat\\p{L}*|prob(?:e|es|ed|ing)|complain\\p{L}*|argu(?:e|es|ed|ing)|maintain(?:s|ed)?|assert\\p{L}*|contend\\p{L}*|prosecutors?|lawsuit|sue[sd]?|suing|tell|tells|told|blam\\p{L}+|believ\\p{L}+|appear\\p{L}*|tried|trial|whether|over',
}
