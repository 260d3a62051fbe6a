import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFeed } from '#server/features/import/read-source.ts'
import { expectedTexts, memorySource, readAll } from '#server/features/import/testing/read-all.ts'

const FOLDER = join(import.meta.dirname, 'testing')

/** The parts of each that cannot be kept. */
const NOTES = new Map([
  [
    'rss.xml',
    [
      'media: https://harbour.example/a.mp3 → link',
      'incomplete: the feed has the beginning of this article only → text',
      'incomplete: the feed has the beginning of this article only → text',
      'embed: https://www.youtube.com/watch?v=abc → link',
      'media: https://harbour.example/a.mp3 → link',
      'form: /s → left-out',
      'format: picture of one pixel → left-out',
      'format: script → left-out',
      'link: javascript:alert(1) → text',
      'picture: data:image/png;base64,x → left-out',
    ],
  ],
  ['atom.xml', []],
  ['feed.json', ['media: https://harbour.example/a.mp3 → link']],
])
let items = 0

describe.each([...NOTES])('%s', async (name, notes) => {
  const expected = expectedTexts(readFileSync(join(FOLDER, `${name}.expected.md`), 'utf8'))
  const { articles, told } = await readAll(
    readFeed,
    memorySource({ [name]: readFileSync(join(FOLDER, name)) }, 100),
  )
  items += articles.length

  test('is read', () => {
    expect(articles.map(({ sourceId }) => sourceId)).toEqual(expected.map(([id]) => id))
    expect(told.filter((note) => note !== 'date: no date → draft')).toEqual(notes)
  })

  test.each(expected.map(([id, markdown], index) => [id, index, markdown] as const))(
    'the text of %s (%i)',
    (_id, index, markdown) => {
      expect(articles[index]?.markdown).toBe(markdown)
    },
  )
})

test('there are more than forty items', () => {
  expect(items).toBeGreaterThan(40)
})
