import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageText } from '#app/pages/page-text.tsx'

test('a text that begins with a short paragraph has no large first letter', () => {
  const shown = (html: string) => renderToStaticMarkup(<PageText title="Imprint" html={html} />)
  expect(shown('<p>Le Monde Vert, <strong>Geneva</strong>.</p>')).toContain('begins-short')
  for (const html of [`<p>${'word '.repeat(50)}</p>`, '<h2>Who</h2><p>Short.</p>'])
    expect(shown(html)).not.toContain('begins-short')
})
