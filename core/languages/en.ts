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
      ['^(cent|theat|fib|lit|met|calib)re(s?)$', '\\1er\\2'],
      ['(def|off|lic|pret)ence', '\\1ense'],
      ['^(mod|lab|trav|canc|chann|sign|tot|equ)(el|al)l(ed|ing|ers?)$', '\\1\\2\\3'],
      ['^(program)me|(log)ue(?=s?$)', '\\1\\2'],
      ['([a-z])ae([a-z])', '\\1e\\2'],
    ],
    forms: {
      analysis: 'analyze',
      criteria: 'criterion',
      phenomena: 'phenomenon',
      indices: 'index',
      matrices: 'matrix',
      vertices: 'vertex',
      appendices: 'appendix',
      children: 'child',
      people: 'person',
      women: 'woman',
      men: 'man',
      mice: 'mouse',
      feet: 'foot',
      teeth: 'tooth',
      lives: 'life',
      wives: 'wife',
      wolves: 'wolf',
      theses: 'thesis',
      hypotheses: 'hypothesis',
      crises: 'crisis',
      media: 'medium',
      datum: 'data',
      bacteria: 'bacterium',
      curricula: 'curriculum',
      stimuli: 'stimulus',
      nuclei: 'nucleus',
      alumni: 'alumnus',
      built: 'build',
      bought: 'buy',
      sold: 'sell',
      taught: 'teach',
      wrote: 'write',
      written: 'write',
      chose: 'choose',
      chosen: 'choose',
      learnt: 'learn',
      won: 'win',
      lost: 'lose',
      led: 'lead',
      sent: 'send',
      spent: 'spend',
      grew: 'grow',
      grown: 'grow',
      fought: 'fight',
      grey: 'gray',
      judgement: 'judgment',
      ageing: 'aging',
      artefact: 'artifact',
      artefacts: 'artifact',
      sceptic: 'skeptic',
      percent: 'cent',
      usd: 'dollar',
      eur: 'euro',
      gbp: 'pound',
      aluminium: 'aluminum',
    },
    signs: { $: 'dollar', '€': 'euro', '£': 'pound', '¥': 'yen', '%': 'percent' },
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
