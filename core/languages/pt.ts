import type { LanguageFacts } from '#core/languages/language-facts.ts'

const PORTUGUESE: LanguageFacts = {
  functionWords:
    'o a os as um uma uns umas e ou mas nem se que quem qual quais cujo cuja como quando onde porque pois embora enquanto ao à aos às ' +
    'ante após até com contra de do da dos das desde durante em no na nos nas num numa entre para pelo pela pelos pelas perante por ' +
    'sem sob sobre trás eu tu ele ela nós vós eles elas me te lhe lhes meu minha teu tua seu sua seus suas nosso nossa este esta estes ' +
    'estas isto esse essa esses essas isso aquele aquela ser é são era eram foi foram seja sejam sido sendo estar está estão estava ' +
    'estavam ter tem têm tinha tinham haver há pode podem poder vai vão ir faz fazem fazer não sim já mais menos muito tão também ' +
    'ainda só todo toda todos todas outro outra outros outras mesmo mesma cada assim então agora',
  search: {
    stemmer: 'portuguese_stem',
    subjects: 'poder ser',
    elisions: 'd',
    spellings: [
      ['[cp]ç', 'ç'],
      ['[cp]t([aeiou])', 't\\1'],
    ],
    endings: {
      ões: 'ão',
      oes: 'ão',
      ães: 'ão',
      ãos: 'ão',
      cao: 'ção',
      ais: 'al',
      éis: 'el',
      eis: 'el',
      óis: 'ol',
      uis: 'ul',
      ens: 'em',
      ns: 'm',
    },
    forms: { registo: 'registro', equipa: 'equipe', usd: 'dólar', eur: 'euro', brl: 'real' },
    signs: { R$: 'reais', $: 'dólares', '€': 'euros', '£': 'libras', '¥': 'ienes', '%': 'cento' },
    magnitudes: { mi: 'milhões', bi: 'bilhões', tri: 'trilhões', mm: 'milhões' },
  },
}

export default PORTUGUESE
