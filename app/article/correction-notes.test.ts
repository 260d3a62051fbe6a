import { expect, test } from 'vitest'
import { translatorFor } from '#core/feeds/testing/feed-fixtures.ts'
import { correctionNotes } from './correction-notes.server.ts'

const options = { t: translatorFor('de'), language: 'de', articleLanguage: 'en' } as const

test('an article without corrections has no notes', () => {
  expect(correctionNotes([], options)).toBe('')
})

test('each note has its date in the language of the page, and its text in that of the article', () => {
  const html = correctionNotes([{ text: 'It was Monday.', corrected_at: '2026-11-20T08:00:00Z' }], options)
  expect(html).toMatch(/^<section lang="de"/)
  expect(html).toContain('>Korrekturen</h2>')
  expect(html).toMatch(/<time datetime="2026-11-20T08:00:00Z" [^>]*>20\. November 2026<\/time>/)
  expect(html).toMatch(/<p lang="en" [^>]*>It was Monday\.<\/p>/)
})

test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</p></li></ul>', '&lt;b&gt;'])(
  'nothing of a note like %j is markup',
  (text) => {
    const html = correctionNotes([{ text, corrected_at: '2026-11-20T08:00:00Z' }], options)
    expect(html.match(/<(script|img|\/p><\/li><\/ul>\n?<\/section>.)/)).toBeNull()
    expect(html).toContain(
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    )
  },
)
