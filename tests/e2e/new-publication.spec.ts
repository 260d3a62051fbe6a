import { insertArticles } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { anArticle, aTranslation } from '../support/articles.ts'
import { findAccessibilityProblems, SMALL } from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { inEveryLanguage, openScreen } from './support/open-screen.ts'
import { sendWithoutScripts } from './support/send-without-scripts.ts'
import { expect } from './support/test.ts'

/** One more than a list shows at once. */
const COUNT = 25

/** Everything that an article can be made of. */
const EVERY_ELEMENT = `# A heading of the first level

## A second, with \`code\` and [a link](https://example.org)

A paragraph with **strong**, *emphasised* and ~~struck~~ words, a footnote[^1], a bare address
https://example.org/a/rather/long/address/that/goes/on-and-on-and-on-and-on-and-on-and-on-and-on-and-on and
averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongword.

### Lists

- one
  1. first
  2. second
     - third
- two

- [x] done
- [ ] to do

#### Quotes and code

> A quote
>
> > in a quote

\`\`\`js
const line = 'a line that is longer than the column of text is wide, so that it has to be scrolled sideways by keyboard'
\`\`\`

| A table | with four columns | whose texts | are long |
| :-- | :-: | --: | --- |
| of a cell | in the middle | 1,234.56 | unbreakablewordsinthelastcolumnofthetable |

![A described picture](/icon-512.png)

---

##### A fifth level

###### A sixth level

[^1]: Said at the foot of the page.
`

// Without motion, so that no colour is on its way to another. A trace would take a snapshot at every step.
test.use({ contextOptions: { reducedMotion: 'reduce' }, trace: 'off' })

test('a publication is accessible before its first article, with its first reader, and with many articles', async ({
  page,
  publication,
}) => {
  const empty = await inEveryLanguage(async (language) => {
    const problems: string[] = []
    for (const path of ['/', '/opinion']) {
      await openScreen(page, path, { language })
      await expect(page.locator('main article')).toHaveCount(0)
      problems.push(...(await findAccessibilityProblems(page)))
    }
    await openScreen(page, '/subscribe', { language })
    await page.locator('main').getByRole('textbox').fill('zoe.reader@example.org')
    await sendWithoutScripts(page)
    await expect(page.locator('main').getByRole('status')).not.toBeEmpty()
    return [...problems, ...(await findAccessibilityProblems(page))]
  })
  expect(empty).toEqual([])

  const slug = await publish(publication.service)
  // Forgets the language of the last page, which an address without one would lead back to.
  await page.evaluate(() => localStorage.clear())
  const filled = await inEveryLanguage(async (language) => {
    const problems: string[] = []
    for (const { path, widths } of [
      { path: '/opinion', widths: [SMALL] },
      { path: '/opinion?page=2' },
      { path: '/', widths: [SMALL] },
      { path: `/article/${slug}` },
    ]) {
      await openScreen(page, path, { language })
      await expect(page.locator('main article')).not.toHaveCount(0)
      problems.push(...(await findAccessibilityProblems(page, widths)))
    }
    return problems
  })
  expect(filled).toEqual([])
})

/** Writes two pages of opinions, in every language; answers the slug that one of them has in all. */
async function publish(service: Client): Promise<string> {
  const originals = Array.from({ length: COUNT }, (_, index) =>
    anArticle({ title: `Opinion ${index}`, category: 'opinion', content: EVERY_ELEMENT }),
  )
  const written = await insertArticles(service, originals)
  const translations = originals.flatMap((original) => {
    const id = written.find(({ slug }) => slug === original.slug)?.id ?? ''
    return LANGUAGE_CODES.flatMap((language) =>
      language === 'en' ? [] : aTranslation({ ...original, id }, language, { slug: original.slug }),
    )
  })
  await insertArticles(service, translations)
  return originals[0]?.slug ?? ''
}
