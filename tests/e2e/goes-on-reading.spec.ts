import { openScreen } from './support/open-screen.ts'
import { expect, test } from './support/test.ts'

const ARTICLE = '/article/why-small-models-keep-getting-better'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a reader goes on with an article about the same things, by keyboard and in German', async ({
  page,
}) => {
  await openScreen(page, ARTICLE)
  const related = page.getByRole('region', { name: 'Related articles' })
  await expect(related.getByRole('listitem')).toHaveCount(4)
  await expect(related.getByRole('link')).toHaveText([/polyglot model/, /old laptop/, /./, /./])
  await related.getByRole('link', { name: /polyglot model/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('polyglot model')
  await expect(page.getByRole('region', { name: 'Related articles' })).not.toContainText('polyglot model')

  await page.goto('/article/warum-kleine-modelle-immer-besser-werden?lang=de')
  const german = page.getByRole('region', { name: 'Ähnliche Artikel' }).getByRole('link')
  await expect(german.first()).toHaveAttribute(
    'href',
    '/article/konsortium-gibt-polyglottes-sprachmodell-frei?lang=de',
  )
  await page.emulateMedia({ media: 'print' })
  await expect(german.first()).toBeHidden()
})
