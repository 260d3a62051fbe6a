import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'

const NO_ARTICLE = { search_desk: { total: 0, ids: [] } }
const bar = () => page.getByRole('dialog', { name: 'Commands' })
const selected = () => bar().getByRole('option', { selected: true })
const open = () => userEvent.keyboard('{Control>}k{/Control}')

test('the desk is gone through by Ctrl-K and the keyboard alone', async () => {
  await openScreen('/admin/dashboard', { calls: NO_ARTICLE })
  await open()
  await expect.element(bar().getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('devices')
  await expect.element(selected()).toMatchTextContent(/^See where you are signed in$/)
  await userEvent.keyboard('{Enter}')
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Sessions' })).toHaveFocus()
  expect(window.location.pathname + window.location.hash).toBe('/admin/account#sessions')

  await open()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(bar().getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('mail')
  await expect.element(selected()).toMatchTextContent(/^Delivery$/)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()

  const refresh = page.getByRole('button', { name: 'Refresh' })
  ;(refresh.element() as HTMLElement).focus()
  await open()
  await userEvent.keyboard('nothing at all')
  await expect.element(bar()).toMatchTextContent(/No page, command or article matches\./)
  await userEvent.keyboard('{Escape}')
  await expect.element(bar()).not.toBeInTheDocument()
  await expect.element(refresh).toHaveFocus()
  await open()
  await userEvent.keyboard('sign out')
  await bar().getByRole('option', { name: 'Logout' }).click()
  await expect.poll(() => window.location.pathname).toBe('/admin')
})

test('an article is found by its title, and leads to its form', async () => {
  const id = 'a0000000-0000-4000-8000-000000000000'
  const { sentTo, tables } = await openScreen('/admin/dashboard', {
    calls: { search_desk: { total: 1, ids: [id] } },
    tables: {
      articles: [
        {
          id,
          slug: 'reading-a-model-card-like-an-engineer',
          language: 'en',
          title: 'Reading a model card like an engineer',
          author: 'Mara Lindqvist',
          published: true,
          original_article_id: null,
        },
      ],
    },
  })
  await open()
  await userEvent.keyboard('card like an engineer')
  await expect.element(selected()).toMatchTextContent(/Reading a model card like an engineer/)
  await expect.element(bar().getByRole('option')).toHaveLength(1)
  expect(sentTo('search_desk').at(-1)).toMatchObject({ p_search: 'card like an engineer' })
  // The form is of no interest here.
  tables.articles?.splice(0)
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => window.location.pathname)
    .toBe('/admin/articles/edit/reading-a-model-card-like-an-engineer')
})

test('the command bar has a button, on a small screen too', async () => {
  await openScreen('/admin/dashboard', { calls: NO_ARTICLE })
  for (const width of [1280, 375]) {
    await page.viewport(width, 800)
    await page.getByRole('button', { name: /^Commands/ }).click()
    await page.getByRole('option', { name: 'Account' }).click()
    await expect.poll(() => window.location.pathname).toBe('/admin/account')
  }
  await page.getByRole('button', { name: /^Commands/ }).click()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  expect(await findProblems()).toEqual([])
})
