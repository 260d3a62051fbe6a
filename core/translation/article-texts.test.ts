import { expect, test } from 'vitest'
import { readTranslation } from '#core/translation/article-texts.ts'
import { cutArticle } from '#core/translation/cut-article.ts'

const cut = (content: string) => cutArticle({ fields: [], content })
const read = (source: string, translation: string) => readTranslation(cut(source), cut(translation))

const SOURCE = 'The **harbour** has `one` [gate](/gate), `two` [quays](/quays).'

test('tags are numbered as in the source, in whatever order they stand', () => {
  expect(read(SOURCE, SOURCE)).toEqual([
    'The <b1>harbour</b1> has <c1/> <a1>gate</a1>, <c2/> <a2>quays</a2>.',
  ])
  expect(read(SOURCE, '`two` [Kais](/quays) und `one` [Tor](/gate) hat der **Hafen**.')).toEqual([
    '<c2/> <a2>Kais</a2> und <c1/> <a1>Tor</a1> hat der <b1>Hafen</b1>.',
  ])
})

test('a link may lead to the translation of an article', () => {
  expect(read('[a](/article/a) [b](/b)', '[B](/b) [A](/article/ah?lang=de)')).toEqual([
    '<a2>B</a2> <a1>A</a1>',
  ])
})

test.each([
  ['a block more', `${SOURCE}\n\nMehr.`],
  ['another kind of block', `- ${SOURCE}`],
  ['other code', SOURCE.replace('`one`', '`eins`')],
  ['a link less', SOURCE.replace('[gate](/gate)', 'gate')],
  ['emphasis instead of strong text', SOURCE.replaceAll('**', '*')],
])('with %s the structure is another', (_what, translation) => {
  expect(read(SOURCE, translation)).toBeNull()
})
