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
  search: { stemmer: 'english_stem' },
}

export default ENGLISH
