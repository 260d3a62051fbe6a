import { MAX_CONTENT_BYTES } from '#core/domain/article-input.ts'

/** What a text can be made of so that working through it takes long. */
const PIECES = {
  prose: (n: number) =>
    `The port of Ghent bought ${n} cranes on 3 March 2026 for 4.5 million euros, said Marta Vilela. `,
  'short words': () => 'a b ',
  paragraphs: () => 'a b.\n\n',
  headings: (n: number) => `## H${n}\n\n`,
  'nested lists': (n: number) => `${'  '.repeat(n % 40)}- a\n`,
  'nested quotes': () => `${'>'.repeat(40)} a\n\n`,
  emphasis: () => '*a **b _c ',
  brackets: () => '![a[b](',
  links: (n: number) => `[a ${n}](https://a.example/${n} "t") `,
  addresses: (n: number) => `www.a${n}.example a${n}@b.example `,
  images: (n: number) => `![a](/storage/v1/object/public/article-images/${n}.png "c | d")\n\n`,
  tables: () => '|a|b|\n|-|-|\n|c|d|\n\n',
  'wide rows': () => '|a|b|\n|-|-|\n|c|d|\n|e|f|\n|g|h|\n',
  footnotes: (n: number) => `A claim.[^${n}]\n\n[^${n}]: Its source.\n\n`,
  definitions: (n: number) => `[a${n}]: /b${n} "t"\n\n[c][a${n}]\n\n`,
  code: () => '```js\nlet a = "b"\n```\n\n',
  html: () => '<b>a</b> <!-- c --> &amp; ',
  numbers: (n: number) => `${n}.5 % of 1,${100 + (n % 800)} km in 20:15, `,
  names: (n: number) => `Anna Berg${n} and Dr. Otto Kahn${n} met. `,
  quotations: (n: number) => `“We have ${n}”, she said. `,
  'combining marks': () => 'e\u0301\u0323\u0308 \u05d0\u05b0 ',
  'other scripts': () => '港口在夜里。مرفأ المدينة. ',
  placeholders: () => 'TODO XXX lorem ipsum ',
} satisfies Record<string, (n: number) => string>

/** Texts that an article may have, as long as one may be or as given, each made to take long in another way. */
export function worstTexts(bytes = MAX_CONTENT_BYTES): [name: string, text: string][] {
  return Object.entries(PIECES).map(([name, piece]) => {
    const pieces: string[] = []
    for (let left = bytes, n = 0; ; n++) {
      const next = piece(n)
      left -= Buffer.byteLength(next)
      if (left < 0) return [name, pieces.join('')]
      pieces.push(next)
    }
  })
}
