import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

const addresses = (text: string) => splitLinks(text).flatMap((part) => part.href ?? [])

test('text without an address stays one part', () => {
  expect(splitLinks('Hello,\n\nno link here.')).toEqual([{ text: 'Hello,\n\nno link here.' }])
  expect(splitLinks('')).toEqual([])
})

test('an address is cut out of its sentence with its query and fragment', () => {
  expect(splitLinks('Open https://example.org/a?b=1&c=2#d now')).toEqual([
    { text: 'Open ' },
    { text: 'https://example.org/a?b=1&c=2#d', href: 'https://example.org/a?b=1&c=2#d' },
    { text: ' now' },
  ])
})

test('the parts put together are the text again', () => {
  const text = 'A https://a.example, (https://b.example/x) and <https://c.example/>!\nhttp://d.example'
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('punctuation around an address is not part of it', () => {
  expect(addresses('(see https://example.org/a), https://example.org/b. "https://example.org/c"')).toEqual([
    'https://example.org/a',
    'https://example.org/b',
    'https://example.org/c',
  ])
})

test('brackets that an address opens itself belong to it', () => {
  expect(addresses('https://example.org/a_(b).')).toEqual(['https://example.org/a_(b)'])
})

test('only web addresses become links', () => {
  expect(
    addresses('javascript:alert(1) data:text/html,x ftp://example.org mailto:a@example.org https://'),
  ).toEqual([])
})
