import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

const HARVEST =
  'Growers in the Alentejo picked 14,300 tonnes of cork last season, 12.4 percent less than the year before.'

testRule([
  ['Cork growers in the Alentejo brought in 14,300 tonnes last season.', HARVEST, []],
  ['Cork growers in the Alentejo brought in 12.4% less cork last season.', HARVEST, []],
  ['Cork growers in the Alentejo brought in 14,000 tonnes last season.', HARVEST, ['number_not_in_source']],
  [
    'Cork growers in the Alentejo brought in about 14,000 tonnes last season.',
    HARVEST,
    ['number_not_in_source'],
  ],
  ['Cork growers in the Alentejo brought in 12% less cork last season.', HARVEST, ['number_not_in_source']],
  [
    'Cork growers in the Alentejo brought in 14.3 million tonnes last season.',
    HARVEST,
    ['unit_not_in_source'],
  ],
  ['Cork growers in the Alentejo brought in 14,300 kilograms last season.', HARVEST, ['unit_not_in_source']],
  ['Cork growers in the Alentejo brought in 12.4 tonnes less last season.', HARVEST, ['unit_not_in_source']],
  ['The theatre sold 3,200 tickets at 18 euros.', 'The theatre said it sold 3,200 tickets, at €18 each.', []],
  [
    'The theatre sold 3,200 tickets at 18 dollars.',
    'The theatre said it sold 3,200 tickets, at €18 each.',
    ['unit_not_in_source'],
  ],
  ['The bridge cost $6.5 billion.', 'They paid $6.5bn for the bridge.', []],
  ['The bridge cost $6.5 million.', 'They paid $6.5bn for the bridge.', ['unit_not_in_source']],
  ['Three divers were rescued.', 'Rescuers brought up three divers.', []],
  ['Four divers were rescued.', 'Rescuers brought up three divers.', ['number_not_in_source']],
  ['Seven divers were rescued.', 'Rescuers brought up the divers.', ['number_not_in_source']],
  ['A third of the nests were empty.', 'One third of all nests were found empty.', []],
  ['Half of the nests were empty.', 'One third of all nests were found empty.', ['number_not_in_source']],
  ['The clinic treated 1,240 patients.', 'Die Klinik behandelte 1.240 Patienten.', [], 'de'],
  [
    'The clinic treated 1,420 patients.',
    'Die Klinik behandelte 1.240 Patienten.',
    ['number_not_in_source'],
    'de',
  ],
  ['The clinic cost 6.5 billion euros.', 'La clinique a coûté 6,5 milliards d’euros.', [], 'fr'],
  [
    'The clinic cost 6.5 million euros.',
    'La clinique a coûté 6,5 milliards d’euros.',
    ['unit_not_in_source'],
    'fr',
  ],
  ['The clinic cost 6.5 billion euros.', 'La clínica costó 6500 millones de euros.', [], 'es'],
  ['The ferry carries 85 passengers.', 'The A-85 ferry carries passengers.', ['number_not_in_source']],
])
