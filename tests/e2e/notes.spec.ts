import { contentOf, expectForm, readArticle, storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openAs } from './support/members.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const EDIT = '/admin/articles/edit/chips-from-vienna'
const SLUG = 'chips-from-vienna'

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
  await cards(page).first().getByRole('button', { name: 'Resolve' }).click()
  await expect(cards(ana).first()).toBeHidden()
  await expect(ana.locator('.cm-note')).toHaveCount(0)
  await ana.getByText('1 done').click()
  await expect(cards(ana).first()).toContainText('Resolved by')

  await page.getByTitle(DESK_ADMIN.email, { exact: true }).click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Note on the selected words')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await ana.context().close()
})

test('the tab beside a story stays the chosen one while colleagues are asked for', async ({
  page,
  browser,
  publication,
}) => {
  await storeArticle(publication.service, { published: false })
  const { desk: ana } = await openAs(browser, publication, { name: 'Ana', role: 'editor' })
  await ana.context().close()
  await signIn(page, DESK_ADMIN)
  await page.goto(EDIT)
  await notesTab(page).click()

  const asked = Promise.withResolvers<void>()
  await page.route('**/rpc/list_colleagues', async (route) => {
    await asked.promise
    await route.continue()
  })
  await page.reload()
  await expect(notesTab(page)).toHaveAttribute('aria-selected', 'true')
  const details = page.getByRole('tab', { name: 'Details' })
  await details.click()
  await expect(details).toHaveAttribute('aria-selected', 'true')
  const answer = page.waitForResponse('**/rpc/list_colleagues')
  asked.resolve()
  await answer
  await expect(notesTab(page)).toBeVisible()
  await expect(details).toHaveAttribute('aria-selected', 'true')
})

test('somebody suggests changes, and whose text it is takes them one by one', async ({
  page,
  browser,
  publication,
}) => {
  const article = await storeArticle(publication.service, { published: false })
  await signIn(page, DESK_ADMIN)
  const { desk: ana } = await openAs(browser, publication, { name: 'Ana', role: 'editor' })
  await page.goto(EDIT)
  await expectForm(page)
  await ana.goto(`/admin/articles/suggest/${article.id}`)
  const text = ana.getByRole('textbox', { name: 'The text with your suggestions' })
  await text.press('Control+End')
  await ana.keyboard.type('A third paragraph.')
  await text.press('Control+Home')
  await ana.keyboard.press('Control+Shift+ArrowRight')
  await ana.keyboard.type('One')
  await expect(ana.getByRole('button', { name: 'Send 2 suggestions' })).toBeVisible()
  // What was not sent is there again.
  await ana.reload()
  await expect(ana.getByRole('button', { name: 'Send 2 suggestions' })).toBeVisible()
  await expect(ana.locator('.cm-suggest-removed')).toHaveText('The')
  expect(await findAccessibilityProblems(ana)).toEqual([])
  await ana.getByLabel('Why').fill('It reads better.')
  await ana.getByRole('button', { name: 'Send 2 suggestions' }).click()
  await expectToast(ana, '2 suggestions sent.')

  await notesTab(page).click()
  await expect(cards(page)).toHaveCount(2)
  await expect(page.locator('.cm-suggest-added').first()).toHaveText('One')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await cards(page).first().focus()
  await page.keyboard.press('t')
  await expectToast(page, '1 suggestion taken')
  await expect(contentOf(page)).toContainText('One first paragraph.')
  await cards(page).first().focus()
  await page.keyboard.press('r')
  await expect(cards(page).first()).toBeHidden()
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Article updated successfully!')
  expect((await readArticle(publication.service, SLUG))?.content).toBe(
    article.content.replace('The first', 'One first'),
  )

  // A suggestion whose words have changed meanwhile is not applied.
  await ana.goto(EDIT)
  await expectForm(ana)
  await notesTab(ana).click()
  await selectWords(ana, 'second paragraph')
  await ana.getByRole('tabpanel', { name: /Notes/ }).getByRole('button', { name: 'Note' }).click()
  await ana.getByLabel('Suggest other words').check()
  await ana.getByRole('textbox', { name: 'Other words' }).fill('last paragraph')
  await ana.getByRole('button', { name: 'Suggest', exact: true }).click()
  await expect(cards(page).first()).toContainText('last paragraph')
  await selectWords(page, 'second')
  await page.keyboard.type('third')
  await expect(cards(page).first()).toContainText('These words have changed since.')
  await expect(cards(page).first().getByRole('button', { name: 'Take' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
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

test('the title, the subtitle and the excerpt take suggestions like the text', async ({
  page,
  browser,
  publication,
}) => {
  const article = await storeArticle(publication.service, { published: false })
  await signIn(page, DESK_ADMIN)
  const { desk: ana } = await openAs(browser, publication, { name: 'Ana', role: 'editor' })
  await page.goto(EDIT)
  await expectForm(page)
  await notesTab(page).click()
  const field = (desk: Page, name: string) => desk.getByRole('textbox', { name, exact: true })
  // Nothing is lost that is typed before changes are tracked.
  let beginToTrack = () => {}
  const hasTyped = new Promise<void>((resolve) => {
    beginToTrack = resolve
  })
  await ana.route(/track-changes/, async (route) => {
    await hasTyped
    await route.continue()
  })
  await ana.goto(`/admin/articles/suggest/${article.id}`)
  await field(ana, 'Title').fill('Chips from Graz')
  await field(ana, 'Subtitle').fill('They are small.')
  await field(ana, 'Excerpt').fill('A factory that few expected.')
  const end = `${'They wait for the boats. '.repeat(30)}\u202Ereversed`
  await ana.getByRole('textbox', { name: 'The text with your suggestions' }).press('Control+End')
  await ana.keyboard.insertText(end)
  await expect(ana.getByRole('button', { name: 'Send 3 suggestions' })).toBeVisible()
  beginToTrack()
  await expect(ana.getByRole('button', { name: 'Send 4 suggestions' })).toBeVisible()
  await ana.reload()
  await expect(field(ana, 'Title')).toHaveValue('Chips from Graz')
  // Somebody else changes another word meanwhile.
  await publication.service
    .from('articles')
    .update({ title: 'New chips from Vienna' })
    .eq('id', article.id)
    .throwOnError()
  await expect(field(ana, 'Title')).toHaveValue('New chips from Graz')
  expect(await findAccessibilityProblems(ana)).toEqual([])
  await ana.getByRole('button', { name: 'Send 4 suggestions' }).click()
  await expectToast(ana, '4 suggestions sent.')

  await page.reload()
  await expectForm(page)
  await expect(cards(page)).toHaveCount(4)
  await expect(cards(page).nth(0)).toContainText('Title')
  await expect(cards(page).nth(1)).toContainText('They are small.')
  // Everything can be read before it is taken, also what cannot be seen. Cards take their places once the editor is there.
  const long = cards(page).filter({ hasText: 'They wait for the boats.' })
  await expect(long).not.toContainText('reversed')
  await expect(async () => {
    await long.getByRole('button', { name: 'Show all of it' }).click({ timeout: 5_000 })
    await expect(long).toContainText('[U+202E]reversed', { timeout: 5_000 })
  }).toPass()
  await cards(page).filter({ hasText: 'Excerpt' }).getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('button', { name: 'Take all 3' }).click()
  await expectToast(page, '3 suggestions taken')
  await expect(field(page, 'Title')).toHaveValue('New chips from Graz')
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Article updated successfully!')
  expect(await readArticle(publication.service, SLUG)).toMatchObject({
    title: 'New chips from Graz',
    subtitle: 'They are small.',
    excerpt: article.excerpt,
    content: article.content + end,
  })

  // In the form other words are suggested for those that are selected, and two who decide at once do so once.
  await ana.goto(EDIT)
  await expectForm(ana)
  await expect(notesTab(ana)).toBeVisible()
  await ana.getByRole('tab', { name: 'Details' }).click()
  await field(ana, 'Excerpt').selectText()
  await ana.keyboard.press('Control+Alt+m')
  await ana.getByLabel('Suggest other words').check()
  await ana.getByRole('textbox', { name: 'Other words' }).fill('Nobody expected it.')
  await ana.getByRole('button', { name: 'Suggest', exact: true }).click()
  await expect(cards(page).first()).toContainText('Nobody expected it.')
  await page.route('**/rpc/decide_suggestions', async (route) => {
    await cards(ana).first().getByRole('button', { name: 'Take' }).click()
    await expectToast(ana, '1 suggestion taken')
    await route.continue()
  })
  await cards(page).first().getByRole('button', { name: 'Take' }).click()
  await expectToast(page, 'has taken this suggestion already.')
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(field(page, 'Excerpt')).toHaveValue(article.excerpt)
  await ana.getByRole('tab', { name: 'Details' }).click()
  await expect(field(ana, 'Excerpt')).toHaveValue('Nobody expected it.')
  await ana.context().close()
})
