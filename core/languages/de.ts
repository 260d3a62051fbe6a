import type { LanguageFacts } from '#core/languages/language-facts.ts'

const GERMAN: LanguageFacts = {
  functionWords:
    'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner und oder aber denn sondern doch ob dass ' +
    'weil wenn als wie wo da damit während obwohl bevor nachdem an am ans auf aus außer bei beim bis durch für gegen hinter in im ins ' +
    'mit nach neben ohne seit statt trotz über um unter von vom vor wegen zu zum zur zwischen ich du er sie es wir ihr mich dich sich ' +
    'uns euch mir dir ihm ihn ihnen mein dein sein seine seinen seiner ihre ihren ihrer unser unsere euer dieser diese dieses diesen ' +
    'diesem jener jene jenes welche welcher welches wer was man ist sind war waren bin bist wird werden wurde wurden worden sei seien ' +
    'gewesen hat haben hatte hatten habe kann können konnte konnten muss müssen soll sollen sollte will wollen darf dürfen mag nicht ' +
    'nur auch noch schon sehr mehr so dann nun hier dort alle alles allen anderen andere jeder jede jedes selbst etwa bereits immer',
  search: {
    stemmer: 'german_stem',
    spellings: [
      ['ß', 'ss'],
      ['ph', 'f'],
      ['ti(al|ell)', 'zi\\1'],
      ['(?<![aeiouq])ae(?=.)', 'ä'],
      ['(?<![aeiouq])oe(?=.)', 'ö'],
      ['(?<![aeiouq])ue(?=.)(?!n$)', 'ü'],
    ],
    endings: {
      iko: 'iken',
      ikos: 'iken',
      thema: 'themen',
      themas: 'themen',
      firma: 'firmen',
      konto: 'konten',
      kontos: 'konten',
      trum: 'tren',
      trums: 'tren',
      museum: 'museen',
      museums: 'museen',
      rium: 'rien',
      riums: 'rien',
      dium: 'dien',
      diums: 'dien',
      ismus: 'ismen',
      ithmus: 'ithmen',
      virus: 'viren',
      zyklus: 'zyklen',
      matrix: 'matrizen',
      index: 'indizes',
      indices: 'indizes',
      praxis: 'praxen',
      lexikon: 'lexika',
      schema: 'schemata',
      innen: 'in',
    },
    forms: { usd: 'dollar', eur: 'euro', chf: 'franken' },
    signs: {
      'Mrd.': 'Milliarden',
      'Mio.': 'Millionen',
      $: 'Dollar',
      '€': 'Euro',
      '£': 'Pfund',
      '¥': 'Yen',
      '%': 'Prozent',
    },
    magnitudes: { mrd: 'Milliarden', mio: 'Millionen', tsd: 'Tausend' },
  },
}

export default GERMAN
