import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

// The source is of Tuesday, 24 November 2026.
testRule([
  ['The ferry starts on 12 March.', 'The ferry will start on March 12, the port said.', []],
  ['The ferry will start in March.', 'The ferry will start on March 12, the port said.', []],
  [
    'The ferry will start on 12 April.',
    'The ferry will start on March 12, the port said.',
    ['date_not_in_source'],
  ],
  [
    'The ferry will start on 13 March.',
    'The ferry will start on March 12, the port said.',
    ['date_not_in_source'],
  ],
  [
    'The ferry stopped on 12 May.',
    'The ferry stopped on 5 May and started again on 12 June.',
    ['date_not_in_source'],
  ],
  ['The ferry will start on 12 March 2027.', 'The ferry will start on March 12 next year.', []],
  ['The ferry started in March 2024.', 'The ferry started in March 2025.', ['date_not_in_source']],
  ['The ferry started in 2024.', 'The ferry started in 2025.', ['number_not_in_source']],
  ['The ferry stopped on Monday.', 'The ferry stopped yesterday.', []],
  ['The ferry stopped on 23 November.', 'The ferry stopped on Monday.', []],
  ['The ferry stopped on 22 November.', 'The ferry stopped on Monday.', ['date_not_in_source']],
  ['The ferry stopped on Friday.', 'The ferry stopped on Monday.', ['date_not_in_source']],
  ['The ferry stops on 3 May.', 'Die Fähre fährt ab dem 3. Mai nicht mehr.', [], 'de'],
  ['The ferry stops on 3 May.', 'Le ferry s’arrête le 3 mai.', [], 'fr'],
  ['The ferry stops on 3 June.', 'El ferry para el 3 de mayo.', ['date_not_in_source'], 'es'],
])
