import { expect, test } from 'vitest'
import { pageHtml } from '#app/pages/page-html.ts'

test('a text that begins with a short paragraph has no large first letter, which only a first element has', () => {
  const textOf = (html: string) => pageHtml({ title: 'Imprint', html }).split('<div class="prose')[1]
  expect(textOf('<p>Le Monde Vert, <strong>Geneva</strong>.</p>')).toContain('<i hidden></i><p>')
  for (const html of [`<p>${'word '.repeat(50)}</p>`, '<h2>Who</h2><p>Short.</p>'])
    expect(textOf(html)).not.toContain('<i hidden>')
})
