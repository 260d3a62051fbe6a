import { expect, test } from 'vitest'
import { replaceImage } from '#core/markdown/source/replace-addresses.ts'

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
