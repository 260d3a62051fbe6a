import type { LanguageFacts } from '#core/languages/language-facts.ts'

const FRENCH: LanguageFacts = {
  functionWords:
    'le la les un une des du de d l et ou où mais ni or donc car si que qu qui quoi dont lequel laquelle lesquels comme quand lorsque ' +
    'parce puisque à au aux avec avant après chez contre dans depuis derrière dès devant durant en entre envers jusque malgré par ' +
    'parmi pendant pour sans selon sous sur vers je j tu il elle on nous vous ils elles me m te t se s lui leur leurs y mon ma mes ton ' +
    'ta tes son sa ses notre nos votre vos ce c cet cette ces cela ça ceci celui celle ceux être est sont était étaient été fut soit ' +
    'sera seront avoir a ai as ont avait avaient eu aura auront fait font faire peut peuvent pouvoir va vont aller ne n pas plus ' +
    'moins très aussi bien encore déjà tout toute tous toutes autre autres même mêmes chaque ainsi alors',
  search: {
    stemmer: 'french_stem',
    subjects: 'or car été être avoir pouvoir autre',
    elisions: 'l d j m t s c n qu jusqu lorsqu puisqu quoiqu',
    spellings: [
      ['œ', 'oe'],
      ['æ', 'ae'],
    ],
    endings: { eaux: 'eau', aux: 'al', njeux: 'njeu', lieux: 'lieu' },
    forms: {
      travaux: 'travail',
      yeux: 'oeil',
      jeux: 'jeu',
      baux: 'bail',
      vitraux: 'vitrail',
      cieux: 'ciel',
      clef: 'clé',
      clefs: 'clé',
      pourcent: 'cent',
      usd: 'dollar',
      eur: 'euro',
      chf: 'franc',
    },
    signs: {
      'Mds€': 'milliards euros',
      'Md€': 'milliards euros',
      'M€': 'millions euros',
      $: 'dollars',
      '€': 'euros',
      '£': 'livres',
      '¥': 'yens',
      '%': 'cent',
    },
    magnitudes: { md: 'milliards', mds: 'milliards', mrd: 'milliards', mln: 'millions', mio: 'millions' },
  },
}

export default FRENCH
