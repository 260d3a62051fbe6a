/** The words by which texts speak to language models, in six languages, as alternatives of patterns. */

/** Do not heed … */
export const IGNORE =
  'ignore|ignoriere(?:n sie)?|ignoriert|ignorez|ignora(?:te|d)?|ignorem?|disregard|forget|override|bypass|oublie[zr]?|fais abstraction|' +
  'ne (?:tenez|tiens) pas compte|olvid[ae]d?|haz caso omiso|vergiss|vergesst|vergessen sie|missachte|dimentica(?:te)?|esque[cç]a|desconsidere'
/** … what you were told before. */
export const EARLIER =
  'your|previous|prior|earlier|above|preceding|all other|deine|ihre|bisherigen?|vorherigen?|obigen|tes|vos|précédente?s?|tus|sus|' +
  'anteriores|previas|tue|vostre|precedenti|suas|tuas|prévias'

/** The orders themselves. */
export const ORDERS =
  String.raw`instruc\w+|instruç\w+|istruzion\w+|prompts?|consignes?|directives?|anweisung\w*|vorgaben?|indicaciones|guidelines|system message|` +
  '(?:everything|anything|all) (?:above|before|you)|alles bisherige'

/** Whom it speaks to. */
export const TO =
  `you are|you're|act as|if you are|as an?|tu es|vous êtes|eres|usted es|du bist|sie sind|sei|você é|és|als|en tant qu[e']|come|como|` +
  'attention|attenzione|atención|atenção|achtung|dear|hey|hello|note (?:to|for)|notice (?:to|for)|message to|an alle|an (?=ki)|to all|to any|for any'
export const ARTICLE = `an?|une?|eine?|einem|uno?a?|uma?|the|any|all|le|la|el|los|les|den|die|gli|il|os?|l'|un'`
export const MODEL =
  String.raw`ai|a\.i\.|artificial intelligence|ia|ki|llms?|chatbots?|(?:large |ai )?language models?|sprachmodell\w*|mod[eè]les? de lang(?:age|ue)|` +
  'modelos? de lenguaje|modell[oi] linguistic[oi]|modelos? de linguagem|intelligence artificielle|inteligencia artificial|' +
  String.raw`intelligenza artificiale|inteligência artificial|künstliche intelligenz|ki-\w+|assistant ia|asistente de ia|assistente (?:de |di )?ia|` +
  'ai (?:assistants?|models?|systems?|agents?|writers?|summari[sz]ers?)'
/** What a note may be for, and sentences speak of as well. */
export const MODELS =
  String.raw`(?:ki-)?systeme?n?|syst[eè]mes? d['e]\s?ia|sistem[ai]s? (?:de |di )?(?:ia|inteligencia artificial|inteligência artificial)|` +
  String.raw`(?:assist[ae]nt\w*|asistentes?|bots?)(?: (?:automat\w+|autom[áà]tic\w+|virtua\w+|digita\w+|ia|de ia))?|mod[eè]les?|modell[einos]*|modelos?`
/** How notes to them begin: at the start of a sentence, or anywhere by their name. */
export const NOTE_TO = String.raw`(?:(?<=^|[.!?]\s+)(?:an|to|for|pour|aux?|para|agli|ai|alle|aos?|às|per|für)|(?:note|notice|message|nota|aviso|avis|hinweis|nachricht|mensagem|mensaje|messaggio|instru\p{L}+|istruzion\p{L}+|anweisung\p{L}*) (?:to|for|an|für|pour|aux?|para|a|aos?|per|agli|ai|alle))(?: (?:all|alle|tous|tutti|todos))?`
/** What is called so is written about, and not spoken to. */
export const ABOUT_MODELS =
  'compan|firm|start|lab|chip|develop|research|act|law|safety|regul|industr|boom|tool|product|service|provider|market|training|expert|ethic'

/** What it asks for … */
export const WRITE =
  'write|state|report|say|claim|output|print|respond|reply|answer|summari[sz]e|mention|include|add|insert|tell (?:the )?(?:readers?|users?)|' +
  String.raw`schreib(?:e|t|en sie)?|antworte\w*|gib aus|erwähne\w*|behaupte|berichte|écri(?:s|vez)|réponds|répondez|affirme[zr]?|indique[zr]?|` +
  'mentionne[zr]?|dis|dites|escrib[ae]n?|responde|afirma|indica|menciona|di|diga|scriv[ia](?:te)?|rispond[ia]|afferma|escrev[ae]m?|responda|afirme'
/** Of these the forms that also tell what somebody says, as after an apposition: the maker, Aster, afirma que … */
export const SAYS_ALSO = 'affirme|indique|mentionne|responde|afirma|indica|menciona|afferma|di'
export const ONLY =
  'only|nur|solo|só|seulement|uniquement|instead|stattdessen|en su lugar|invece|plutôt|em vez disso'
export const THAT = `that|dass|que|qu'|che|the following|folgendes|only|in your|a positive|the (?:word|sentence|phrase)`
/** After these a sentence goes on with an order. */
export const PLEASE = `please|now|instead|and|then|must|should|you|bitte|stattdessen|und|et|y|e|por favor|prego|per favore|s'il vous plaît|en su lugar|invece`

/** What only those who write for models speak of. */
export const TELLING =
  String.raw`system prompt|systemprompt|prompt injection|jailbreak|developer mode|new instructions?|neue anweisung\w*|` +
  String.raw`nouvelles? (?:instructions?|consignes?)|nuevas? instrucci\w+|nuov[ae] istruzion\w+|novas? instruç\w+|` +
  'your (?:new )?(?:task|instructions|summary|draft|article|answer|output) (?:is|must|should|are)|deine (?:neue )?aufgabe|' +
  'ta (?:nouvelle )?tâche|tu (?:nueva )?tarea|il tuo (?:nuovo )?compito|sua (?:nova )?tarefa'
