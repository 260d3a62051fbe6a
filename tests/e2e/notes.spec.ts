import { contentOf, expectForm, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openAs } from './support/members.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'

const EDIT = '/admin/articles/edit/chips-from-vienna'

const notesTab = (page: Page) => page.getByRole('tab', { name: /^Notes/ })
const cards = (page: Page) => page.getByRole('group', { name: 'All notes' }).locator('[data-thread]')

/** Selects words of one line of the text. */
async function selectWords(page: Page, words: string): Promise<void> {
  await contentOf(page).focus()
  await page.evaluate((wanted) => {
    const content = document.querySelector('.cm-content')
    const texts = content && document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
    while (texts?.nextNode()) {
      const node = texts.currentNode
      const from = node.textContent?.indexOf(wanted) ?? -1
      if (from >= 0) getSelection()?.setBaseAndExtent(node, from, node, from + wanted.length)
    }
  }, words)
  await expect(page.locator('.cm-note-offer')).toBeVisible()
}

test('colleagues write notes to each other on the words of an article, and answer and resolve them', async ({
  page,
  browser,
  publication,
}) => {
  await storeArticle(publication.service, { published: false })
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await expectForm(page)
  await expect(page.getByRole('tab', { name: 'History' })).toBeVisible()
  // There is nobody to write to.
  await expect(notesTab(page)).toHaveCount(0)
  const { desk: ana } = await openAs(browser, publication, { name: 'Ana', role: 'editor' })
  await expect(notesTab(page)).toBeVisible()
  await ana.goto(EDIT)
  await expectForm(ana)

  await selectWords(page, 'second paragraph')
  await page.keyboard.press('Control+Alt+m')
  const field = page.getByRole('textbox', { name: 'Note on these words' })
  await expect(field).toBeFocused()
  await field.pressSequentially('Is it really the second, @an')
  await page.getByRole('option', { name: 'Ana' }).waitFor()
  await page.keyboard.press('Enter')
  await field.pressSequentially('?')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page)).toHaveCount(1)

  await expect(notesTab(ana)).toContainText('1')
  await expect(ana.locator('.cm-note')).toHaveText('second paragraph')
  await ana.locator('.cm-note').click()
  const card = cards(ana).first()
  await expect(card).toBeFocused()
  await expect(card).toContainText('Is it really the second, @Ana ?')
  expect(await findAccessibilityProblems(ana)).toEqual([])
  await ana.keyboard.press('a')
  await ana.getByRole('textbox', { name: 'Your answer' }).fill('It is.')
  await ana.keyboard.press('Control+Enter')
  await expect(cards(page).first()).toContainText('It is.')

  // It follows its words while somebody writes before them.
  await contentOf(page).press('Control+Home')
  await page.keyboard.type('Before it. ')
  await expect(page.locator('.cm-note')).toHaveText('second paragraph')
  await cards(page).first().getByRole('button', { name: 'Resolve' }).press('Enter')
  await expect(cards(ana).first()).toBeHidden()
  await expect(ana.locator('.cm-note')).toHaveCount(0)
  await ana.getByText('1 done').click()
  await expect(cards(ana).first()).toContainText('Resolved by')
  await ana.context().close()
})

test('a translator and an editor write notes on both sides of a review', async ({
  page,
  browser,
  publication,
}) => {
  const original = await storeArticle(publication.service)
  await storeArticle(publication.service, {
    slug: 'puces-de-vienne',
    language: 'fr',
    title: 'Les puces de Vienne',
    content: 'Le premier paragraphe.\n\nLe second paragraphe.\n',
    original_article_id: original.id,
  })
  await signIn(page, DESK_ADMIN)
  const french = { name: 'Claire', role: 'translator', languages: ['fr'] } as const
  const { desk: claire } = await openAs(browser, publication, { ...french, languages: ['fr'] })
  const review = `/admin/translations/${original.id}/fr`
  for (const desk of [page, claire]) {
    await desk.goto(review)
    await expect(desk.getByRole('list', { name: 'Blocks' })).toBeVisible()
  }
  const block = (desk: Page) => desk.getByRole('listitem', { name: /^Block 4/ })
  await block(claire).focus()
  await claire.getByRole('button', { name: /^Note on the original of Block 4/ }).click()
  await claire.getByRole('textbox', { name: 'Note on these words' }).fill('Second, or last?')
  await claire.keyboard.press('Control+Enter')
  await expect(block(page)).toContainText('Second, or last?')

  await block(page).focus()
  await page.getByRole('button', { name: /^Note on the translation of Block 4/ }).click()
  await page.getByLabel('Suggest other words').check()
  await page.getByRole('textbox', { name: 'Other words' }).fill('Le dernier paragraphe.')
  await page.getByRole('button', { name: 'Suggest', exact: true }).click()
  await expect(block(claire).getByText('Le dernier paragraphe.')).toBeVisible()
  expect(await findAccessibilityProblems(claire)).toEqual([])
  await claire.context().close()
})

test('nothing is lost that is typed before changes are tracked', async ({ page, publication }) => {
  const article = await storeArticle(publication.service, { published: false })
  await signIn(page, DESK_ADMIN)
  let beginToTrack = () => {}
  const hasTyped = new Promise<void>((resolve) => {
    beginToTrack = resolve
  })
  await page.route(/track-changes/, async (route) => {
    await hasTyped
    await route.continue()
  })
  await page.goto(`/admin/articles/suggest/${article.id}`)
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Chips from Graz')
  await page.getByRole('textbox', { name: 'The text with your suggestions' }).press('Control+End')
  await page.keyboard.insertText('They wait for the boats.')
  await expect(page.getByRole('button', { name: 'Send 1 suggestion' })).toBeVisible()
  beginToTrack()
  await expect(page.getByRole('button', { name: 'Send 2 suggestions' })).toBeVisible()
})
