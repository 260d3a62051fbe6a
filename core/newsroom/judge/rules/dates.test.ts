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
  ['It hailed on June 8 to 9.', 'Il a grêlé du 8 au 9 juin.', [], 'fr'],
  ['It hailed on June 7 to 9.', 'Il a grêlé du 8 au 9 juin.', ['date_not_in_source'], 'fr'],
  ['The quay opens on January 1, 2026.', 'Le quai ouvre le 1 janv. 2026.', [], 'fr'],
  ['The quay opens on January 1, 2026.', 'Le quai ouvre le 2 janv. 2026.', ['date_not_in_source'], 'fr'],
  ['The quay opens on November 25, 2026.', 'Le quai ouvre le 25 nov. 2026.', [], 'fr'],
  ['The quay opens on March 15, 2026.', 'El muelle abre el 15 mar 2026.', [], 'es'],
  ['The quay opens on May 31, 2026.', 'El muelle abre el 31 may 2026.', [], 'es'],
  ['The quay opens in March.', 'El muelle se abre al mar.', ['date_not_in_source'], 'es'],
  ['The quay opens on January 1, 2026.', 'Il molo apre il 1 gen 2026.', [], 'it'],
  ['The quay opens on May 31, 2026.', 'Il molo apre il 31 mag 2026.', [], 'it'],
  ['The quay opens on March 15, 2026.', 'O cais abre a 15 de mar. de 2026.', [], 'pt'],
  ['The quay opens on November 25, 2026.', 'Der Kai öffnet am 25. Nov. 2026.', [], 'de'],
])
