import { insertArticles } from '#core/data/articles.ts'
import { paletteOf } from '#core/look/palette.ts'
import { anArticle } from '../support/articles.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findColourProblems } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/** Yellow, white, black, neon, greys, and the colours of well-known papers. */
const ACCENTS = [
  '#ffd400',
  '#ffffff',
  '#000000',
  '#39ff14',
  '#808080',
  '#052962',
  '#fff1e5',
  '#ec1c24',
  '#ff00ff',
  '#007acc',
]
const PAGES = [
  '/',
  '/article/one',
  '/tech',
  '/newsletter',
  '/search?q=story',
  '/privacy',
  '/admin/dashboard',
  '/admin/settings/look',
]

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const [index, accent] of ACCENTS.entries())
  test(`with the accent ${accent} the words of pages can be read in both themes`, async ({
    page,
    publication: { url, service },
  }) => {
    await insertArticles(service, [
      anArticle({
        slug: 'one',
        title: 'A first story',
        category: 'tech',
        content: 'Text with a [link](/news) and **more**.\n\n> A quotation.\n',
      }),
    ])
    await service.from('settings').insert({ key: 'accent', value: accent }).throwOnError()
    const { brand } = paletteOf(accent)
    await expect.poll(async () => (await fetch(url)).text()).toContain(`--color-brand:${brand};`)
    await signIn(page, DESK_ADMIN)
    // All pages with the first accent, and a third of them with each other one.
    for (const path of PAGES.filter((_, at) => index === 0 || (at + index) % 3 === 0)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // The button that is filled once an address is typed.
      if (path === '/newsletter')
        await page.getByRole('textbox', { name: /email/i }).first().fill('a@example.org')
      expect(await findColourProblems(page), path).toEqual([])
    }
  })
