import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

const TWO = 'Lupin earned 5 million euros and Aster 7 million euros.'
const ROLES = 'Marta Vilela, president of Lupin, and Jon Ruiz, the finance chief, left the meeting.'

testRule([
  ['Aster earned 7 million euros.', TWO, []],
  ['Aster earned 5 million euros.', TWO, ['number_moved']],
  ['Lupin earned 7 million euros, and Aster 5 million euros.', TWO, ['number_moved']],
  [
    'Aster earned 5 million euros.',
    ['Lupin earned 5 million euros.', 'Aster earned 7 million euros.'],
    ['number_moved', 'names_swapped'],
  ],
  ['Aster has 400 staff.', 'Aster, which bought Lupin in 2019, has 400 staff.', []],
  ['Lupin has 400 staff.', 'Aster, which bought Lupin in 2019, has 400 staff.', ['number_moved']],
  [
    'Aster hired 42 bakers in Ghent, Mayor Wouters said.',
    'Mayor Wouters said that Aster hired 42 bakers in Ghent.',
    [],
  ],
  [
    'The union put it at 90%, the company at 55%.',
    'Il 90 per cento secondo il sindacato, il 55 per cento secondo l’azienda.',
    [],
    'it',
  ],
  [
    'The union put it at 55%, the company at 90%.',
    'Il 90 per cento secondo il sindacato, il 55 per cento secondo l’azienda.',
    ['number_moved'],
    'it',
  ],
  ['KX-18 has 2.6 times its size.', 'KX-18, descubierto en Chile, tiene 2,6 veces su tamaño.', [], 'es'],
  [
    'The Ghent-based bakery has 42 ovens.',
    ['Aster opened a bakery.', 'It is in Ghent and has 42 ovens.'],
    [],
  ],
  [
    'The 22-tonne box came down from about nine metres up.',
    'The container, which weighed 22 tonnes, fell from a height of about nine metres at Pier 6 shortly after 5 p.m.',
    [],
  ],
  ['Finance chief Jon Ruiz left the meeting.', ROLES, []],
  ['Finance chief Marta Vilela left the meeting.', ROLES, ['number_moved']],
])
