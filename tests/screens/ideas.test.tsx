import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Idea } from '#core/domain/idea.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { announceChange } from './support/realtime.ts'
import { expectToast } from './support/toasts.ts'

const anIdea = (idea: Partial<Idea>): Idea => ({
  id: crypto.randomUUID(),
  title: 'Old words',
  why: '',
  links: [],
  language: null,
  section: null,
  person: null,
  planned_on: null,
  made_by: null,
  made_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  article_id: null,
  dropped_at: null,
  ...idea,
})

/** The screen of these ideas; new ones have what the database adds. */
async function openIdeas(ideas: Idea[]) {
  const screen = await openScreen('/admin/ideas', {
    tables: { ideas },
    calls: {
      begin_draft: {
        status: 'begun',
        article_id: crypto.randomUUID(),
        slug: 'why-quaggas-died',
        language: 'en',
      },
    },
    respond: async (request) => {
      if (request.method !== 'POST' || !request.url.includes('/rest/v1/ideas')) return undefined
      const idea = anIdea({ made_at: new Date().toISOString(), ...(await request.json()) })
      screen.tables.ideas?.push({ ...idea })
      return new Response(JSON.stringify(idea), {
        status: 201,
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  return screen
}

const newIdea = () => page.getByRole('textbox', { name: 'A new idea' })
const ideaOf = (title: string) => page.getByRole('button', { name: title })
const focus = (title: string) => (ideaOf(title).element() as HTMLElement).focus()
const dialog = () => page.getByRole('dialog', { name: 'Idea' })

test('ideas are written one after the other', async () => {
  await openIdeas([])
  await expect.element(page.getByText('No ideas yet')).toBeVisible()
  for (const title of ['Why quaggas died', 'Zebras in the city']) {
    await newIdea().fill(title)
    await userEvent.keyboard('{Enter}')
    await expect.element(ideaOf(title)).toBeVisible()
    await expect.element(newIdea()).toHaveFocus()
  }
  await expect.element(newIdea()).toHaveValue('')
})

test('an idea is planned, and its links are checked', async () => {
  const { tables } = await openIdeas([anIdea({ title: 'Why quaggas died' })])
  await ideaOf('Why quaggas died').click()
  await dialog()
    .getByLabelText(/^Why, and what/)
    .fill('Nobody counted them.')
  await dialog().getByLabelText('Links').fill('https://example.org/quagga\njavascript:alert(1)')
  await dialog().getByLabelText('Planned for').fill('2030-05-06')
  await dialog().getByLabelText('Section').selectOptions('opinion')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect
    .element(
      dialog()
        .getByText(/^Each line is an address/)
        .first(),
    )
    .toBeVisible()
  await dialog().getByLabelText('Links').fill('https://example.org/quagga')
  // There is nobody else to whom it could be given.
  await expect.element(dialog().getByLabelText('Who')).not.toBeInTheDocument()
  expect(await findProblems()).toEqual([])
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expectToast('The idea is saved.')
  await expect.element(page.getByText('Monday, May 6, 2030 · Opinion')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /example\.org/ }))
    .toHaveAttribute('href', 'https://example.org/quagga')
  expect(tables.ideas).toMatchObject([
    {
      why: 'Nobody counted them.',
      links: ['https://example.org/quagga'],
      planned_on: '2030-05-06',
      section: 'opinion',
    },
  ])
  expect(await findProblems()).toEqual([])
})

test('the keyboard goes from idea to idea, drops one, which can be undone, and begins one', async () => {
  const quaggas = anIdea({ title: 'Why quaggas died', planned_on: '2030-05-06' })
  const { sentTo } = await openIdeas([quaggas, anIdea({ title: 'Zebras in the city' })])
  await expect.element(ideaOf('Why quaggas died')).toBeVisible()
  focus('Why quaggas died')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(ideaOf('Zebras in the city')).toHaveFocus()
  await userEvent.keyboard('{Delete}')
  await expect.element(ideaOf('Zebras in the city')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(ideaOf('Zebras in the city')).toBeVisible()

  focus('Why quaggas died')
  await userEvent.keyboard('b')
  await expect.poll(() => window.location.pathname).toBe('/admin/articles/edit/why-quaggas-died')
  expect(sentTo('begin_draft')).toEqual([{ p_idea_id: quaggas.id }])
})

test('what somebody else does to an idea is shown, and nothing that was typed is lost', async () => {
  const { tables } = await openIdeas([anIdea({}), anIdea({ title: 'Something else', section: 'tech' })])
  await ideaOf('Old words').click()
  await dialog().getByLabelText('Title').fill('My words')
  Object.assign(tables.ideas?.[0] ?? {}, { title: 'Their words', updated_at: '2026-11-20T10:00:00Z' })
  await announceChange('ideas')
  await expect.element(page.getByText('Their words')).toHaveLength(1)
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect
    .element(
      dialog()
        .getByText(/^Somebody has changed this idea meanwhile\./)
        .first(),
    )
    .toBeVisible()
  await expect.element(dialog().getByLabelText('Title')).toHaveValue('My words')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(ideaOf('My words')).toBeVisible()

  await page.getByLabelText('Section').selectOptions('tech')
  await expect.poll(() => window.location.search).toBe('?section=tech')
  await expect.element(ideaOf('My words')).not.toBeInTheDocument()
  await page.getByLabelText('Section').selectOptions('')
  await page.getByLabelText('Search ideas').fill('my')
  await expect.poll(() => window.location.search).toBe('?q=my')
  await expect.element(ideaOf('Something else')).not.toBeInTheDocument()
})
