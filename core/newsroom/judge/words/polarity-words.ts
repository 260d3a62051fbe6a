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
