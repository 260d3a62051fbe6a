import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { readBlocks } from '#core/speech/read-blocks.ts'
import { speechWordsOf, spokenBlocks } from '#core/speech/spoken-blocks.ts'

function blocksOfPage(html: string) {
  const { document } = parseHTML(`<body><main>${html}</main></body>`)
  return readBlocks(
    { title: null, subtitle: null, text: document.querySelector('main') },
    'de',
    speechWordsOf('de'),
  )
}
const textsOf = (blocks: { text: string }[]) => blocks.map(({ text }) => text)

test('of a translation beside its original the translation is read, as where it stands alone', () => {
  const blocks = blocksOfPage(`<aside><button>Anhören</button></aside><div class="beside"><style>p {}</style>
<p class="beside-leave"><a href="/">Verlassen</a></p>
<div class="beside-row beside-heads"><p>Deutsch</p><div lang="en"><p>English</p><p>A title</p></div></div>
<div class="beside-row"><div><div data-heading=""><h2>Der Hafen</h2><a href="#h">#</a></div></div><div lang="en"><p>The harbour</p></div></div>
<div class="beside-row"><p class="beside-note">Geändert.</p><div><p>Um 14:30 Uhr.</p><ul><li>eins</li></ul></div><div lang="en"><p>At 2.30 pm.</p></div>
<details><summary>Melden</summary><form><div><p>Wort</p></div></form></details></div></div>`)
  expect(textsOf(blocks)).toEqual(['Der Hafen', 'Um 14 Uhr 30.', 'eins'])
  const content = '## Der Hafen\n\nUm 14:30 Uhr.\n\n- eins'
  const [, ...alone] = spokenBlocks({ title: 'T', subtitle: null, content, language: 'de' })
  expect(blocks.map(({ id }) => id)).toEqual(alone.map(({ id }) => id))
})

test('a paragraph of any length is read to its end', () => {
  const sentence = 'Um 14:30 Uhr waren es 25 %. '
  const [block] = blocksOfPage(`<p>${sentence.repeat(1_000)}</p><p>Ende.</p>`)
  expect(block?.text).toBe('Um 14 Uhr 30 waren es 25 Prozent. '.repeat(1_000).trimEnd())
  for (const text of ['wort '.repeat(3_000), 'ä'.repeat(12_000), '🚢ä'.repeat(4_000)]) {
    const [long, last] = textsOf(blocksOfPage(`<p>${text}</p><p>Ende.</p>`))
    expect(long?.replaceAll(' ', '')).toBe(text.replaceAll(/[ 🚢]/gu, ''))
    expect(last).toBe('Ende.')
  }
})

test('a text beyond the limit is read up to there', () => {
  const blocks = blocksOfPage(`<p>${'wort '.repeat(100_000)}</p><p>Ende.</p>`)
  expect(blocks.reduce((sum, { text }) => sum + text.length, 0)).toBe(300_000)
})
