import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findProblems } from './support/find-problems.ts'
import { openArticle } from './support/open-article.tsx'
import { openPage } from './support/open-page.tsx'

const CONTACT = { Page: () => <h1>Contact</h1> }
const WIDE: [number, number] = [1280, 800]
const SMALL: [number, number] = [375, 667]

const header = page.getByRole('banner')
/** The summary of the menu that has room at this width. */
const summary = () =>
  [...document.querySelectorAll<HTMLElement>('header summary')].find((one) =>
    one.checkVisibility(),
  ) as HTMLElement
/** The links of its menu that are seen. */
const inside = () =>
  [...(summary().parentElement?.querySelectorAll<HTMLElement>('a') ?? [])].filter((one) =>
    one.checkVisibility(),
  )
const focused = () => document.activeElement?.textContent ?? ''

test.each([
  { menu: 'the language menu', size: WIDE, first: 'English' },
  { menu: 'the menu of a small screen', size: SMALL, first: 'Business' },
])(
  '$menu opens with Enter or Space, and closes with Escape and when focus leaves it',
  async ({ size, first }) => {
    await page.viewport(...size)
    await openPage('/contact', CONTACT)
    summary().focus()
    for (const key of ['{Enter}', ' ']) {
      await userEvent.keyboard(key)
      await expect.poll(inside).not.toEqual([])
      await userEvent.keyboard('{Tab}')
      expect(document.activeElement).toBe(inside()[0])
      expect(focused()).toContain(first)
      await userEvent.keyboard('{Escape}')
      await expect.poll(inside).toEqual([])
      await expect.poll(() => document.activeElement).toBe(summary())
    }
    await userEvent.keyboard('{Enter}')
    await expect.poll(inside).not.toEqual([])
    for (const link of inside()) {
      await userEvent.keyboard('{Tab}')
      expect(document.activeElement).toBe(link)
    }
    await userEvent.keyboard('{Tab}')
    await expect.poll(inside).toEqual([])

    summary().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(inside).not.toEqual([])
    // The page is in the state that a reader finds when coming back to it.
    const menu = summary().parentElement as HTMLDetailsElement
    inside()
      .find((link) => link.textContent.includes('Deutsch'))
      ?.focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => location.search).toBe('?lang=de')
    await expect.element(page.getByText('Elsewhere: /contact')).toBeVisible()
    expect(menu.open).toBe(false)
    await page.viewport(...WIDE)
  },
)

test('arrows, Home, End and letters move in the language menu', async () => {
  let now = 0
  const keepTime = (event: Event) => Object.defineProperty(event, 'timeStamp', { value: now })
  addEventListener('keydown', keepTime, true)
  onTestFinished(() => removeEventListener('keydown', keepTime, true))
  await openPage('/contact', CONTACT)
  summary().focus()
  const press = async (key: string, name: string) => {
    await userEvent.keyboard(key)
    await expect.poll(focused).toContain(name)
  }
  await press('{ArrowDown}', 'English')
  await press('{ArrowUp}', 'Português')
  await press('{ArrowDown}', 'English')
  await press('{End}', 'Português')
  await press('{Home}', 'English')

  await press('es', 'Español')
  // Within a second letters belong together, and nothing begins with "esf"; after it they begin anew.
  now = 900
  await press('f', 'Español')
  now = 1_901
  await press('f', 'Français')
  now = 3_000
  await press('e', 'English')
  await press('e', 'Español')
  await press('e', 'English')
  expect(window.scrollY).toBe(0)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(summary())
  await press('{ArrowUp}', 'Português')
})

test('the open menus are accessible', async () => {
  await openPage('/contact', CONTACT)
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('header details')) {
    menu.open = true
    expect(await findProblems()).toEqual([])
    menu.open = false
  }
})

test('when a reader dismisses the banner over an English fallback by keyboard, focus moves to the article', async () => {
  await openArticle(
    { slug: 'harbour' },
    { path: '/article/harbour?lang=de', data: { versions: [{ language: 'de', slug: 'hafen' }] } },
  )
  const dismiss = page.getByRole('button', { name: 'Ausblenden' })
  await expect
    .element(page.getByRole('link', { name: 'Zu DE wechseln' }))
    .toHaveAttribute('href', '/article/hafen?lang=de')
  ;(dismiss.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dismiss).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
  await expect.element(header).toBeVisible()
})
