import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

testRule([
  ['Aster sues Lupin.', 'Aster has sued Lupin over a patent.', []],
  ['Lupin sues Aster.', 'Aster has sued Lupin over a patent.', ['names_swapped']],
  ['Lupin was sued by Aster.', 'Aster has sued Lupin over a patent.', []],
  ['Aster was sued by Lupin.', 'Aster has sued Lupin over a patent.', ['names_swapped']],
  ['Lupin met Aster.', 'Aster met Lupin on a train.', []],
  ['Lupin and Aster sell bread.', 'Aster and Lupin sell bread.', []],
  ['In Ghent, Aster opened a bakery.', 'Aster opened a bakery in Ghent.', []],
  ['Aster sold it in the United States.', 'Aster l’ha venduto negli Stati Uniti.', [], 'it'],
  ['Lupin bought it from Aster.', 'Aster ha comprato il 20 per cento da Lupin.', ['names_swapped'], 'it'],
  ['Lupin bought it from Aster.', 'Aster lo ha ceduto a Lupin.', ['unclear'], 'it'],
  ['Aster beat Lupin.', 'Lupin venceu o Aster.', ['names_swapped'], 'pt'],
  ['Lupin beat Aster.', 'Lupin venceu o Aster.', [], 'pt'],
  ['Aster bought it from Lupin.', 'Aster ha comprato il 20 per cento da Lupin.', [], 'it'],
  ['Lupin bought Aster.', 'Aster è stata comprata da Lupin.', [], 'it'],
  ['Aster bought Lupin.', 'Aster a été achetée par Lupin.', ['names_swapped'], 'fr'],
  ['Aster and the bank Lupin pay.', 'Bezahlt von Aster und von der Bank Lupin.', [], 'de'],
  ['Aster sues Lupin.', 'Aster verklagt Lupin.', [], 'de'],
  ['Lupin sues Aster.', 'Aster verklagt Lupin.', ['names_swapped'], 'de'],
  ['Lupin was sued by Aster.', 'Aster verklagt Lupin.', [], 'de'],
])
