import { openScreen } from './support/open-screen.ts'
import { expect, type Page, test } from './support/test.ts'
import { walkByKeyboard } from './support/walk-by-keyboard.ts'

const WIDE = { width: 1280, height: 800 }
const SMALL = { width: 375, height: 667 }

/** One of each kind of page. */
const SCREENS = [
  '/',
  '/business',
  '/article/reading-a-model-card-like-an-engineer',
  '/terms',
  '/newsletter',
  '/search?q=model',
  '/confirm-subscription',
  '/admin',
]

for (const path of SCREENS) {
  for (const viewport of [WIDE, SMALL]) {
    test(`everything on ${path} is reached with Tab, seen, and left again, at ${viewport.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await openScreen(page, path)
      const { reached, missed, problems } = await walkByKeyboard(page, 'Tab')
      expect({ missed, problems }).toEqual({ missed: [], problems: [] })
      const back = await walkByKeyboard(page, 'Shift+Tab')
      expect(back.reached).toEqual(reached.toReversed())
    })
  }
}
