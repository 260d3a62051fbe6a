import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from './support/open-screen.tsx'

const LOGO = { light: 'favicon.svg', dark: null, width: 120, height: 44, named: true }
const LONG = 'The Tidewater Post and Harbour Gazette of the Northern Lowlands'

const openWithLook = (look: { site_name?: string; logo?: typeof LOGO }) =>
  openScreen('/admin/trash', {
    tables: { settings: Object.entries(look).map(([key, value]) => ({ key, value })) },
  })

/** The entries of the menu that are not in the window as a whole, or not in the part of it that scrolls. */
function cutEntries(): string[] {
  const menu = document.querySelector('#admin-menu') as HTMLElement
  return [...menu.querySelectorAll('a, button, summary')]
    .filter((entry) => entry.checkVisibility())
    .filter((entry) => {
      const { top, bottom } = entry.getBoundingClientRect()
      const around = [menu, ...menu.querySelectorAll('nav')].filter((part) => part.contains(entry))
      return (
        top < 0 ||
        bottom > innerHeight ||
        around.some((part) => {
          const box = part.getBoundingClientRect()
          return top < box.top - 0.5 || bottom > box.bottom + 0.5
        })
      )
    })
    .map(({ textContent }) => textContent)
}

test.each<[what: string, look: { site_name?: string; logo?: typeof LOGO }]>([
  ['a name', {}],
  ['a logo with a name', { logo: LOGO }],
  ['a logo with a long name', { logo: LOGO, site_name: LONG }],
  ['a logo that has the name in it', { logo: { ...LOGO, named: false } }],
  ['a long name', { site_name: LONG }],
])('no entry of the menu is cut at 1280 × 800 below %s', async (_what, look) => {
  await openWithLook(look)
  onTestFinished(() => page.viewport(1280, 800))
  const menu = page.getByRole('navigation', { name: 'Admin' })
  for (const name of ['Newsroom', 'System', /Set up/])
    await expect.element(menu.getByRole('link', { name })).toBeInTheDocument()
  // A part of the entries is lower where the window is.
  await expect
    .poll(() => document.querySelector('header p')?.textContent)
    .toContain(look.site_name ?? 'AI Watch')
  await expect
    .poll(() => (document.querySelector('header p img')?.clientHeight ?? 0) > 20)
    .toBe(look.logo !== undefined)
  for (const height of [991, 992, 800]) {
    await page.viewport(1280, height)
    expect(cutEntries(), `at ${height}`).toEqual([])
  }
})

test('on a lower screen the menu scrolls, and every entry can be reached', async () => {
  await openWithLook({ logo: LOGO, site_name: LONG })
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(1280, 500)
  const system = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'System' })
  await expect.element(system).toBeInTheDocument()
  expect(cutEntries()).not.toEqual([])
  system.element().scrollIntoView()
  expect(cutEntries().some((entry) => entry.startsWith('System'))).toBe(false)
})
