import { addArticle, anArticle } from '../support/articles.ts'
import { openTab } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { openScreen } from './support/open-screen.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const NOTE = 'An earlier version named the wrong year. It was 1912, not 1921. 👩‍🚀 <b>'

test('a correction is written at the desk, and readers see it in the article and on the page of all corrections', async ({
  page,
  publication,
  browser,
}) => {
  test.slow()
  const article = await addArticle(
    publication.service,
    anArticle({ publish_date: '2026-01-05T09:00:00+00:00' }),
  )
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${article.slug}`)
  await openTab(page, 'History')
  const section = page.getByRole('region', { name: 'Corrections' })
  const add = section.getByRole('button', { name: 'Add the correction' })
  await add.click()
  await expect(section.getByText('Please write what was wrong.').first()).toBeVisible()
  const field = section.getByLabel('What was wrong?').last()
  await field.fill('x'.repeat(2001))
  await add.click()
  await expect(section.getByText('Use at most 2000 characters.').first()).toBeVisible()
  await expect(field).toHaveValue('x'.repeat(2001))
  await field.fill(NOTE)
  await add.click()
  await expect(section.getByRole('listitem').filter({ hasText: NOTE })).toBeVisible()
  await expect(field).toHaveValue('')
  await page.reload()
  await expect(section.getByRole('listitem').filter({ hasText: NOTE })).toBeVisible()
  expect(await findAccessibilityProblems(page), 'a correction').toEqual([])

  const reader = await browser.newPage({ baseURL: publication.url, reducedMotion: 'reduce' })
  await expect(async () => {
    await reader.goto(`/article/${article.slug}`)
    await expect(reader.getByText(NOTE)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(reader.getByText(/^Updated on /)).toBeVisible()
  await expect(reader.getByRole('heading', { name: 'Corrections' })).toBeVisible()
  expect(await findAccessibilityProblems(reader), 'an article with corrections').toEqual([])
  await reader.getByRole('contentinfo').getByRole('link', { name: 'Corrections' }).click()
  await expect(reader.getByRole('heading', { level: 1, name: 'Corrections' })).toBeVisible()
  await expect(reader.getByText(NOTE)).toBeVisible()
  expect(await findAccessibilityProblems(reader), 'all corrections').toEqual([])
  await reader.getByRole('link', { name: article.title }).click()
  await expect(reader).toHaveURL(`/article/${article.slug}`)

  await section.getByRole('button', { name: /^Change the correction of/ }).click()
  await section.getByLabel('Correction', { exact: true }).last().fill('It was 1912.')
  await section.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(section.getByText('It was 1912.', { exact: true })).toBeVisible()
  await section.getByRole('button', { name: /^Delete the correction of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(section.getByText('Nothing was corrected so far.')).toBeVisible()
  await expect(async () => {
    await reader.goto('/corrections')
    await expect(reader.getByText('No corrections so far.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await reader.close()

  await page.goto('/admin/audit')
  await expect(page.getByRole('listitem').filter({ hasText: 'deleted a correction' })).toContainText(
    'Before: It was 1912.',
  )
  await expect(page.getByRole('listitem').filter({ hasText: 'added a correction' })).toContainText(NOTE)
  expect(await findAccessibilityProblems(page), 'the audit log').toEqual([])
})

test('without corrections the page says so in the language of the reader', async ({ page, publication }) => {
  expect(publication.url).not.toBe('')
  await openScreen(page, '/corrections', { language: 'fr' })
  await expect(page.getByText('Aucune correction pour l’instant.')).toBeVisible()
})
