import { describe, expect, test } from 'vitest'
import { alignBlocks } from '#core/translation/align-blocks.ts'
import { originalBlocks, translationBlocks } from '#core/translation/compared-blocks.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'

const NO_WORDS = { pictures: new Map() }

/** The rows as `state: translation | original`, in the words of the blocks. */
function align(translation: string, original: string, translated: string | null = original): string[] {
  const own = translationBlocks(translation, NO_WORDS)
  const rows = alignBlocks({
    translation: own,
    original: originalBlocks(original, own),
    translated: translated === null ? null : originalBlocks(translated, []),
  })
  return rows.map(({ state, ...sides }) => {
    const [own, other] = [sides.translation, sides.original].map((blocks) =>
      blocks.map(({ words, markdown }) => words || markdown.trim()).join(' / '),
    )
    return `${state}: ${own} | ${other}`
  })
}

describe('the blocks of a translation', () => {
  test('stand beside those of its original', () => {
    expect(
      align('## Hafen\n\nEr öffnet.\n\n- eins\n- zwei', '## Harbour\n\nIt opens.\n\n- one\n- two'),
    ).toEqual([
      'aligned: Hafen | Harbour',
      'aligned: Er öffnet. | It opens.',
      'aligned: eins\nzwei | one\ntwo',
    ])
  })

  test('follow their original through its changes', () => {
    const made = 'The harbour opened in 1921.\n\nShips come.\n\nIt rains.'
    const now = 'A new beginning.\n\nThe harbour opened in 1912.\n\nShips come.'
    expect(align('Der Hafen öffnete 1921.\n\nSchiffe kommen.\n\nEs regnet.', now, made)).toEqual([
      'changed:  | A new beginning.',
      'changed: Der Hafen öffnete 1921. | The harbour opened in 1912.',
      'aligned: Schiffe kommen. | Ships come.',
      'changed: Es regnet. | ',
    ])
  })

  test('stay together between two headings where an editor has changed the structure', () => {
    const original = 'Before.\n\n## One\n\nFirst.\n\nSecond.\n\n## Two\n\nThird.'
    const translation = 'Davor.\n\n## Eins\n\nErstens und zweitens.\n\n## Zwei\n\nDrittens.'
    for (const translated of [original, null, 'Something else.'])
      expect(align(translation, original, translated)).toEqual([
        'aligned: Davor. | Before.',
        'aligned: Eins | One',
        'apart: Erstens und zweitens. | First. / Second.',
        'aligned: Zwei | Two',
        'aligned: Drittens. | Third.',
      ])
  })

  test('are shown as a whole when even the headings differ', () => {
    expect(align('## A\n\nb', '### A\n\nb\n\n## C')).toEqual(['apart: A / b | A / b / C'])
  })

  test('are all found in the demo, in every language', async () => {
    const { originals, translations } = await readDemoFiles()
    const bySlug = new Map(originals.map(({ slug, content }) => [slug, content]))
    const apart = translations.flatMap(({ slug, header, content }) => {
      const original = bySlug.get(header.translation_of) ?? ''
      return align(content, original, null).flatMap((row) => (row.startsWith('aligned') ? [] : [slug, row]))
    })
    expect(translations.length).toBeGreaterThan(50)
    expect(apart).toEqual([])
  })

  test.each([
    ['', ''],
    ['', 'Something.'],
    ['Etwas.', ''],
  ])('are all there for %j beside %j', (translation, original) => {
    const rows = align(translation, original)
    expect(rows.join().includes('Etwas.')).toBe(translation !== '')
    expect(rows.join().includes('Something.')).toBe(original !== '')
  })

  test('are aligned up to a number, and the others shown as a whole', () => {
    const text = 'a\n\n'.repeat(3_000)
    const rows = align(text, text)
    expect(rows).toHaveLength(2_000)
    expect(rows.at(-1)?.split('/')).toHaveLength(2 * 1_001 - 1)
    expect(rows.at(-1)).toMatch(/^apart: a \/ a/)
  })

  test('are not paired where too much of the original has changed', () => {
    const numbered = (word: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${word} ${at}.`).join('\n\n')
    const [made, own] = ['Old', 'Alt'].map((word) => `## A\n\n${numbered(word, 300)}\n\n## B\n\nEnd.`)
    const now = `## A\n\n${numbered('New', 300)}\n\n## B\n\nEnd.`
    const rows = align(own ?? '', now, made)
    expect(rows.map((row) => row.slice(0, 12))).toEqual([
      'aligned: A |',
      'apart: Alt 0',
      'aligned: B |',
      'aligned: End',
    ])
    expect(rows[1]).toContain('Alt 299. | New 0. / New 1.')
  })

  test('are those of footnotes at the end', () => {
    const rows = align('Eins[^a].\n\n## B\n\n[^a]: Note', 'One[^a].\n\n## B\n\nMore\n\n[^a]: Note')
    expect(rows).toEqual([
      'aligned: Eins. | One.',
      'aligned: B | B',
      'apart:  | More',
      'aligned: Note | Note',
    ])
  })
})

describe('an original beside its translation', () => {
  const html = (original: string, translation = '') =>
    originalBlocks(original, translationBlocks(translation, NO_WORDS)).map((block) => block.html.trim())

  test('has no links, no ids and no headings', () => {
    expect(html('## To [the *sea*](/article/sea)')).toEqual(['<p data-was="h2">To the <em>sea</em></p>'])
    expect(html('See https://example.com[^1]\n\n[^1]: A [note](https://example.com)').join()).not.toMatch(
      /<a|id=/,
    )
  })

  test('has the captions of pictures, and no pictures', () => {
    expect(html('![A harbour](/demo/a.webp "At dawn | Ann")\n\n![B](/b.png)\n\nA ![C](/c.png) word')).toEqual(
      ['<p>At dawn</p>', '', '<p>A  word</p>'],
    )
  })

  test('has only the code and the rules that its translation has not', () => {
    const code = '```python\nprint(1)\n```'
    expect(html(`${code}\n\n---\n\n- In a list\n\n  ${code.replaceAll('\n', '\n  ')}`, code)).toEqual([
      '',
      '',
      '<ul>\n<li>\n<p>In a list</p>\n</li>\n</ul>',
    ])
    expect(html(code, '```python\nprint(2)\n```')[0]).toContain('print')
  })

  test('runs nothing', () => {
    const hostile = '<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>'
    expect(html(hostile).join()).not.toMatch(/<script|javascript:|onerror/)
  })
})
