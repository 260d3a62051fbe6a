import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createClickLinks } from '#server/features/newsletter/clicks.ts'

const SECRET = 'a secret of more than thirty-two characters'
const clicks = createClickLinks(SECRET)
const click = { issueId: randomUUID(), link: 3, target: 'https://lab.example/?a=1&b=ü#part' }
const queryOf = (path: string) => new URL(path, 'https://aiwatch.example').searchParams

test('an address has its click in it', () => {
  expect(clicks.pathOf(click)).toMatch(
    /^\/newsletter\/go\?i=[0-9a-f-]{36}&l=3&t=https%3A%2F%2F[^&]+&s=[\w-]{22}$/,
  )
  expect(clicks.read(queryOf(clicks.pathOf(click)))).toEqual(click)
})

test.each([
  ['i', randomUUID()],
  ['i', click.issueId.toUpperCase()],
  ['l', '4'],
  ['l', '03'],
  ['l', '3.0'],
  ['t', 'https://evil.example/'],
  ['t', `${click.target}x`],
  ['t', ''],
  ['s', 'A'.repeat(22)],
  ['s', ''],
  ['s', 'A'.repeat(23)],
])('with %s=%j it is none of ours', (name, value) => {
  const query = queryOf(clicks.pathOf(click))
  query.set(name, value)
  expect(clicks.read(query)).toBeNull()
})

test('without a part, or of a site with another secret, it is none of ours', () => {
  for (const name of ['i', 'l', 't', 's']) {
    const query = queryOf(clicks.pathOf(click))
    query.delete(name)
    expect(clicks.read(query)).toBeNull()
  }
  expect(createClickLinks(`${SECRET} `).read(queryOf(clicks.pathOf(click)))).toBeNull()
})
