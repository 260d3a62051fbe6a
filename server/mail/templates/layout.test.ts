import { expect, test } from 'vitest'
import { layout } from '#server/mail/templates/layout.ts'

const NASTY = `<script>alert("1")</script> & 'quotes' <img src=x onerror=alert(2)>`
const ESCAPED =
  '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;quotes&#39; &lt;img src=x onerror=alert(2)&gt;'

test('whatever is passed in stands in the HTML as text', () => {
  const { html } = layout({
    language: 'en',
    site: NASTY,
    preheader: NASTY,
    paragraphs: [NASTY],
    button: { label: NASTY, href: 'https://aiwatch.example/?a="><b>&c=d', fallback: NASTY },
    notes: [NASTY],
  })
  expect(html).not.toMatch(/<script|<img|<b>/)
  // Title and heading, preheader, paragraph, label, fallback, note.
  expect(html.split(ESCAPED)).toHaveLength(8)
  expect(html).toContain('<a href="https://aiwatch.example/?a=&quot;&gt;&lt;b&gt;&amp;c=d"')
})

test('the text part holds paragraphs, address and notes in reading order, and signs with the site', () => {
  const { text } = layout({
    language: 'en',
    site: 'AI Watch',
    preheader: 'only for the inbox',
    paragraphs: ['Hello,', 'please confirm:'],
    button: { label: 'Confirm', href: 'https://aiwatch.example/confirm', fallback: 'Copy it:' },
    notes: ['Valid for a day.'],
  })
  expect(text).toBe(
    'Hello,\n\nplease confirm:\n\nhttps://aiwatch.example/confirm\n\nValid for a day.\n\n-- \nAI Watch\n',
  )
})
