import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

testRule([
  ['Aster sues Lupin.', 'Aster has sued Lupin over a patent.', []],
  ['Lupin sues Aster.', 'Aster has sued Lupin over a patent.', ['names_swapped']],
  ['Lupin was sued by Aster.', 'Aster has sued Lupin over a patent.', []],
  ['Aster was sued by Lupin.', 'Aster has sued Lupin over a patent.', ['names_swapped']],
  ['Lupin met Aster.', 'Aster met Lupin on a train.', []],
  ['Lupin and Aster sell bread.', 'Aster and Lupin sell bread.', []],
  ['In Ghent, Aster opened a bakery.', 'Aster opened a bakery in Ghent.', []],
  ['Aster sues Lupin.', 'Aster verklagt Lupin.', [], 'de'],
  ['Lupin sues Aster.', 'Aster verklagt Lupin.', ['names_swapped'], 'de'],
  ['Lupin was sued by Aster.', 'Aster verklagt Lupin.', [], 'de'],
])
