import { expect, test } from 'vitest'
import { safeHtml } from '#core/markdown/safe-html.ts'
import { readSource } from '#core/markdown/source/read-source.ts'
import { replaceImage, replaceImages, rewriteLinks } from '#core/markdown/source/replace-addresses.ts'
import { DIFFICULT_DOCUMENTS } from '#core/markdown/testing/difficult-documents.ts'
import { randomMarkdown } from '#core/markdown/testing/random-markdown.ts'

const THERE = 'https://pictures.example/a%20b.png?x=1&y=2'

test('the images of an address get another one, and everything else stays', () => {
  const text = `[![A](${THERE} "At night | Nora")](${THERE})

![A](<https://pictures.example/a b.png?x=1&y=2>) and ![*B*][b] and ![C](https://pictures.example/c.png)

\`![A](${THERE})\` ${THERE}

- ![](https://pictures.example/a%20b.png?x=1&amp;y=2)

[b]: ${THERE} 'B'
`
  expect(replaceImage(text, THERE, '/a.png')).toBe(`[![A](/a.png "At night | Nora")](${THERE})

![A](/a.png) and ![*B*][b] and ![C](https://pictures.example/c.png)

\`![A](${THERE})\` ${THERE}

- ![](/a.png)

[b]: /a.png 'B'
`)
})

test('a text without the image stays the same', () => {
  for (const text of ['', 'No image', '![A](/b.png)\r\n\r\n[c]: /d'])
    expect(replaceImage(text, THERE, '/a.png')).toBe(text)
})

test('a text whose links were rewritten is the same page with other addresses', () => {
  const texts = [
    ...DIFFICULT_DOCUMENTS.map(([, markdown]) => markdown),
    ...Array.from({ length: 1_000 }, (_, seed) => randomMarkdown(seed)),
  ]
  const page = (markdown: string) => safeHtml(markdown, () => {})
  let links = 0
  for (const markdown of texts) {
    // Of definitions that two kinds of things use, those of images stay.
    if (readSource(markdown).imageLabels().size > 0) continue
    // An address among the words of a link keeps its address.
    if (/<a (?:(?!<\/a>).)*<a /s.test(page(markdown))) continue
    const rewritten = page(rewriteLinks(markdown, () => '/new'))
    expect(rewritten.replace(/ href="[^"]*"/g, ''), markdown).toBe(
      page(markdown).replace(/ href="[^"]*"/g, ''),
    )
    links += rewritten.split('"/new"').length - 1
  }
  expect(links).toBeGreaterThan(500)
})

test('an image without an address is left out, and everything else stays', () => {
  const text =
    'A ![x *y*](http://10.0.0.1/a.png "T") and ![z](/b.png).\n\n| ![](http://10.0.0.1/a.png) |\n|---|\n\n[![](http://10.0.0.1/a.png)](/c) ![r][r]\n\n[r]: http://10.0.0.1/a.png'
  expect(replaceImages(text, (address) => (address.includes('10.0.0.1') ? '' : null))).toBe(
    'A  and ![z](/b.png).\n\n|  |\n|---|\n\n[](/c) \n\n[r]: http://10.0.0.1/a.png',
  )
})
