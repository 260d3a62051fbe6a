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
  ['The president resigned.', SOURCE, ['little_in_common']],
  ['The otter slept.', SOURCE, []],
  ['Everybody loves cake and music these days.', SOURCE, ['little_in_common']],
])
