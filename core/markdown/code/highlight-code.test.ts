import { describe, expect, test } from 'vitest'
import { CODE_LANGUAGES, findCodeLanguage } from '#core/markdown/code/code-languages.ts'
import { highlightCode } from '#core/markdown/code/highlight-code.ts'
import { processorMs } from '../../../tests/support/processor-time.ts'

/** The parts of some code with a colour: "keyword:const". */
function coloured(language: string, code: string): string[] {
  const found = findCodeLanguage(language)
  if (!found) throw new Error(`No colours for ${language}`)
  return (highlightCode(code, found) ?? []).flatMap(({ kind, text }) => (kind ? [`${kind}:${text}`] : []))
}

test.each([
  ['ts', "const a = 'b' // c", ['keyword:const', 'name:a', "string:'b'", 'comment:// c']],
  ['python', 'def f(x):\n  return 1', ['keyword:def', 'name:f', 'keyword:return', 'number:1']],
  ['bash', 'for f in a; do # b', ['keyword:for', 'keyword:in', 'keyword:do', 'comment:# b']],
  ['json', '{"a": true}', ['string:"a"', 'number:true']],
  ['sql', "select a from b where c = 'd'", ['keyword:select', 'keyword:from', 'keyword:where', "string:'d'"]],
  ['html', '<a href="b">', ['name:a', 'name:href', 'string:"b"']],
  ['diff', '-old\n+new', ['deleted:-old', 'inserted:+new']],
])('%s has colours', (language, code, parts) => {
  expect(coloured(language, code)).toEqual(parts)
})

test.each([
  ['python title="x"', 'Python'],
  ['Python', 'Python'],
  ['  ts{1,3}', 'TypeScript'],
  ['c++', 'C++'],
  ['c#', 'C#'],
])('the words %j name a language', (info, name) => {
  expect(findCodeLanguage(info)?.name).toBe(name)
})

test.each([
  '',
  'klingon',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'py\u0000',
  '{python',
  'p'.repeat(10_000),
])('the words %j name none', (info) => {
  expect(findCodeLanguage(info)).toBeUndefined()
})

describe('beyond what people write there are no colours:', () => {
  const json = findCodeLanguage('json') ?? CODE_LANGUAGES[0]
  test.each([
    ['a long text', '1\n'.repeat(10_001)],
    ['a wide gap', `1${' '.repeat(81)}2`],
    ['a long line', `"${'a'.repeat(500)}"`],
    ['a hundred brackets in one another', '['.repeat(101)],
    ['a hundred brackets on as many lines', '[\n'.repeat(101)],
  ])('%s', (_what, code) => {
    expect(json && highlightCode(code, json)).toBeNull()
  })
})

const PIECES =
  '( ) [ ] { } < > " \' ` / \\ // /* */ # $ ${ @ % ^ & * - + = | ~ ? : ; , . ! a A 1 0x 1e _ """ <<E -- <!-- <![CDATA[ <? "\\ fn r# %q => :: é 漢 🤖 \u0000 \u202e \ud800 #{ {{ |- @" a. a( a: a= (a <a a, 1. %['
    .split(' ')
    .concat([
      ' ',
      '\t',
      `${' '.repeat(80)}a`,
      `${'\t'.repeat(80)}{`,
      'a ',
      ' - ',
      'import ',
      'class ',
      'def ',
      'if ',
      'else ',
      'case ',
      'begin ',
      'end ',
      'for ',
      'in ',
      '= {',
      'a => ',
    ])

/** Texts of which each is difficult for some parser: one piece again and again, on long lines, on short ones, and with brackets that close. */
function hostileCodes(length: number): string[] {
  return PIECES.flatMap((piece) => {
    const line = piece.repeat(Math.floor(490 / piece.length))
    const closed = `${piece.repeat(40)}\n${piece.repeat(40)}\n${')]}'.repeat(80)}\n`
    return [`${line}\n`, `${piece}\n`, closed].map((unit) => unit.repeat(Math.floor(length / unit.length)))
  })
}

test.each(CODE_LANGUAGES)('$name keeps every character, within the time limit', (language) => {
  const started = processorMs()
  for (const code of hostileCodes(2_000)) {
    const parts = highlightCode(code, language)
    expect(
      parts === null || parts.map(({ text }) => text).join('') === code,
      JSON.stringify(code.slice(0, 20)),
    ).toBe(true)
  }
  // Half a megabyte in all. A parser that is quadratic takes minutes.
  expect(processorMs() - started).toBeLessThan(10_000)
})
