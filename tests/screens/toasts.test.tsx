import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { announce } from '#app/components/ui/toast.tsx'
import { anArticleRow, openForm, openWithArticles } from './support/articles.ts'
import { openScreen } from './support/open-screen.tsx'

const SIZES = [
  [375, 700],
  [768, 900],
  [1280, 800],
] as const

const rows = () =>
  Array.from({ length: 25 }, (_, n) =>
    anArticleRow({ slug: `chips-${n}`, title: `Chips from Vienna, and what became of them, part ${n}` }),
  )

const SCREENS: [what: string, open: () => Promise<unknown>][] = [
  ['the form of an article', () => openForm([anArticleRow()])],
  ['a list of articles', () => openWithArticles('/admin/articles', rows())],
  [
    'a list of drafts',
    () =>
      openWithArticles(
        '/admin/drafts',
        rows().map((row) => ({ ...row, published: false })),
      ),
  ],
  ['the sections', () => openScreen('/admin/settings/sections')],
  ['the settings', () => openScreen('/admin/settings')],
  [
    'a dialog',
    async () => {
      await openForm([anArticleRow({ published: false })])
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await expect.element(page.getByRole('dialog', { name: 'Before you publish' })).toBeVisible()
    },
  ],
  [
    'a question',
    async () => {
      await openForm([anArticleRow()])
      await page.getByRole('button', { name: 'Unpublish' }).click()
      await expect.element(page.getByRole('dialog')).toBeVisible()
    },
  ],
]

/** The buttons in the window of which the message hides a part; a link in a text is none. */
function coveredButtons(): string[] {
  const hidden = [...document.querySelectorAll('button, a[href], summary, select, [role=tab]')].filter(
    (button) => {
      if (button.localName === 'a' && !/flex|grid/.test(getComputedStyle(button).display)) return false
      if (button.closest('.toasts')) return false
      // The box of a link that is as wide as its column is only that of its words.
      const words = document.createRange()
      words.selectNodeContents(document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() ?? button)
      const { left, top, width, height } = (button.localName === 'a' ? words : button).getBoundingClientRect()
      return [0.05, 0.5, 0.95].some((x) =>
        [0.1, 0.5, 0.9].some((y) => {
          const [at, down] = [left + x * width, top + y * height]
          const hits = document.elementsFromPoint(at, down)
          const isThere = hits.some((hit) => button.contains(hit))
          return isThere && hits[0]?.closest('.toasts')
        }),
      )
    },
  )
  return hidden.map(({ textContent, ariaLabel }) => ariaLabel ?? textContent ?? '')
}

test.each(SCREENS)('a message covers no button of %s, at any width', async (_what, open) => {
  await open()
  onTestFinished(() => page.viewport(1280, 800))
  for (const [width, height] of SIZES) {
    await page.viewport(width, height)
    for (const from of [0, 0.5, 1]) {
      document.documentElement.scrollTop = from * document.documentElement.scrollHeight
      for (const description of [
        'Saved.',
        'The article is published in English and in two other languages. Readers see it.',
      ]) {
        announce({ title: `At ${width} from ${from}`, description, durationMs: 60_000 })
        const toast = page.elementLocator(document.querySelector('.toasts') as Element)
        await expect.element(toast).toMatchTextContent(new RegExp(`At ${width} from ${from}`))
        // It makes way for what has moved in the meantime.
        await expect.poll(coveredButtons, { message: `${width} × ${height} from ${from}` }).toEqual([])
      }
    }
  }
})
