import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

const COSTS = ['Nurses cost the clinic 45 euros an hour.', 'The robot cost four.']
const SHARES = 'Readers noticed a cloned voice in 23 percent of scenes and a bad translation in 31 percent.'

testRule([
  ['At 45 euros an hour a nurse costs the clinic more than the robot, at four.', COSTS, []],
  ['The robot cost 45 euros an hour.', COSTS, ['number_moved']],
  ['Readers noticed a cloned voice in 31 percent of scenes.', SHARES, ['number_moved']],
  ['Readers noticed a bad translation in 31 percent.', SHARES, []],
  [
    'In April 120 letters were sent.',
    ['In aprile ha spedito 1.870 lettere.', 'I 120 impiegati avevano protestato a gennaio.'],
    ['number_moved'],
    'it',
  ],
  [
    'Marta Vilela doubts the report.',
    ['Marta Vilela foi suspensa.', 'Jon Ruiz duvida do relatório.'],
    ['names_swapped'],
    'pt',
  ],
])
