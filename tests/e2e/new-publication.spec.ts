import { insertArticles } from '#core/data/articles.ts'
import type { Client } from '#core/data/client.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { SMALL } from '../support/accessibility-looks.ts'
import { anArticle, aTranslation } from '../support/articles.ts'
import {
  findAccessibilityProblems,
  findProblemsOfKnownComponents,
} from './support/find-accessibility-problems.ts'
import { test } from './support/new-publication.ts'
import { inEveryLanguage, openScreen } from './support/open-screen.ts'
import { sendWithoutScripts } from './support/send-without-scripts.ts'
import { expect } from './support/test.ts'

/** One more article than fits on a page of a list. */
const COUNT = 25

/** Every Markdown element that an article can contain. */
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

// Reduced motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a publication without articles, and the sign-up of its first reader, are accessible', async ({
  page,
}) => {
  const problems = await inEveryLanguage(async (language) => {
    await openScreen(page, '/', { language })
    await expect(page.locator('main article')).toHaveCount(0)
    const found = await findAccessibilityProblems(page)
    await openScreen(page, '/opinion', { language })
    await expect(page.locator('main article')).toHaveCount(0)
    found.push(...(await findProblemsOfKnownComponents(page, [SMALL])))
    await openScreen(page, '/subscribe', { language })
    await page.locator('main').getByRole('textbox').fill('zoe.reader@example.org')
    await sendWithoutScripts(page)
    await expect(page.locator('main').getByRole('status')).not.toBeEmpty()
    return [...found, ...(await findProblemsOfKnownComponents(page, [SMALL]))]
  })
  expect(problems).toEqual([])
})

test('many articles without pictures, with every Markdown element, are accessible', async ({
  page,
  publication,
}) => {
  test.slow()
  const slug = await publish(publication.service)
  const problems = await inEveryLanguage(async (language) => {
    const found: string[] = []
    for (const { path, widths } of [
      { path: '/', widths: [SMALL] },
      { path: '/opinion', widths: [SMALL] },
      { path: '/opinion?page=2', widths: [SMALL] },
      { path: `/article/${slug}` },
    ]) {
      await openScreen(page, path, { language })
      await expect(page.locator('main article')).not.toHaveCount(0)
      found.push(...(await findProblemsOfKnownComponents(page, widths)))
    }
    return found
  })
  expect(problems).toEqual([])
})

/** Inserts two pages of opinion articles in every language; returns the slug that one of them has in all languages. */
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
