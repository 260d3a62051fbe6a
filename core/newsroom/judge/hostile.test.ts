import { describe, expect, test } from 'vitest'
import { createJudge } from '#core/newsroom/judge/create-judge.ts'
import { type Binding, judgedTextsOf } from '#core/newsroom/judge/judge.ts'
import { sourceOf } from '#core/newsroom/judge/testing/judge-one.ts'
import { processorMs } from '../../../tests/support/processor-time.ts'

const SENTENCE = 'The bakery Aster in Ghent has hired 42 people.'
const judge = createJudge({
  sources: [sourceOf(['Aster, a bakery in Ghent, has hired 42 people, it said to The Harbour Post.'])],
  aliases: [],
  doubts: [],
})
const cited = (text: string): Binding => ({ text, kind: 'fact', cites: [{ source: 1, sentence: 1 }] })
const judged = (content: string, bindings: Binding[] = [cited(SENTENCE)]) =>
  judge.article(judgedTextsOf({ content }), bindings)

describe('nothing is said beside the sentences', () => {
  test.each([
    ['a block of code', '```\nAster is bankrupt.\n```'],
    ['indented code', '    Aster is bankrupt.'],
    ['the language of a block of code', '```Aster-is-bankrupt\n```'],
    ['code in a line', '`Aster is bankrupt.`'],
    ['HTML', '<p>Aster is bankrupt.</p>'],
    ['a comment', '<!-- Aster is bankrupt. -->'],
    ['a cell', '| a | b |\n|---|---|\n| Aster is bankrupt | yes |'],
    ['an item', '- Aster is bankrupt'],
    ['a footnote', 'Aster[^1]\n\n[^1]: Aster is bankrupt.'],
    ['a long heading', `## ${'Aster is bankrupt and '.repeat(10)}`],
    ['a heading of two sentences', '## Aster is bankrupt. It closed.'],
    ['a caption', `![a](https://x.example/a.jpg "${'Aster is bankrupt and '.repeat(10)}")`],
    ['a credit', `![a](https://x.example/a.jpg "A | ${'Aster is bankrupt and '.repeat(10)}")`],
    ['a credit of two sentences', '![a](/a.jpg "A | Nora Lind. Aster is bankrupt.")'],
    ['an alternative text', `![${'Aster is bankrupt and '.repeat(10)}](/a.jpg)`],
    ['the title of a link', `[Aster](/a "${'Aster is bankrupt and '.repeat(10)}")`],
    ['a definition that no link uses', '[a]: https://evil.example "Aster is bankrupt"'],
    ['what comes after as much as is read', `${'word '.repeat(45_000)}`],
  ])('in %s', (_, content) => {
    const sentences = judged(`${SENTENCE}\n\n${content}`)
    expect(sentences.filter(({ verdict }) => verdict === 'red')).not.toEqual([])
  })
})

test('places are those of the Markdown', () => {
  const content = `# Aster\n\n> ${SENTENCE}\n\nIt is **open**.`
  for (const { from, to, text } of judged(content))
    expect(content.slice(from, to).replace(/\*\*/g, '')).toBe(text)
})

test('a changed number in a covered sentence is red, and other words stay bound', () => {
  const [changed] = judged(`${SENTENCE.replace('42', '43')} The Harbour Post said so.`)
  expect(changed?.findings).toEqual([{ code: 'number_not_in_source', quote: '43', other: '42' }])
  const [reworded] = judged('The bakery Aster in Ghent has taken on 42 people. The Harbour Post said so.')
  expect(reworded).toMatchObject({ verdict: 'green', cites: [{ source: 1, sentence: 1 }] })
  expect(judged('Cats are lovely animals.')[0]?.findings[0]?.code).toBe('uncited')
})

describe('a figure or a name in another dress is not covered', () => {
  const OF = 'The bakery Aster in Ghent has hired'
  test.each([
    ['a number in words', `${OF} forty-three people.`],
    ['another magnitude in words', `${OF} forty-two thousand people.`],
    ['wide digits', `${OF} ４３ people.`],
    ['Arabic digits', `${OF} ٤٣ people.`],
    ['Indian digits', `${OF} ४३ people.`],
    ['digits in circles', `${OF} ④③ people.`],
    ['mathematical digits', `${OF} 𝟒𝟑 people.`],
    ['Roman numerals', `${OF} XLIII people.`],
    ['a fraction', `${OF} ½ of the people.`],
    ['a power', `${OF} 42² people.`],
    ['a range', `${OF} 42–48 people.`],
    ['a number in two parts', `${OF} 4 2 people.`],
    ['a number with a hidden character', `${OF} 4\u20602 people.`],
    ['an entity', `${OF} 4&#51; people.`],
    ['a unit', `${OF} 42k people.`],
    ['dozens', `${OF} a dozen people.`],
    ['hundreds', `${OF} hundreds of people.`],
    ['a misspelt name', 'The bakery Astra in Ghent has hired 42 people.'],
    ['a Cyrillic letter', 'The bakery Аster in Ghent has hired 42 people.'],
    ['a Cherokee letter', 'The bakery Aster in Ꮆhent has hired 42 people.'],
    ['mathematical letters', 'The bakery 𝐀𝐬𝐭𝐞𝐫 in Ghent has hired 42 people.'],
    ['a soft hyphen', 'The bakery As\u00adter in Ghent has hired 42 people.'],
  ])('%s', (_, text) => {
    expect(judged(text, [cited(text)])[0]?.verdict).toBe('red')
  })

  test.each([
    ['The bakery Aster in Ghent has hired forty-two people.'],
    ["Aster's bakery in Ghent has hired 42 people."],
    ['The bakery ASTER in Ghent has hired 42 people.'],
  ])('but this is: %s', (text) => {
    expect(judged(`${text} The Harbour Post said so.`, [cited(text)])[0]?.verdict).toBe('green')
  })

  test.each([
    ['1.870', 'de'],
    ['1 870', 'fr'],
    ['1\u202f870', 'fr'],
    ['1’870', 'de'],
    ['1.870', 'pt'],
  ])('thousands as %s in %s', (number, language) => {
    const judge = createJudge({
      sources: [{ ...sourceOf([`Aster Ghent ${number}.`]), language }],
      aliases: [],
      doubts: [],
    })
    const verdict = (text: string) =>
      judge.article(judgedTextsOf({ content: `${text} The Harbour Post said so.` }), [cited(text)])[0]
        ?.verdict
    expect(verdict('Aster has hired 1,870 people in Ghent.')).toBe('green')
    expect(verdict('Aster has hired 1.87 people in Ghent.')).toBe('red')
  })
})

test.each([
  ['names', Array.from({ length: 200 }, (_, index) => `Aster${index} Lupin${index}`).join(' and ')],
  ['numbers', Array.from({ length: 400 }, (_, index) => index + 3).join(', ')],
  ['clauses', 'Aster in Ghent hired 42 people, '.repeat(600)],
])('a sentence of hundreds of %s is not covered, by a source that has as many', (_, text) => {
  const judge = createJudge({
    sources: [sourceOf(Array.from({ length: 30 }, () => text))],
    aliases: [],
    doubts: [],
  })
  const binding: Binding = {
    text: `${text}.`,
    kind: 'fact',
    cites: Array.from({ length: 30 }, (_, index) => ({ source: 1, sentence: index + 1 })),
  }
  expect(judge.article(judgedTextsOf({ content: `${text}.` }), [binding])[0]?.verdict).toBe('red')
})

test('a binding is given to one changed sentence', () => {
  const sentences = judged(
    'The bakery Aster in Ghent has taken on 42 people. The bakery Aster in Ghent has found 42 people.',
  )
  expect(sentences.map(({ cites }) => cites.length).toSorted()).toEqual([0, 1])
})

test('the state of a source is that of what rests on it', () => {
  const source = sourceOf(['Aster, a bakery in Ghent, has hired 42 people, it said to The Harbour Post.'])
  const codes = (state: 'removed' | 'corrected' | 'withdrawn') =>
    createJudge({ sources: [{ ...source, state }], aliases: [], doubts: [] })
      .article(judgedTextsOf({ content: `${SENTENCE} The Harbour Post said so.` }), [cited(SENTENCE)])[0]
      ?.findings.map(({ code }) => code)
  expect(codes('removed')).toEqual(['unknown_source'])
  expect(codes('withdrawn')).toEqual(['source_withdrawn'])
  expect(codes('corrected')).toEqual(['source_corrected'])
})

test('ids that were not chosen are red', () => {
  const binding: Binding = {
    text: SENTENCE,
    kind: 'fact',
    cites: [
      { source: 7, sentence: 1 },
      { source: 1, sentence: 99 },
    ],
  }
  expect(judged(SENTENCE, [binding])[0]?.findings.map(({ code, other }) => [code, other])).toEqual([
    ['unknown_source', '7.1'],
    ['unknown_source', '1.99'],
  ])
})

test('a doubt makes green amber, and red stays red', () => {
  const [{ key } = { key: '' }] = judged(SENTENCE)
  const doubting = createJudge({
    sources: [sourceOf(['Aster, a bakery in Ghent, has hired 42 people, it said.'])],
    aliases: [],
    doubts: [{ key, reason: 'hired, or will hire?' }],
  })
  const content = `${SENTENCE} The Harbour Post said so.`
  expect(doubting.article(judgedTextsOf({ content }), [cited(SENTENCE)])[0]?.verdict).toBe('amber')
  expect(doubting.article(judgedTextsOf({ content }), [])[0]?.verdict).toBe('red')
})

test('a headline over thousands of sentences that are unsure of it is compared with some of them', () => {
  const judge = createJudge({
    sources: [sourceOf(Array.from({ length: 6000 }, (_, index) => `Quay ${index} may close the bakery.`))],
    aliases: [],
    doubts: [],
  })
  const texts = Array.from({ length: 300 }, (_, index) => `Quay ${index} says it.`)
  const bindings = texts.map(
    (text, index): Binding => ({
      text,
      kind: 'fact',
      cites: Array.from({ length: 20 }, (_, place) => ({ source: 1, sentence: index * 20 + place + 1 })),
    }),
  )
  const begun = processorMs()
  const [title] = judge.article(
    judgedTextsOf({ title: 'The bakery closes', content: texts.join('\n\n') }),
    bindings,
  )
  expect(title?.findings.map(({ code }) => code)).toContain('modality_lost')
  expect(processorMs() - begun).toBeLessThan(20_000)
})

test.each([
  ['letters', 'a'.repeat(1_000_000)],
  ['sentences', 'Ab cd 12. '.repeat(100_000)],
  ['names', 'Aa Bb '.repeat(160_000)],
  ['marks', '"a '.repeat(330_000)],
  ['items', '- Aa said 5\n'.repeat(80_000)],
  ['code', '`a` '.repeat(250_000)],
])('a megabyte of %s is judged within bounds, and is not covered', (_, content) => {
  const sentences = judged(content)
  expect(sentences.length).toBeLessThanOrEqual(5000)
  expect(
    sentences.every(
      ({ text, verdict, findings }) => text.length <= 20_000 && verdict === 'red' && findings.length <= 20,
    ),
  ).toBe(true)
})
