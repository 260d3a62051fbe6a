import { expectForm, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openAs } from './support/members.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const EDIT = '/admin/articles/edit/chips-from-vienna'

const work = (page: Page) => page.getByRole('region', { name: 'Work' })
const list = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

test('an author hands in, an editor takes it and gives it back, and then it is ready', async ({
  browser,
  publication,
}) => {
  const { desk: emil } = await openAs(browser, publication, { name: 'Emil', role: 'author' })
  const { desk: nora } = await openAs(browser, publication, { name: 'Nora', role: 'editor' })
  await nora.goto('/admin/dashboard')
  await expect(nora.getByRole('heading', { level: 1, name: 'My desk' })).toBeVisible()
  await expect(list(nora, 'Waits for me')).toContainText('Nothing waits for you')

  await emil.goto('/admin/articles/new')
  await emil.getByRole('textbox', { name: 'Title', exact: true }).fill('Chips')
  await expect(emil.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await emil.getByRole('button', { name: 'Hand in…' }).click()
  const dialog = emil.getByRole('dialog', { name: 'Hand in' })
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expect(dialog.getByRole('textbox', { name: 'What for' })).toHaveAccessibleDescription(
    /Say in one sentence what it is for/,
  )
  await dialog.getByRole('textbox', { name: 'What for' }).fill('please check the numbers')
  await dialog.getByLabel('Due').fill('2020-02-03')
  expect(await findAccessibilityProblems(emil)).toEqual([])
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expectToast(emil, 'It is handed over: The editors.')
  // Only the editors write it now.
  await expect(emil.getByRole('button', { name: 'Save as Draft' })).toHaveCount(0)
  await expect(work(emil)).toContainText('Handed in')

  await expect(list(nora, 'Waits for me')).toContainText('“please check the numbers”')
  await expect(list(nora, 'Late')).toContainText('Was due on Feb 3, 2020')
  expect(await findAccessibilityProblems(nora)).toEqual([])
  await list(nora, 'Waits for me').getByRole('link', { name: /Chips/ }).click()
  await expectForm(nora)
  await work(nora).getByRole('button', { name: 'Take it' }).click()
  await expect(work(nora)).toContainText('Nora (you)')
  await expect(work(emil)).toContainText('In edit')
  await expect(work(emil).getByRole('button', { name: 'Take it back' })).toHaveCount(0)
  // Who wrote it says something about it there, without writing the text.
  const notes = emil.getByRole('region', { name: 'Notes and suggestions' })
  await notes.getByRole('button', { name: 'Note', exact: true }).click()
  await notes.getByRole('textbox', { name: 'Note on the whole article' }).fill('They are those of March')
  await emil.keyboard.press('Control+Enter')
  await expect(notes.getByRole('listitem')).toContainText('They are those of March')
  expect(await findAccessibilityProblems(emil)).toEqual([])

  await nora.keyboard.press('Control+Alt+h')
  const form = work(nora).getByRole('form', { name: 'Hand over' })
  await form.getByRole('combobox', { name: 'State' }).selectOption('Draft')
  await form.getByRole('combobox', { name: 'To' }).selectOption('Emil')
  await form.getByRole('textbox', { name: 'What for' }).fill('the second number is wrong')
  expect(await findAccessibilityProblems(nora)).toEqual([])
  await form.getByRole('button', { name: 'Hand over' }).click()
  await expectToast(nora, 'It is handed over: Emil.')

  // The form of the author is back without a reload.
  await expectForm(emil)
  await expect(work(emil)).toContainText('“the second number is wrong”')
  await emil.getByRole('textbox', { name: 'Title', exact: true }).fill('Chips again')
  await emil.getByRole('button', { name: 'Hand in…' }).first().click()
  await emil.getByRole('textbox', { name: 'What for' }).fill('It is right now')
  await emil.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(work(nora)).toContainText('“It is right now”')
  await work(nora).getByRole('button', { name: 'Hand over…' }).click()
  await form.getByRole('combobox', { name: 'State' }).selectOption('Ready')
  await form.getByRole('combobox', { name: 'To' }).selectOption('Whoever publishes it')
  await form.getByRole('textbox', { name: 'What for' }).fill('Good to go')
  await form.getByRole('button', { name: 'Hand over' }).click()
  await expect(work(emil)).toContainText('Ready')

  // The history tells it in words, among the versions.
  await emil.getByRole('link', { name: 'Versions' }).click()
  await expect(emil).toHaveURL(/history/)
  await nora.goto(emil.url())
  for (const desk of [nora, emil]) {
    const entries = desk.getByRole('region', { name: 'Versions and what happened' }).getByRole('listitem')
    await expect(entries.first()).toContainText('Nora put down “Chips again”: Good to go')
    await expect(entries.first()).toContainText('Handed in → Ready')
    await expect(
      entries.filter({ hasText: 'Nora handed “Chips” to Emil: the second number is wrong' }),
    ).toContainText('In edit → Draft · Due on Feb 3, 2020')
    await expect(entries.last()).toContainText('Created')
    expect(await findAccessibilityProblems(desk)).toEqual([])
  }

  const mara = await (await browser.newContext({ baseURL: publication.url })).newPage()
  await signIn(mara, DESK_ADMIN)
  await mara.goto('/admin/audit')
  await expect(mara.getByText('handed “Chips” to the editors: please check the numbers')).toBeVisible()
  await mara.goto('/admin/dashboard')
  await mara.getByRole('link', { name: 'My desk' }).click()
  await expect(list(mara, 'Late')).toContainText('Chips again')
  await mara.context().close()
  await emil.context().close()
  await nora.context().close()
})

test('a paper of one sees none of it', async ({ page, publication }) => {
  await storeArticle(publication.service, { published: false })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My desk' })).toHaveCount(0)
  await page.goto(EDIT)
  await expectForm(page)
  await expect(work(page)).toHaveCount(0)
})
