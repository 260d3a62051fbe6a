import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../support/app.ts'
import { addArticle, anArticle } from '../support/articles.ts'

const app = await startTestApp()
afterAll(() => app.stop())
const { sql } = app.database

beforeEach(async () => {
  await sql`truncate public.articles cascade`
  for (const slug of ['one', 'two', 'three']) await addArticle(app.service(), anArticle({ slug }))
})

const featured = async () =>
  (await sql<{ slug: string }[]>`select slug from public.articles where featured`).map(({ slug }) => slug)

test.each(['one', 'two', 'three', null])(
  'of several articles that are featured at once, beside %s, one is featured, or a sentence says what to do',
  async (before) => {
    if (before !== null) await sql`update public.articles set featured = true where slug = ${before}`
    // A request with a session or a token names the version of each.
    const { error, status } = await app
      .service()
      .from('articles')
      .update({ featured: true })
      .in('slug', ['one', 'two', 'three'])
    expect(await featured()).toHaveLength(1)
    if (before === null) expect(error).toBeNull()
    if (error) {
      expect(await featured()).toEqual([before])
      expect([status, error]).toEqual([
        400,
        {
          code: '27000',
          message: 'A change of one row of this request changes another row of it.',
          details: null,
          hint: 'Nothing was changed. Change the rows one by one. Of the articles in a language only one is featured.',
        },
      ])
    }
  },
)
