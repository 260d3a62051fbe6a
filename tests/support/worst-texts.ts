import { MAX_CONTENT_BYTES } from '#core/domain/article-input.ts'
import { CONTENT_MAX_LENGTH } from '#core/domain/newsletter-issue.ts'
import { MAX_TAGS } from '#server/features/newsletter/render/sanitise-html.ts'
import { MAX_OPML_BYTES } from '#server/features/newsroom/feeds/opml.ts'

/** For what makes a text another one, and for what holds it. */
const ROOM = 100

/** Pieces of which a text can be made so that working through it takes long. */
const PIECES = {
  prose: (n: number) =>
    `The port of Ghent bought ${n} cranes on 3 March 2026 for 4.5 million euros, said Marta Vilela. `,
  'short words': () => 'a b ',
  paragraphs: () => 'a b.\n\n',
  headings: (n: number) => `## H${n}\n\n`,
  'nested lists': (n: number) => `${'  '.repeat(n % 40)}- a\n`,
  'nested quotes': () => `${'>'.repeat(40)} a\n\n`,
  brackets: () => '![a[b](',
  links: (n: number) => `[a ${n}](https://a.example/${n} "t") `,
  images: (n: number) => `![a](/storage/v1/object/public/article-images/${n}.png "c | d")\n\n`,
  'wide rows': () => '|a|b|\n|-|-|\n|c|d|\n|e|f|\n|g|h|\n',
  footnotes: (n: number) => `A claim.[^${n}]\n\n[^${n}]: Its source.\n\n`,
  definitions: (n: number) => `[a${n}]: /b${n} "t"\n\n[c][a${n}]\n\n`,
  code: () => '```js\nlet a = "b"\n```\n\n',
  'numbers and names': (n: number) => `Anna Berg${n} sold ${n}.5 % of 1,${100 + (n % 800)} km at 20:15. `,
  'combining marks': () => 'e\u0301\u0323\u0308 \u05d0\u05b0 ',
} satisfies Record<string, (n: number) => string>

/** Texts that an article may have, as long as one may be or as given, each made to take long in another way. */
export function worstTexts(bytes = MAX_CONTENT_BYTES): [name: string, text: string][] {
  return Object.entries(PIECES).map(([name, piece]) => [name, repeated(piece, bytes)])
}

/** The same, of three kinds each, for work that takes long with any text. */
export function worstMixtures(): [name: string, text: string][] {
  const texts = worstTexts((MAX_CONTENT_BYTES - ROOM) / 3)
  return Array.from({ length: texts.length / 3 }, (_, index) => {
    const some = texts.slice(3 * index, 3 * index + 3)
    return [some.map(([name]) => name).join(', '), some.map(([, text]) => text).join('\n\n')]
  })
}

const HTML = {
  prose: 'The port of Ghent bought 3 cranes on 3 March. ',
  'nested frames': '<div><div><div><div>a</div></div></div></div>',
  headings: '<h2>a</h2>',
  stories: '<p data-section="news">T</p><h3><a href="/a">b</a></h3><p>c</p>',
  lists: '<ul><li>a</li></ul>',
  links: '<a href="https://a.example/b?c&d">e</a> ',
}
/** Each element has an opening and a closing tag. */
const MOST_ELEMENTS = MAX_TAGS / 2

/** Contents of newsletters, with as many tags as are kept. */
export function worstHtml(): [name: string, html: string][] {
  return Object.entries(HTML).map(([name, piece]) => {
    const elements = piece.split('</').length - 1
    const text = repeated(() => piece, CONTENT_MAX_LENGTH - ROOM)
    return [name, elements === 0 ? text : text.slice(0, piece.length * Math.floor(MOST_ELEMENTS / elements))]
  })
}

const OUTLINES = {
  'empty outlines': '<outline/>',
  feeds: '<outline xmlUrl="https://a.example/b" text="T"/>',
  attributes: '<o a="" b="" c="" d="" e="" f=""/>',
  entities: '&amp;',
}

/** Lists of feeds, as long as one may be. */
export function worstFeedLists(): [name: string, opml: string][] {
  return Object.entries(OUTLINES).map(([name, piece]) => [
    name,
    `<opml><body>${repeated(() => piece, MAX_OPML_BYTES - ROOM)}</body></opml>`,
  ])
}

function repeated(piece: (n: number) => string, bytes: number): string {
  const pieces: string[] = []
  for (let left = bytes, n = 0; ; n++) {
    const next = piece(n)
    left -= Buffer.byteLength(next)
    if (left < 0) return pieces.join('')
    pieces.push(next)
  }
}
