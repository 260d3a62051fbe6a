import { expect, test } from 'vitest'
import { createJudge } from '#core/newsroom/judge/create-judge.ts'
import { judgedTextsOf } from '#core/newsroom/judge/judge.ts'
import { sourceOf } from '#core/newsroom/judge/testing/judge-one.ts'
import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

const SOURCE = 'Keepers at the zoo found the young otter on a Sunday walk along the frozen river.'

testRule([
  ['The young otter was found by keepers.', SOURCE, []],
  ['Keepers found the young otter on a Sunday walk along the river.', SOURCE, ['copied_passage']],
  ['“Keepers at the zoo found the young otter on a Sunday walk”: so it began for the keepers.', SOURCE, []],
  ['The young otter was found, see https://otter.example/pups for more.', SOURCE, ['address']],
  ['The young otter was found, see otter.example.com/pups for more.', SOURCE, ['address']],
  ['The young otter was [found](https://otter.example) by keepers.', SOURCE, ['address']],
  ['The young otter was [found](/en/zoo) by keepers.', SOURCE, []],
  ['The young otter was <b>found</b> by keepers.', SOURCE, ['markup', 'markup']],
  ['The young otter was \\<b>found\\</b> by keepers.', SOURCE, ['markup']],
  ['The young ot\u200bter was found by keepers.', SOURCE, ['hidden_character']],
  ['The young \u202eotter was found by keepers.', SOURCE, ['hidden_character']],
  ['The young оtter was found by keepers.', SOURCE, ['hidden_character']],
  ['Die Pfleger haben den jungen Otter am Fluss gefunden.', SOURCE, ['wrong_language']],
  ['Los cuidadores encontraron a la joven nutria en el río.', SOURCE, ['wrong_language']],
  ['Otter wows zoo keepers', SOURCE, []],
  ['Zorvik outgrills rivals', 'Zorvik, a grill maker, has outgrilled its rivals.', []],
  ['The president resigned.', SOURCE, ['little_in_common']],
  ['The otter slept.', SOURCE, []],
  ['Everybody loves cake and music these days.', SOURCE, ['little_in_common']],
])

testRule([
  ['Helvetic Chips raises 42.5 million euros', 'Helvetic Chips sammelt 42,5 Millionen Euro ein.', [], 'de'],
  ['Zentro upskills gigworkers', 'Zentro forme des travailleurs indépendants.', [], 'fr'],
  ['Bakterien im Salzsee fressen Plastik', 'Im Salzsee leben Bakterien.', ['wrong_language'], 'de'],
  ['Kein Otter in Ghent', 'In Ghent gibt es keinen Otter.', ['wrong_language'], 'de'],
  ['Helvetic Chips sammelt Millionen ein', 'Helvetic Chips sammelt Millionen ein.', ['wrong_language'], 'de'],
  ['Helvetic lève des millions', 'Helvetic lève des millions.', ['wrong_language'], 'fr'],
  ['Helvetic cierra fábrica', 'Helvetic cierra su fábrica.', ['wrong_language'], 'es'],
])

test('what is copied is copied, whether it cites its source or not', () => {
  const judge = createJudge({ sources: [sourceOf([SOURCE])], aliases: [], doubts: [] })
  const [copied] = judge.article(judgedTextsOf({ content: SOURCE }), [])
  expect(copied?.findings.map(({ code }) => code)).toEqual(['copied_passage'])
  expect(copied).toMatchObject({ verdict: 'red', is_signable: false })
})
