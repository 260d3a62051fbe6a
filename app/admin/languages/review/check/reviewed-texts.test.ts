import { expect, test } from 'vitest'
import { readReviewedTexts } from '#app/admin/languages/review/check/reviewed-texts.ts'

const texts = readReviewedTexts({
  source: {
    title: 'Chips from Vienna',
    subtitle: null,
    excerpt: 'A factory.',
    content: 'It makes **5 million** chips with `npm`.\n\n![A hall](/hall.jpg)\n',
  },
  language: 'de',
  glossary: [{ term: 'chips', rule: 'translate-as', as: 'Halbleiter' }],
})

test('each segment has its tags with their values, and its glossary terms', () => {
  expect(texts.facts.map(({ tags }) => tags.map(({ id, value }) => [id, value]))).toEqual([
    [],
    [],
    [
      ['b1', ''],
      ['c1', 'npm'],
    ],
    [],
  ])
  expect(texts.facts.map(({ terms }) => terms.map(({ term }) => term))).toEqual([
    ['chips'],
    [],
    ['chips'],
    [],
  ])
})

test('a broken tag is structural, a changed number or a term is not', () => {
  const sentencesOf = (text: string) =>
    texts.check([[2, text]]).flatMap(([, , findings]) => findings.map(Object.values))
  expect(sentencesOf('Sie macht <b1>5 Millionen</b1> Halbleiter mit <c1/>.')).toEqual([])
  expect(sentencesOf('Sie macht <b1>5 Millionen Halbleiter mit <c1/>.')).toEqual([
    [
      'In the original, the code <c1/> stands inside another tag than in the translation. Move it there.',
      true,
    ],
  ])
  expect(sentencesOf('Sie macht <b1>6 Millionen</b1> Chips mit <c1/>.')).toEqual([
    [
      'The original says “5 million”, the translation “6 Millionen”. Write the number of the original.',
      false,
    ],
    [
      'The glossary translates “chips” as “Halbleiter”, which the translation does not say. Use “Halbleiter”.',
      false,
    ],
  ])
})

test('a text for a position that does not exist has no findings', () => {
  expect(texts.check([[99, 'Etwas']])).toEqual([[99, 'Etwas', []]])
})

test('the page is put together from the texts, and is English where there is none, or a broken one', () => {
  const { source, target } = texts.render([
    'Halbleiter aus Wien',
    '',
    'Sie <b1>macht Halbleiter',
    'Eine Halle',
  ])
  expect(source.blocks).toHaveLength(2)
  expect(target.title).toBe('Halbleiter aus Wien')
  expect(target.excerpt).toBe('A factory.')
  expect(target.blocks[0]).toContain('<strong>5 million</strong>')
  expect(target.blocks[1]).toContain('alt="Eine Halle"')
})
