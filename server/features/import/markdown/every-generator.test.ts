import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import { expectedTexts, memorySource, readAll } from '#server/features/import/testing/read-all.ts'

const FOLDER = join(import.meta.dirname, 'testing')
const read = (name: string) => expectedTexts(readFileSync(join(FOLDER, name), 'utf8'))

/** The parts of each that cannot be kept. */
const NOTES = new Map([
  [
    'hugo',
    [
      'page: content/_index.md → left-out',
      'other-data: field linktitle → left-out',
      'other-data: field weight → left-out',
      'other-data: field params → left-out',
      'other-data: field resources → left-out',
      'picture: /img/other.png → ignored',
      'embed: https://www.youtube.com/watch?v=w7Ft2ymGmfc → link',
      'embed: https://vimeo.com/146022717 → link',
      'embed: https://x.com/SanDiegoZoo/status/1453110110599868418 → link',
      'embed: https://twitter.com/i/status/877500564405444608 → link',
      'embed: https://www.instagram.com/p/CxOWiQNP2MO/ → link',
      'embed: https://gist.github.com/spf13/7896402 → link',
      'shortcode: param → left-out',
      'shortcode: qr → left-out',
      'shortcode: notice → left-out',
      'shortcode: button → left-out',
      'format: mark → text',
      'format: title of abbr → left-out',
    ],
  ],
  [
    'jekyll',
    [
      'other-data: field pin → left-out',
      'page: about.md → draft',
      'shortcode: if → left-out',
      'shortcode: else → left-out',
      'shortcode: assign → left-out',
      'shortcode: for → left-out',
      'shortcode: {{ p.title }} → left-out',
      'shortcode: include note.html → left-out',
      'shortcode: {{ page.title }} → left-out',
      'embed: https://www.youtube.com/watch?v=abc → link',
      'embed: https://vimeo.com/76979871 → link',
      'embed: https://gist.github.com/parkr/931c1c8d465a04042403 → link',
      'format: abbreviations → left-out',
      'embed: https://www.youtube.com/watch?v=abc → link',
    ],
  ],
  [
    'astro',
    [
      'block: <Chart> → text',
      'block: <Note> → text',
      'block: <Image> → text',
      'page: src/pages/page.md → draft',
    ],
  ],
  [
    'obsidian',
    [
      'other-data: field cssclasses → left-out',
      'link: Missing → text',
      'embed: Properties → link',
      'embed: talk.mp3 → text',
      'embed: paper.pdf#page=3 → text',
      'link: a → text',
      'embed:  → text',
      'link: x → text',
    ],
  ],
])
let documents = 0

describe.each([...NOTES])('what the documentation of %s has', async (name, notes) => {
  const expected = read(`${name}.expected.md`)
  const { articles, told } = await readAll(
    readMarkdown,
    memorySource(Object.fromEntries(read(`${name}.txt`))),
  )
  documents += articles.length

  test('is read', () => {
    expect(articles.map(({ sourceId }) => sourceId)).toEqual(expected.map(([path]) => `markdown:${path}`))
    expect(told.filter((note) => note !== 'date: no date → draft')).toEqual(notes)
  })

  test.each(expected.map(([path, markdown], index) => [path, index, markdown] as const))(
    'the text of %s (%i)',
    (_path, index, markdown) => {
      expect(articles[index]?.markdown).toBe(markdown)
    },
  )
})

test('there are more than forty documents', () => {
  expect(documents).toBeGreaterThan(40)
})
