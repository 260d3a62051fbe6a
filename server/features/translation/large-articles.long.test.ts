import { afterAll, beforeEach, expect, test } from 'vitest'
import { compareStructure } from '#core/translation/cut-texts.ts'
import {
  inGerman,
  LONG_FIELDS,
  longTable,
  longText,
} from '#server/features/translation/testing/long-texts.ts'
import { openTranslations, translateWith } from '#server/features/translation/testing/open-translations.ts'

const world = await openTranslations()
const { sql, model, addArticle, translate, work, translationOf, askedTexts } = world
afterAll(() => world.stop())
beforeEach(async () => {
  await world.reset()
  model.answerWith(({ segments }) => translateWith(segments, inGerman))
})

const TIMEOUT = { timeout: 600_000 }

/** The translation of so many characters is as long as an article may be. */
const MOST = 920_000

test(
  'a document of nearly a megabyte is translated whole, and an update sends only what has changed',
  TIMEOUT,
  async () => {
    const content = longText(MOST)
    const id = await addArticle({ ...LONG_FIELDS, content })
    const run = await translate(id)
    expect(run).toMatchObject({ status: 'succeeded', failures: [] })
    const german = await translationOf(id)
    expect(compareStructure(content, german?.content)).toEqual([])
    expect(german?.content).toContain('Das Hafenamt')
    expect(german?.content).not.toContain('harbour')

    model.calls.length = 0
    await sql`update public.articles set content = replace(content, '\`code 300\`', '\`code 300\` **twice**') where id = ${id}`
    model.answerWith(({ segments }) =>
      translateWith(segments, (text) => inGerman(text).replace('twice', 'zweimal')),
    )
    expect(await translate(id)).toMatchObject({ status: 'succeeded' })
    expect(askedTexts()).toHaveLength(1)
    expect((await translationOf(id))?.content).toContain('`code 300` **zweimal**')
  },
)

test(
  'a document whose translation is longer than an article may be is refused with that reason, and nothing is stored',
  TIMEOUT,
  async () => {
    const id = await addArticle({ ...LONG_FIELDS, content: longText(1_040_000) })
    expect(await translate(id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('translated content is longer'),
    })
    await expectNothingStored(id)
  },
)

test('of a long document with one bad paragraph nothing is stored, and it is named', TIMEOUT, async () => {
  const id = await addArticle({ ...LONG_FIELDS, content: longText(MOST) })
  model.answerWith(({ segments }) =>
    translateWith(segments, (text, of) =>
      of === '400' ? inGerman(text).replace('400', '401') : inGerman(text),
    ),
  )
  const run = await work((await translate(id)).id)
  expect(run).toMatchObject({ status: 'failed', failures: [{ segment: '400' }] })
  await expectNothingStored(id)
})

test('a table of 500 rows is translated cell by cell', TIMEOUT, async () => {
  const content = longTable(500)
  const id = await addArticle({ ...LONG_FIELDS, content })
  expect(await translate(id)).toMatchObject({ status: 'succeeded', failures: [] })
  const german = await translationOf(id)
  expect(compareStructure(content, german?.content)).toEqual([])
  expect(german?.content).toMatch(
    /^\| Name \| Was \| Verweis \|\n\|---\|:-:\|--:\|\n\| Zeile 0 \| `a \\\| b` Das Hafenamt/,
  )
  expect(german?.content).toMatch(/\| Zeile 499 \| .* \| \[499 Schiffe\]\(\/a\/499\) \|$/)
})

async function expectNothingStored(id: string): Promise<void> {
  expect(await translationOf(id)).toBeNull()
  expect(await sql`select from public.article_translations`).toEqual([])
  expect(await sql`select from public.translation_parts`).toEqual([])
}
