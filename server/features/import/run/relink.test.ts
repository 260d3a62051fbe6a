import { expect, test } from 'vitest'
import { relink } from '#server/features/import/run/place-article.ts'
import { hostileTexts } from '../../../../core/markdown/testing/hostile-texts.ts'
import { processorMs } from '../../../../tests/support/processor-time.ts'

const HERE = new Map([
  ['/2024/05/harbour', '/article/harbour'],
  ['/?p=7', '/article/hafen?lang=de'],
  ['/notes/The%20harbour.md', '/article/the-harbour'],
])
const find = (address: string) => HERE.get(address) ?? null
const place = {
  oldAddresses: ['/2024/06/port/', '/notes/port.md'],
  hosts: new Set(['old.example', 'www.second.example']),
}
const relinked = (markdown: string) => relink(markdown, place, find)

test.each([
  ['https://old.example/2024/05/harbour/', '/article/harbour'],
  ['http://www.old.example/2024/05/harbour', '/article/harbour'],
  ['https://second.example/2024/05/harbour/#ships', '/article/harbour#ships'],
  ['//old.example/2024/05/harbour/?utm_source=x', '/article/harbour'],
  ['/2024/05/harbour', '/article/harbour'],
  ['../../05/harbour/', '/article/harbour'],
  ['/?p=7', '/article/hafen?lang=de'],
  ['https://old.example/?p=7#x', '/article/hafen?lang=de#x'],
  ['The%20harbour.md', '/article/the-harbour'],
  ['<./The harbour.md>', '/article/the-harbour'],
  ['/2024/05/harbour#%22%3E(x)', '/article/harbour'],
])('a link to %s leads to %s', (link, there) => {
  expect(relinked(`Read [this](${link} "now").`)).toBe(`Read [this](${there} "now").`)
})

test.each([
  'https://other.example/2024/05/harbour/',
  'https://old.example.evil.example/2024/05/harbour/',
  'https://old.example/2024/05/other/',
  '#harbour',
  'mailto:ada@old.example',
  '/about',
  '',
  'https://[',
])('a link to %s stays', (link) => {
  const text = `Read [this](${link}) and [that](  <${link}>  'now' ).\r\n`
  expect(relinked(text)).toBe(text)
})

test('pictures and code stay, and every way to write a link is known', () => {
  const link = 'https://old.example/2024/05/harbour/'
  expect(
    relinked(`# [A](${link})

![picture](${link}) [![picture](${link})](${link}) \`[code](${link})\` \\[text](${link})

    [code](${link})

\`\`\`
[code](${link})
\`\`\`

| a | b |
|---|---|
| [x \\| y](${link}) | ${link} |

> - [a][one], [one], [two][], ![pic][three]
>   <${link}> and www.old.example/2024/05/harbour_(x)!

[^n]: Note [a](${link}).

Text[^n] <a href="${link}">html</a>

[one]: ${link} "A"
[TWO]: <${link}>
[three]: ${link}
[one]: ${link}
`),
  ).toBe(`# [A](/article/harbour)

![picture](${link}) [![picture](${link})](/article/harbour) \`[code](${link})\` \\[text]([${link}](/article/harbour))

    [code](${link})

\`\`\`
[code](${link})
\`\`\`

| a | b |
|---|---|
| [x \\| y](/article/harbour) | [${link}](/article/harbour) |

> - [a][one], [one], [two][], ![pic][three]
>   [${link}](/article/harbour) and www.old.example/2024/05/harbour_(x)!

[^n]: Note [a](/article/harbour).

Text[^n] <a href="${link}">html</a>

[one]: /article/harbour "A"
[TWO]: /article/harbour
[three]: ${link}
[one]: ${link}
`)
})

test('words that are an address are written so that they stay these words', () => {
  const words = 'https://old.example/2024/05/harbour/?utm_a_b_c=*x*~y~[z]'
  expect(relinked(`See ${words} there`)).toBe(
    'See [https://old.example/2024/05/harbour/?utm\\_a\\_b\\_c=\\*x\\*\\~y\\~\\[z](/article/harbour)] there',
  )
})

test('texts that are hard to read take no longer than others', () => {
  for (const [what, markdown] of hostileTexts(60_000)) {
    const started = processorMs()
    const text = relink(markdown, place, () => '/article/x')
    expect(processorMs() - started, what).toBeLessThan(2_000)
    expect(text.length, what).toBeGreaterThan(0)
  }
})

test('a text with more links than anybody writes keeps those after the first two thousand', () => {
  const text = '[a](/?p=7) '.repeat(3_000)
  expect(relinked(text)).toBe('[a](/article/hafen?lang=de) '.repeat(2_000) + '[a](/?p=7) '.repeat(1_000))
})
