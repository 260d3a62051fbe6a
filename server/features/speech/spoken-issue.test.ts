import { expect, test } from 'vitest'
import type { Language } from '#core/i18n/languages.ts'
import { spokenIssueParts } from '#server/features/speech/spoken-parts.ts'
import { processorMs } from '../../../tests/support/processor-time.ts'

const VOICE = { model: 'tts-1', voice: 'mara' }
const partsOf = (content: string, language: Language = 'en') =>
  spokenIssueParts({ subject: 'Audits', preheader: 'A town reads.', content, language }, VOICE)
const textsOf = (content: string, language?: Language) =>
  partsOf(content, language)
    .slice(2)
    .map(({ text }) => text)

test('an issue is read in its order, without who wrote what, and each heading begins a chapter', () => {
  const parts = partsOf(`<p>Good morning.</p>
<h2>Top stories</h2>
<p data-section="tech">Technology</p>
<h3><a href="https://paper.example/article/one">One <em>town</em></a></h3>
<p>It looked inside.</p>
<p><small>Mara Lindqvist · 15 November 2026</small></p>
<h2>Also published</h2><ul><li data-part="news"><a href="https://paper.example/article/two">Two</a></li></ul>`)
  expect(parts.map(({ text }) => text)).toEqual([
    'Audits',
    'A town reads.',
    'Good morning.',
    'Top stories',
    'Technology',
    'One town',
    'It looked inside.',
    'Also published',
    'Two',
  ])
  expect(parts.flatMap(({ heading }) => heading ?? [])).toEqual([
    'Audits',
    'Top stories',
    'One town',
    'Also published',
  ])
})

test.each<[string, string, string[]]>([
  ['text without elements', 'Hello <strong>there</strong>.<br />Bye.', ['Hello there. Bye.']],
  [
    'frames in frames',
    '<div>One.<div>Two.<p>Three.</p></div>Four.</div>',
    ['One.', 'Two.', 'Three.', 'Four.'],
  ],
  ['nothing', '', []],
  ['white space', ' \n <hr /> ', []],
  ['code', '<pre><code>let x = 1</code></pre><p>After.</p>', ['After.']],
])('%s is read as a browser shows it', (_what, content, texts) => {
  expect(textsOf(content)).toEqual(texts)
})

test('a story in another language is left out, and the name of its section with it', () => {
  const content = `<h2>Die Themen</h2>
<p data-section="tech">Technik</p><h3><a lang="en" href="/article/one">One</a></h3><p lang="en">It looked inside.</p>
<p data-section="news">Nachrichten</p><h3><a href="/article/zwei">Zwei</a></h3><p>Zwei Sätze.</p>`
  expect(textsOf(content, 'de')).toEqual(['Die Themen', 'Nachrichten', 'Zwei', 'Zwei Sätze.'])
})

test('a content of nothing but blocks and headings is read up to a bound, and does not hold up the process', () => {
  const started = processorMs()
  const parts = partsOf('<p>x</p>'.repeat(2_000) + '<h2>y</h2>'.repeat(38_000))
  expect(parts.length).toBe(2_000)
  expect(processorMs() - started).toBeLessThan(10_000)
  expect(partsOf(`${'<div>'.repeat(50)}Deep.${'</div>'.repeat(50)}`).map(({ text }) => text)).toContain(
    'Deep.',
  )
})
