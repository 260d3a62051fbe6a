import { expect, test } from 'vitest'
import { readRobots } from '#server/features/newsroom/reservations/host-rules.ts'

const allows = (text: string, path: string, agent = 'Ours') =>
  readRobots(text, ['Ours', 'GPTBot']).allows(new URL(path, 'https://harbour.example'), agent)

test.each([
  ['Disallow: /', '/a', false],
  ['Disallow:', '/a', true],
  ['Disallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['Allow: /a\nDisallow: /a', '/a', true],
  ['Disallow: *.php', '/a/b.php?x', false],
  ['Disallow: *.php$', '/a/b.php?x', true],
  ['Disallow: /*.php$', '/b.php', false],
  ['Disallow: /a$', '/a', false],
  ['Disallow: /a$', '/ab', true],
  ['Disallow: /*/x/*/y', '/a/x/b/y', false],
  ['Disallow: /*ab$', '/xab-ab', false],
  ['Disallow: /ab*b$', '/ab', true],
  ['Disallow: /%c3%bc', '/ü', false],
  ['Disallow: /ü', '/%C3%BC', false],
  ['Disallow: /a # why', '/a', false],
  ['Disallow: /a b', '/a%20b', false],
  ['  DISALLOW  :  /a  ', '/a', false],
  ['Sitemap: /s\nDisallow: /a', '/a', false],
])('%s, %s: %s', (rules, path, expected) => {
  expect(allows(`User-agent: *\n${rules}`, path)).toBe(expected)
})

test('groups', () => {
  const text =
    '\uFEFFUser-agent: x\nDisallow: /\n\nUser-Agent: ours/1.0\r\nUser-agent: GPTBot\rDisallow: /a\n\nuser-agent: *\nDisallow: /b\n\nUser-agent: OURS\nDisallow: /c'
  expect(['/a', '/b', '/c'].map((path) => allows(text, path))).toEqual([false, true, false])
  expect(['/a', '/b', '/c'].map((path) => allows(text, path, 'GPTBot'))).toEqual([false, true, true])
  expect(allows(text, '/b', 'Other')).toBe(false)
  expect(readRobots(text, ['GPTBot', 'CCBot']).names('gptbot')).toBe(true)
  expect(readRobots(text, ['GPTBot', 'CCBot']).names('CCBot')).toBe(false)
})

test('agents with the names of properties are none', () => {
  expect(allows('User-agent: __proto__\nDisallow: /\nUser-agent: constructor\nDisallow: /', '/a')).toBe(true)
})

test('more rules than are compared disallow everything', () => {
  expect(allows(`User-agent: *\n${'Disallow: /x\n'.repeat(6_000)}`, '/a')).toBe(false)
})
