import { describe, expect, test } from 'vitest'
import { judgeOne } from '#core/newsroom/judge/testing/judge-one.ts'
import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

testRule([
  ['Marta Vilela runs the museum in Évora.', 'The museum in Évora is run by Marta Vilela.', []],
  ['Vilela runs the museum.', 'The museum in Évora is run by Marta Vilela.', []],
  ['Vilela’s museum is in Evora.', 'The museum in Évora is run by Marta Vilela.', []],
  [
    'Marta Varela runs the museum in Évora.',
    'The museum in Évora is run by Marta Vilela.',
    ['name_not_in_source'],
  ],
  [
    'Marta Vilela runs the museum in Beja.',
    'The museum in Évora is run by Marta Vilela.',
    ['name_not_in_source'],
  ],
  [
    'Siemens runs the museum.',
    'The museum in Évora is run by Marta Vilela.',
    ['name_not_in_source', 'names_swapped'],
  ],
  ['Marta Vilanova runs the museum.', 'Marta Vilanovella leitet das Museum.', ['name_not_in_source'], 'de'],
  ['Marta Vilela is head of IT.', 'Marta Vilela dirige los sistemas.', [], 'es'],
  ['Hippos roam the museum in Évora.', 'Los hipopótamos pasean por el museo de Évora.', ['unclear'], 'es'],
  ['They met two Kenyans.', 'Conheceram duas quenianas.', [], 'pt'],
  ['They met two Kenyans.', 'Conheceram duas angolanas.', ['name_not_in_source'], 'pt'],
  ['Cyberattacks hit a museum.', 'Un museo sufre ataques informáticos.', [], 'es'],
  ['Visitors like the museum.', 'The museum in Évora pleases visitors.', []],
  ['Museum Staff Strike In Évora', 'The staff of the museum in Évora are on strike.', []],
  ['German ministers met.', 'Ministers of Germany met.', []],
  ['The ECB raised rates.', 'The European Central Bank raised its rates.', []],
  ['The European Central Bank raised rates.', 'The ECB raised its rates.', []],
  ['The US raised its tariffs.', 'The United States raised tariffs.', []],
  ['The European Union raised its tariffs.', 'Die EU erhöhte ihre Zölle.', [], 'de'],
  ['Munich opened a new tram line.', 'München hat eine neue Tramlinie eröffnet.', [], 'de'],
  [
    'The tram line in Munich is open, Kessler said.',
    'Die Tramlinie in München sei offen, sagte Keßler.',
    ['name_not_in_source'],
    'de',
  ],
  [
    'Vienna opened a new tram line.',
    'München hat eine neue Tramlinie eröffnet.',
    ['name_not_in_source'],
    'de',
  ],
  [
    'The European Commission fined the port.',
    'Die EU-Kommission verhängte eine Strafe gegen den Hafen.',
    [],
    'de',
  ],
  ['Spanish fishers protested in Seville.', 'Los pescadores españoles protestaron en Sevilla.', [], 'es'],
  ['The Harbour Post saw the letter.', 'A letter was seen by this newspaper.', []],
  [
    'The harvest in Malaga starts in mid-November.',
    'La cosecha en Málaga empieza a mediados de noviembre.',
    [],
    'es',
  ],
  ['They measure at the Aletsch glacier.', 'Sie messen am Aletschgletscher.', [], 'de'],
  ['They sell to Italy.', 'Ils vendent à l’Italie.', [], 'fr'],
  ['He is from California.', 'He is from San Jose, Calif., and runs.', []],
])

describe('names that persons have added', () => {
  test('are other forms of what is cited', () => {
    const source = 'The Tejo authority closed the quay.'
    const text = 'The Tagus authority closed the quay.'
    expect(judgeOne(text, [source]).verdict).toBe('red')
    expect(judgeOne(text, [source], { aliases: [{ term: 'Tejo', as: 'Tagus' }] }).verdict).toBe('green')
  })
})

test('a full name that the source has elsewhere may stand for its part', () => {
  const text = 'Marta Vilela closed the museum.'
  const sentences = ['Marta Vilela is its director.', 'Vilela closed the museum on her first day.']
  expect(judgeOne(text, sentences).verdict).toBe('green')
})

test('says what the source has instead', () => {
  expect(judgeOne('Marta Varela runs it.', ['It is run by Marta Vilela.']).findings[0]).toEqual({
    code: 'name_not_in_source',
    quote: 'Varela',
    other: 'Vilela',
  })
})
