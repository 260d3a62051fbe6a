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
