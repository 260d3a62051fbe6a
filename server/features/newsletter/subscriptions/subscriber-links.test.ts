import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'

const SECRET = 'a secret of more than thirty-two characters'
const links = createSubscriberLinks(SECRET)
const id = randomUUID()

describe('a token', () => {
  test('leads to its subscriber, for its purpose alone', () => {
    const token = links.tokenFor('unsubscribe', id)
    expect(token).toMatch(/^[\w-]{64}$/)
    expect(links.read('unsubscribe', token)).toBe(id)
    expect(links.read('preferences', token)).toBeNull()
  })

  test('is worth nothing with any character changed, cut or added', () => {
    const token = links.tokenFor('preferences', id)
    for (let place = 0; place < token.length; place++) {
      const changed = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`
      expect(links.read('preferences', changed)).toBeNull()
    }
    for (const other of [
      '',
      token.slice(1),
      `${token}A`,
      `${token}=`,
      `${token.slice(0, -1)}\n`,
      'A'.repeat(64),
    ]) {
      expect(links.read('preferences', other)).toBeNull()
    }
  })

  test('of a site with another secret is refused', () => {
    const other = createSubscriberLinks(`${SECRET} `)
    expect(other.read('unsubscribe', links.tokenFor('unsubscribe', id))).toBeNull()
  })

  test('is made of a UUID only', () => {
    expect(() => links.tokenFor('unsubscribe', 'ada@example.org')).toThrow(TypeError)
  })
})
