import { addIdea, listIdeas } from '#core/data/ideas.ts'
import { expectForm } from './support/article-form.ts'
import { DESK_ADMIN, signInElsewhere } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const newIdea = (page: Page) => page.getByRole('textbox', { name: 'A new idea' })
const ideaOf = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true })

test('ideas are written one after the other, planned, and begun by one key', async ({
  page,
  publication,
}) => {
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/drafts')
  await page.getByRole('link', { name: 'Ideas' }).click()
  await expect(page.getByText('No ideas yet')).toBeVisible()
  for (const title of ['Why quaggas died', 'Zebras in the city']) {
    await newIdea(page).fill(title)
    await page.keyboard.press('Enter')
    await expect(ideaOf(page, title)).toBeVisible()
    await expect(newIdea(page)).toBeFocused()
  }
  await expect(newIdea(page)).toHaveValue('')

  await ideaOf(page, 'Why quaggas died').click()
  const dialog = page.getByRole('dialog', { name: 'Idea' })
  await dialog.getByLabel('Why, and what').fill('Nobody counted them.')
  await dialog.getByLabel('Links').fill('https://example.org/quagga\njavascript:alert(1)')
  await dialog.getByLabel('Planned for').fill('2030-05-06')
  await dialog.getByLabel('Section').selectOption('opinion')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Each line is an address').first()).toBeVisible()
  await dialog.getByLabel('Links').fill('https://example.org/quagga')
  // There is nobody else to whom it could be given.
  await expect(dialog.getByLabel('Who')).toHaveCount(0)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'The idea is saved.')
  await expect(page.getByText('Monday, May 6, 2030 · Opinion')).toBeVisible()
  await expect(page.getByRole('link', { name: 'example.org' })).toHaveAttribute(
    'href',
    'https://example.org/quagga',
  )
  expect(await findAccessibilityProblems(page)).toEqual([])

  await page.setViewportSize({ width: 1280, height: 800 })
  await ideaOf(page, 'Why quaggas died').focus()
  await page.keyboard.press('ArrowDown')
  await expect(ideaOf(page, 'Zebras in the city')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(ideaOf(page, 'Zebras in the city')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(ideaOf(page, 'Zebras in the city')).toBeVisible()

  await ideaOf(page, 'Why quaggas died').focus()
  await page.keyboard.press('b')
  await expect(page).toHaveURL('/admin/articles/edit/why-quaggas-died')
  await expectForm(page)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Why quaggas died')
  await expect(page.getByText('Nobody counted them.')).toBeVisible()
  await page.goto('/admin/ideas')
  await expect(ideaOf(page, 'Zebras in the city')).toBeVisible()
  await expect(ideaOf(page, 'Why quaggas died')).toHaveCount(0)
  const client = await signInElsewhere(publication)
  expect((await listIdeas(client)).map(({ title }) => title)).toEqual(['Zebras in the city'])
})

test('what somebody else does to an idea is shown, and nothing that was typed is lost', async ({
  page,
  publication,
}) => {
  const client = await signInElsewhere(publication)
  const idea = await addIdea(client, { title: 'Old words' })
  await addIdea(client, { title: 'Something else', section: 'tech' })
  await signIn(page, DESK_ADMIN)
  await page.goto('/admin/ideas')
  await ideaOf(page, 'Old words').click()
  const dialog = page.getByRole('dialog', { name: 'Idea' })
  await dialog.getByLabel('Title').fill('My words')
  await client.from('ideas').update({ title: 'Their words' }).eq('id', idea.id).throwOnError()
  await expect(page.getByText('Their words')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Somebody has changed this idea meanwhile.').first()).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('My words')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(ideaOf(page, 'My words')).toBeVisible()

  await page.getByLabel('Section').selectOption('tech')
  await expect(page).toHaveURL('/admin/ideas?section=tech')
  await expect(ideaOf(page, 'My words')).toHaveCount(0)
  await page.getByLabel('Section').selectOption('')
  await page.getByLabel('Search ideas').fill('my')
  await expect(page).toHaveURL('/admin/ideas?q=my')
  await expect(ideaOf(page, 'Something else')).toHaveCount(0)
})
