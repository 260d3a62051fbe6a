import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from './support/open-screen.tsx'

const LOGO = {
  named: true,
  html: '<img class="own-logo" alt="" width="120" height="44" src="data:image/svg+xml,%3Csvg xmlns=\'http://www.w3.org/2000/svg\' viewBox=\'0 0 120 44\'/%3E">',
}
const LONG = 'The Tidewater Post and Harbour Gazette of the Northern Lowlands'

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

test.each([
  ['a name', {}],
  ['a logo with a name', { logo: LOGO }],
  ['a logo with a long name', { logo: LOGO, site_name: LONG }],
  ['a logo that has the name in it', { logo: { ...LOGO, named: false } }],
  ['a long name', { site_name: LONG }],
])('no entry of the menu is cut at 1280 × 800 below %s', async (_what, site) => {
  await openScreen('/admin/settings', { site })
  onTestFinished(() => page.viewport(1280, 800))
  const menu = page.getByRole('navigation', { name: 'Admin' })
  for (const name of ['Newsroom', 'System', /Set up/])
    await expect.element(menu.getByRole('link', { name })).toBeInTheDocument()
  // A part of the entries is lower where the window is.
  for (const height of [911, 912, 800]) {
    await page.viewport(1280, height)
    expect(cutEntries()).toEqual([])
  }
})

test('on a lower screen the menu scrolls, and every entry can be reached', async () => {
  await openScreen('/admin/settings', { site: { logo: LOGO, site_name: LONG } })
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(1280, 500)
  const system = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'System' })
  await expect.element(system).toBeInTheDocument()
  expect(cutEntries()).not.toEqual([])
  system.element().scrollIntoView()
  expect(cutEntries().some((entry) => entry.startsWith('System'))).toBe(false)
})
