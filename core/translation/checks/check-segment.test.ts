import { describe, expect, test } from 'vitest'
import { type CheckedSegment, checkSegment } from '#core/translation/checks/check-segment.ts'
import { compileGlossary } from '#core/translation/checks/glossary.ts'

type Target = CheckedSegment['language']

const codes = (source: string, language: Target, target: string) =>
  checkSegment({ source, target, language, glossary: null }).map(({ code }) => code)

const PARAGRAPH =
  'The council of the Baltic port has voted to have every one of its systems audited within two years. ' +
  'Not much of it is what people would call artificial intelligence.'

test.each<[string, Target, string]>([
  ['<b1>12</b1> models', 'de', '<b1>12</b1> Modelle'],
  ['See <a1>the report</a1> of 2026', 'fr', 'Voir <a1>le rapport</a1> de 2026'],
  ['Now run <c1/> and <c2/>.', 'es', 'Ejecute ahora <c2/> y <c1/>.'],
  ['one line<n1/>another line', 'de', 'eine Zeile<n1/>noch eine'],
  ['GPT-4', 'de', 'GPT-4'],
  ['Apple Watch Ultra', 'it', 'Apple Watch Ultra'],
  ['Total', 'es', 'Total'],
  ['Version 2.1', 'fr', 'Version 2.1'],
  ['<c1/>', 'pt', '<c1/>'],
  ['Hello {{name}}', 'de', 'Hallo {{name}}'],
  ['https://example.org/a is down', 'de', 'https://example.org/a ist nicht erreichbar'],
  ['Write to a.b@example.org.', 'it', 'Scrivere a a.b@example.org.'],
  ['R&D & more', 'de', 'F&E und mehr'],
  ['a < b', 'de', 'a < b'],
  ['– no, he said', 'fr', '— non, dit-il'],
  ['I 👩‍🔬 you', 'de', 'Ich 👩‍🔬 dich'],
])('%s may be, in %s, %s', (source, language, target) => {
  expect(codes(source, language, target)).toEqual([])
})

describe('finds', () => {
  test.each<[string, Target, string, string[]]>([
    ['A text', 'de', ' \n\u200b', ['empty']],
    ['A text', 'de', '', ['empty']],
    ['How it works', 'de', 'How it works', ['identical']],
    ['open source software models', 'fr', 'open source software models', ['identical']],
    ['<b1>12</b1> models', 'de', '<b1>13</b1> Modelle', ['number_changed']],
    ['Hello {{name}}', 'de', 'Hallo', ['placeholder_missing']],
    ['Hello {{name}}', 'de', 'Hallo {{nome}}', ['placeholder_added', 'placeholder_missing']],
    ['Hello', 'de', 'Hallo {{name}}', ['placeholder_added']],
    ['Hello', 'de', 'Hallo https://evil.example/', ['address_added']],
    ['Hello', 'de', 'Hallo www.evil.example', ['address_added']],
    ['Hello', 'de', 'Hallo javascript:alert', ['address_added']],
    ['See https://example.org/a', 'de', 'Siehe https://example.org/b', ['address_added']],
    ['Hello', 'de', 'Hallo a@evil.example', ['address_added']],
    ['Hello', 'de', 'Hallo <script>', ['html_added']],
    ['Hello', 'de', 'Hallo <img src=x onerror=y>', ['html_added']],
    ['Hello', 'de', 'Hallo <!-- x', ['html_added']],
    ['Hello', 'de', 'Hallo&nbsp;Welt', ['html_added']],
    ['Hello', 'de', 'Hallo&#x20;Welt', ['number_added', 'html_added']],
    ['Hello', 'de', '# Hallo', ['markdown_added']],
    ['Hello', 'de', '- Hallo', ['markdown_added']],
    ['Hello', 'de', '> Hallo', ['markdown_added']],
    ['Hello', 'de', '```\nHallo', ['markdown_added']],
    ['Hello', 'de', '`Hallo`', ['markdown_added']],
    ['Hello', 'de', '**Hallo**', ['markdown_added']],
    ['Hello', 'de', '[Hallo](x)', ['markdown_added']],
    ['Hello', 'de', 'Hal\u0000lo', ['control_character_added']],
    ['Hello', 'de', 'Hal\u202elo', ['control_character_added']],
    ['Hello', 'de', 'Hal\u{e0041}lo', ['control_character_added']],
    ['Hello', 'de', 'Hal\ud800lo', ['control_character_added']],
    ['x'.repeat(20_001), 'de', 'y', ['too_many_characters']],
    ['Hello', 'de', 'y'.repeat(40_001), ['too_many_characters']],
    [
      PARAGRAPH,
      'de',
      'Der Rat der Hafenstadt hat abgestimmt. Nicht viel davon ist künstliche Intelligenz.',
      ['too_short'],
    ],
    [PARAGRAPH, 'de', PARAGRAPH, ['identical']],
    [PARAGRAPH, 'de', PARAGRAPH.replace('Baltic', 'baltischen'), ['wrong_language']],
    [
      'Short',
      'de',
      `Kurz. Und noch viel mehr, das niemand geschrieben hat, weil es das Modell erfunden hat, und so weiter`,
      ['too_long'],
    ],
  ])('%s in %s: %s', (source, language, target, expected) => {
    expect(codes(source, language, target)).toEqual(expected)
  })
})

test('a sentence that was left in English is quoted', () => {
  const target = `Der Rat hat abgestimmt. ${PARAGRAPH.split('. ')[0]}. Nicht viel davon ist künstliche Intelligenz.`
  const [problem] = checkSegment({ source: PARAGRAPH, target, language: 'de', glossary: null }).filter(
    ({ code }) => code === 'wrong_language',
  )
  expect(problem).toEqual({
    code: 'wrong_language',
    detected: 'en',
    quote: 'The council of the Baltic port has voted to have every one o',
  })
})

test('names and short quotations in English are no other language', () => {
  const target =
    'Der Satz „The deposit may not be returned before final inspection“ stand in einem Vertrag, den Microsoft Azure OpenAI Service ' +
    'und <a1>Amazon Web Services Bedrock</a1> übersetzt hatten, und niemand hatte es bemerkt.'
  const source =
    'The sentence “The deposit may not be returned before final inspection” stood in a contract that Microsoft Azure OpenAI Service ' +
    'and <a1>Amazon Web Services Bedrock</a1> had translated, and nobody had noticed.'
  expect(checkSegment({ source, target, language: 'de', glossary: null })).toEqual([])
})

test('terms are checked in the text without its tags', () => {
  const glossary = compileGlossary([{ term: 'Apple Watch', rule: 'keep' }])
  const check = (target: string) =>
    checkSegment({ source: 'An <b1>Apple</b1> Watch', target, language: 'de', glossary })
  expect(check('Eine <b1>Apple</b1> Watch')).toEqual([])
  expect(check('Eine <b1>Apfel</b1>-Uhr')).toEqual([
    { code: 'term_missing', term: 'Apple Watch', times: 1, found: 0, wrote: null },
  ])
})

test('hostile texts are read to their end, and name a few problems only', () => {
  const pieces = [
    '1 ',
    '1.',
    '<a1',
    '<a1>',
    'twenty ',
    'hundertund',
    'half a million ',
    '“',
    '[',
    '&#',
    'a@b.',
    '\ud800',
    '{{',
    '\n# ',
    '1–',
    '5 % ',
    'not ',
    'nicht un',
    'half past ',
    'A',
    'Aa Bb ',
    'dollars of ',
    '9 p.m. ',
    'un',
    'twenty-first ',
    'Isn’t',
    'six feet two ',
    'un an et demi ',
    'dix heures et ',
    'ne peut ',
  ]
  for (const piece of pieces) {
    const text = piece.repeat(Math.floor(20_000 / piece.length))
    const problems = checkSegment({ source: 'A text', target: text, language: 'de', glossary: null })
    expect(problems.length).toBeLessThanOrEqual(20)
    expect(
      checkSegment({ source: text, target: `${text.slice(0, -2)}x`, language: 'fr', glossary: null }),
    ).toBeDefined()
  }
})

describe('translation-twelve-hour-clock', () => {
  test.each<[source: string, language: Target, target: string, isRight: boolean]>([
    ['The meeting is at 9 PM.', 'fr', 'La réunion est à 9 heures.', false],
    ['The meeting is at 9 PM.', 'fr', 'La réunion est à 21 heures.', true],
    ['The meeting is at 9 PM.', 'fr', 'La réunion est à 9 heures du soir.', true],
    ['The meeting is at 9:30 p.m.', 'de', 'Die Sitzung ist um 9.30 Uhr.', false],
    ['The meeting is at 9:30 p.m.', 'de', 'Die Sitzung ist um 21.30 Uhr.', true],
    ['It opens at 12 AM.', 'de', 'Es öffnet um 12 Uhr.', false],
    ['It opens at 12 a.m.', 'de', 'Es öffnet um 0 Uhr.', true],
    ['It opens at 12 p.m.', 'de', 'Es öffnet um 12 Uhr.', true],
    ['The call is at 5 pm ET.', 'es', 'La llamada es a las 5.', false],
    ['The call is at 5 pm ET.', 'es', 'La llamada es a las 5 de la tarde (hora del Este).', true],
    ['At 11:15pm it stopped.', 'it', 'Alle 11:15 si fermò.', false],
    ['It begins at 8 a.m.', 'pt', 'Começa às 8h.', true],
    ['It was built in the 18th century.', 'it', 'Fu costruito nel Settecento.', true],
    ['It was common in the 1800s.', 'it', 'Era comune nell’Ottocento.', true],
  ])('%s in %s, %s: %s', (source, language, target, isRight) => {
    expect(codes(source, language, target).length === 0).toBe(isRight)
  })
})
