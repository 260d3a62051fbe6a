import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../tests/support/articles.ts'

const app = await startTestApp()
afterAll(() => app.stop())

test('llms.txt links to the newest English articles as Markdown, and every link works', async () => {
  const harbour = await addArticle(app.service(), anArticle())
  await addArticle(app.service(), aTranslation(harbour, 'de'))
  const response = await app.fresh('/llms.txt')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const links = [...(await response.text()).matchAll(/^- \[.+?\]\((.*?)\)/gm)].map(([, url = '']) => url)
  expect(links.filter((url) => url.endsWith('.md'))).toEqual([`${app.url}/article/${harbour.slug}.md`])
  for (const url of links) {
    expect(await app.fresh(url).then(({ status }) => [url, status])).toEqual([url, 200])
  }
})
