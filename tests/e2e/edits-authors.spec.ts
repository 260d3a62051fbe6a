import { addArticle, anArticle } from '../support/articles.ts'
import { readHead } from '../support/read-head.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { openScreen } from './support/open-screen.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an editor says who an author is, and the old address of a renamed one leads to the page', async ({
  page,
  publication,
}) => {
  await addArticle(publication.service, anArticle({ author: 'Nora Berg', published: true }))
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/authors')
  await page.getByRole('link', { name: 'Nora Berg' }).click()
  await page.getByLabel('English').fill('Writes about towns and their machines.')
  await page.getByLabel('Languages', { exact: true }).fill('en, uk')
  await page.getByLabel('Links').fill('http://social.example/@nora')
  await page.getByRole('button', { name: 'Save Author' }).press('Enter')
  await expect(page.getByLabel('Links')).toHaveAccessibleDescription(/Write addresses that begin with https/)
  await page.getByLabel('Links').fill('https://social.example/@nora')
  await page.getByLabel('Old addresses').fill(`${publication.url}/author/nora-feldmann`)
  await page.getByRole('button', { name: 'Save Author' }).press('Enter')
  await expectToast(page, 'The page of the author shows it at once.')
  expect(await findAccessibilityProblems(page)).toEqual([])

  for (const path of ['/author/nora-feldmann', '/feeds/en/author/nora-feldmann.xml']) {
    const moved = await page.request.get(publication.url + path, { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([301, path.replace('feldmann', 'berg')])
  }
  await openScreen(page, '/author/nora-berg')
  await expect(page.getByText('Writes about towns and their machines.')).toBeVisible()
  await expect(page.getByText('Speaks English and Ukrainian')).toBeVisible()
  await expect(page.getByRole('link', { name: 'social.example/@nora' })).toHaveAttribute('rel', 'me noopener')
  const { jsonLd } = readHead(await (await page.request.get('/author/nora-berg')).text())
  expect(jsonLd[0]).toMatchObject({
    mainEntity: {
      '@type': 'Person',
      description: 'Writes about towns and their machines.',
      knowsLanguage: ['en', 'uk'],
      sameAs: ['https://social.example/@nora'],
    },
  })
  expect(await findAccessibilityProblems(page)).toEqual([])
  await openScreen(page, '/author/nora-feldmann', { language: 'de' })
  await expect(page).toHaveURL('/author/nora-berg?lang=de')
})

test('of two editors who change the same author nothing is lost', async ({ page, publication }) => {
  await addArticle(publication.service, anArticle({ author: 'Nora Berg', published: true }))
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/authors/nora-berg')
  const save = page.getByRole('button', { name: 'Save Author' })
  const line = page.getByLabel('English')
  await line.fill('Mine.')
  const theirs = { slug: 'nora-berg', descriptions: { en: 'Theirs.', de: 'Ihrer.' }, languages: ['de'] }
  await publication.service.from('authors').insert(theirs).throwOnError()
  await save.press('Enter')
  await expect(page.getByText('Somebody else has changed this meanwhile.')).toBeVisible()
  await expect(line).toHaveValue('Mine.')
  await expect(page.getByLabel('Deutsch')).toHaveValue('Ihrer.')
  await expect(page.getByLabel('Languages', { exact: true })).toHaveValue('de')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Take theirs' }).press('Enter')
  await expect(line).toHaveValue('Theirs.')
  await line.fill('Both.')
  await save.press('Enter')
  await expectToast(page, 'The page of the author shows it at once.')
  const { data } = await publication.service.from('authors').select('descriptions, languages').throwOnError()
  expect(data).toEqual([{ descriptions: { en: 'Both.', de: 'Ihrer.' }, languages: ['de'] }])
})
