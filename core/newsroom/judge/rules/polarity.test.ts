import { expect, test } from 'vitest'
import { createJudge } from '#core/newsroom/judge/create-judge.ts'
import { judgedTextsOf } from '#core/newsroom/judge/judge.ts'
import { sourceOf } from '#core/newsroom/judge/testing/judge-one.ts'
import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

const DENIED = 'The club denied that it had paid the referee.'

testRule([
  ['The club denied paying the referee.', DENIED, []],
  ['The club did not pay the referee, it said.', DENIED, []],
  ['The club paid the referee.', DENIED, ['negation_lost']],
  ['The jury approved the bridge.', 'The jury did not approve the bridge.', ['negation_lost']],
  ['The jury did not approve the bridge.', 'The jury approved the bridge.', ['negation_added']],
  ['The jury has yet to approve the bridge.', 'The jury did not approve the bridge.', []],
  ['The museum will close.', 'The museum may close this winter.', []],
  ['The museum closed this winter.', 'The museum may close this winter.', ['modality_lost']],
  ['The museum plans to close.', 'The museum plans to close its garden.', []],
  ['The museum has closed its garden.', 'The museum plans to close its garden.', ['modality_lost']],
  ['The nurse stole the drugs.', 'The nurse allegedly stole the drugs.', ['modality_lost']],
  ['The nurse stole the drugs, prosecutors say.', 'The nurse allegedly stole the drugs.', []],
  ['The port hired 40 divers.', 'The port hired 40 divers but did not say why.', []],
  ['The port hired 40 divers.', 'The port, which could not be reached, hired 40 divers.', []],
  [
    'The mayor approved the bridge.',
    'Der Bürgermeister hat die Brücke nicht genehmigt.',
    ['negation_lost'],
    'de',
  ],
  ['The bridge has to be replaced.', 'The bridge may have to be replaced.', ['modality_lost']],
  ['The owner is said to be bankrupt.', 'The owner is believed to be bankrupt.', []],
  ['The owner swallowed it.', 'The vet believes that the owner swallowed it.', ['modality_lost']],
  ['The city builds a statue.', 'The city is thinking about a statue.', ['modality_lost']],
  ['The owner is bankrupt.', 'The owner is believed to be bankrupt.', ['modality_lost']],
  [
    'The mayor created 20 jobs in Ghent.',
    'Der Bürgermeister will 20 Stellen in Ghent schaffen.',
    ['modality_lost'],
    'de',
  ],
  ['The study cannot exclude rain.', 'The study cannot rule out rain.', []],
  ['The mayor is suing.', 'Der Bürgermeister prüft, ob er klagt.', ['modality_lost'], 'de'],
  ['The mayor is thinking of suing.', 'Der Bürgermeister prüft, ob er klagt.', [], 'de'],
  [
    'The mayor admits it, Nora Lind said.',
    'O prefeito nega isso e vai recorrer, disse Nora Lind.',
    ['negation_lost'],
    'pt',
  ],
  ['The mayor did not approve the bridge.', 'Der Bürgermeister hat die Brücke nicht genehmigt.', [], 'de'],
  ['The mayor took the money.', 'Le maire aurait pris l’argent.', ['modality_lost'], 'fr'],
  ['The mayor denied it.', 'El alcalde lo negó.', [], 'es'],
  ['The mayor took the money.', 'Il sindaco ha negato di aver preso il denaro.', ['negation_lost'], 'it'],
  ['The mayor closed the market.', 'O prefeito pode fechar o mercado.', ['modality_lost'], 'pt'],
  ['Sales in Lyon beat the forecast.', 'Les ventes de Lyon ont été meilleures que prévu.', [], 'fr'],
  ['It is the highest dam in Spain.', 'Es la presa más alta jamás construida en España.', [], 'es'],
  ['The show opens at Moritzburg castle.', 'Die Schau öffnet auf Schloss Moritzburg.', [], 'de'],
  [
    'Ada Byron had trouble with trains, and with boats.',
    'Ada Byron hatte nicht nur Probleme mit Zügen, sondern auch mit Booten.',
    [],
    'de',
  ],
  ['The law was an answer to Fillon.', 'La loi n’aura été qu’une réponse à Fillon.', [], 'fr'],
  ['Corwin will not restart the line.', 'Corwin may not restart the line.', ['modality_lost']],
  [
    'The company will go public, Bruna Ferrandi said.',
    'L’azienda non intende quotarsi in Borsa, ha ribadito Bruna Ferrandi.',
    ['negation_lost'],
    'it',
  ],
])

const QUAY = [
  'Aster will build a quay in Ghent for 12 million euros.',
  'It may close the old dock, director Nora Lind said.',
  'The city reportedly owes Aster 4 million euros.',
  'Aster plans to hire 60 divers.',
]
const KAI = [
  'Aster baut für 12 Millionen Euro einen Kai in Gent.',
  'Die Firma könnte 2031 das Dock 7 schließen.',
  'Aster will 60 Taucher einstellen.',
]

test.each<[title: string, codes: string[], source?: string[]]>([
  ['Old dock will close', ['modality_lost']],
  ['Aster closes the old dock', ['modality_lost']],
  ['Old dock may close', []],
  ['City owes Aster 4 million euros', ['modality_lost']],
  ['City said to owe Aster 4 million euros', []],
  ['Aster hires 60 divers', ['modality_lost']],
  ['Aster buys Lupin', ['modality_lost'], ['Aster is in talks to buy Lupin.']],
  ['Aster to hire 60 divers', []],
  ['Aster builds quay in Ghent', []],
  ['Aster builds quay for 12 million euros', [], KAI],
  [
    'Aster builds quay in Gent',
    [],
    ['Aster baut in Gent einen Kai für eine Summe, die nicht genannt wurde.'],
  ],
  ['Dock 7 closes in 2031', ['modality_lost'], KAI],
  ['Dock 7 could close in 2031', [], KAI],
  ['Aster hires 60 divers', ['modality_lost'], KAI],
  ['Aster wants to hire 60 divers', [], KAI],
  [
    'Aster opens quay in May',
    ['modality_lost'],
    ['Aster baut einen Kai.', 'Aster baut in Gent, und er könnte im Mai öffnen.'],
  ],
])('a headline is as sure as what it tells: %s', (title, codes, source = QUAY) => {
  const judge = createJudge({
    sources: [sourceOf(source, { language: source.join().includes('Aster baut') ? 'de' : 'en' })],
    aliases: [],
    doubts: [],
  })
  const text = 'This is from The Harbour Post.'
  const cites = source.map((_, index) => ({ source: 1, sentence: index + 1 }))
  const [heading] = judge.article(judgedTextsOf({ title, content: text }), [{ text, kind: 'fact', cites }])
  expect(heading?.findings.map(({ code }) => code)).toEqual(codes)
})
