import { connect } from '#server/platform/database/connection.ts'
import { expectForm, openTab, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems, findColourProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { storeSourcedArticle } from './support/sourced-articles.ts'
import { expect } from './support/test.ts'

// Reduced motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the sources of an article are accessible to readers, also below a translation', async ({
  page,
  publication,
}) => {
  const { id } = await storeSourcedArticle(publication, {
    slug: 'lumen',
    title: 'Lumen AG hires in Graz',
    excerpt: 'Lumen AG hires 1,200 people in Graz.',
    sources: [
      {
        outlet: 'Lumen Daily',
        title: 'Lumen wants more people',
        sentences: ['Lumen AG will hire 1,200 people in Graz by 2027.'],
      },
    ],
    sentences: [
      { text: 'According to Lumen Daily, Lumen AG hires 1,200 people in Graz by 2027.', cites: ['1.1'] },
    ],
  })
  await publication.service.from('articles').update({ published: true }).eq('id', id).throwOnError()
  await storeArticle(publication.service, { slug: 'lumen-de', language: 'de', original_article_id: id })
  const sql = connect(publication.databaseUrl, { max: 1 })
  await sql`update public.article_sources set state = 'corrected', state_since = now()`
  await sql.end()
  await page.goto('/article/lumen')
  await page.getByText('According to Lumen Daily').click()
  await expect(page.getByRole('note', { name: 'Sources of this sentence' })).toBeVisible()
  expect(await findAccessibilityProblems(page), 'what a sentence rests on').toEqual([])
  await page.goto('/article/lumen-de?lang=de')
  await expect(page.getByRole('region', { name: 'Quellen' })).toBeVisible()
  expect(await findAccessibilityProblems(page), 'the sources of the original').toEqual([])
  expect(await findColourProblems(page)).toEqual([])
})

test('an article without sources loads nothing of what compares sentences', async ({ page, publication }) => {
  await storeArticle(publication.service)
  await signIn(page, DESK_ADMIN)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/admin/articles/edit/chips-from-vienna')
  await expectForm(page)
  await openTab(page, 'Details')
  await expect(page.getByRole('button', { name: 'Cite sources' })).toBeVisible()
  expect(loaded.filter((url) => /judge|sentence-marks|sources-panel/.test(url))).toEqual([])
})
