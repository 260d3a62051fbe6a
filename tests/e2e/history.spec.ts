import { readFile } from 'node:fs/promises'
import { findDeskArticle } from '#core/data/desk-articles.ts'
import { saveArticle } from '#core/data/save-article.ts'
import { addArticle, anArticle } from '../support/articles.ts'
import { openTab } from './support/article-form.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('versions are compared and restored, the save of another editor is not overwritten, and a text is removed from all', async ({
  page,
  publication,
}) => {
  test.slow()
  const { service } = publication
  const { id, slug } = await addArticle(
    service,
    anArticle({ content: 'It was on Monday, in the town hall.', published: false }),
  )
  const editor = await signInElsewhere(publication)
  const save = async (content: string, note?: string) => {
    const since = (await findDeskArticle(service, id))?.updated_at ?? ''
    const outcome = await saveArticle(editor, { id, since, values: { content }, note })
    expect(outcome.status).toBe('saved')
  }
  await save('It was on Tuesday, in the town hall.', 'The agency has corrected the day')

  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/edit/${slug}`)
  await openTab(page, 'History')
  await page.getByRole('link', { name: 'All 2 versions' }).click()
  await expect(page).toHaveURL(`/admin/articles/history/${id}`)
  const latest = page.getByRole('listitem').filter({ hasText: 'The agency has corrected the day' })
  await expect(latest).toContainText(`by ${DESK_ADMIN.email}`)
  await expect(latest).toContainText('Draft')
  await expect(latest).toContainText('+1 −1 words')
  expect(await findAccessibilityProblems(page), 'the versions').toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the record' }).click()
  expect((await download).suggestedFilename()).toBe(`article-${id}.json`)
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toMatchObject({
    site: expect.any(String),
    versions: [{ id, saves: expect.arrayContaining([expect.objectContaining({ published: false })]) }],
  })

  await page.getByRole('link', { name: /^Compare with now/ }).click()
  await expect(page.getByRole('heading', { name: 'Compare' })).toBeFocused()
  const content = page.getByRole('region', { name: 'Content' })
  await expect(content.locator('del')).toContainText('Monday')
  await expect(content.locator('ins')).toContainText('Tuesday')
  expect(await findAccessibilityProblems(page), 'a comparison').toEqual([])

  // Another editor saves while the comparison is open.
  await save('It was on Wednesday, in the town hall.')
  await page.getByRole('button', { name: 'Restore the older version' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was restored.' })).toBeVisible()
  await expect(content.locator('ins')).toContainText('Wednesday')
  await page.getByRole('button', { name: 'Restore the older version' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page).toHaveURL(`/admin/articles/history/${id}`)
  const versions = page.getByRole('region', { name: 'List of versions' }).getByRole('listitem')
  await expect(versions).toHaveCount(4)
  await expect(versions.first()).toContainText('Restored')
  await expect(versions.last()).toContainText('Created')
  expect((await findDeskArticle(service, id))?.content).toBe('It was on Monday, in the town hall.')

  await page.getByRole('button', { name: 'Remove from all versions' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove for good' }).click()
  await expect(dialog.getByText('Please write why.').first()).toBeVisible()
  await dialog.getByLabel('Why?').fill('A name that a court had removed')
  await dialog.getByRole('button', { name: 'Remove for good' }).click()
  await expect(page.getByText('No version is kept yet.')).toBeVisible()
  await page.goto('/admin/audit')
  await expect(
    page.getByRole('listitem').filter({ hasText: 'removed the text of an article for good' }),
  ).toContainText('A name that a court had removed')
})

test('a version that does not exist, and an article that is deleted, say so', async ({
  page,
  publication,
}) => {
  const { id } = await addArticle(publication.service, anArticle())
  await signIn(page, DESK_ADMIN)
  await page.goto(`/admin/articles/history/${id}?from=99999&to=now`)
  await expect(page.getByText('This version is not kept any more.')).toBeVisible()
  await page.goto(`/admin/articles/history/${id}?from=__proto__&to=now`)
  await expect(page.getByRole('region', { name: 'List of versions' })).toBeVisible()
  await page.goto('/admin/articles/history/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This article is deleted.')).toBeVisible()
})
