import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import { translatorFor } from '#core/feeds/testing/feed-fixtures.ts'
import { CorrectionNotes } from './correction-notes.server.tsx'

const notes = (...corrections: Pick<ArticleCorrection, 'id' | 'text' | 'corrected_at'>[]) =>
  renderToStaticMarkup(
    <CorrectionNotes corrections={corrections} t={translatorFor('de')} language="de" articleLanguage="en" />,
  )
const noteOf = (text: string) => notes({ id: 'a', text, corrected_at: '2026-11-20T08:00:00Z' })

test('an article without corrections has no notes', () => {
  expect(notes()).toBe('')
})

test('each note has its date in the language of the page, and its text in that of the article', () => {
  const html = noteOf('It was Monday.')
  expect(html).toMatch(/^<section lang="de"/)
  expect(html).toContain('>Korrekturen</h2>')
  expect(html).toMatch(/<time dateTime="2026-11-20T08:00:00Z" [^>]*>20\. November 2026<\/time>/)
  expect(html).toMatch(/<p lang="en" [^>]*>It was Monday\.<\/p>/)
})

test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</p></li></ul>', '&lt;b&gt;'])(
  'nothing of a note like %j is markup',
  (text) => {
    const html = noteOf(text)
    expect(html.match(/<(script|img|\/p><\/li><\/ul>\n?<\/section>.)/)).toBeNull()
    expect(html).toContain(
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    )
  },
)
