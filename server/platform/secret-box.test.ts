import { expect, test } from 'vitest'
import { createSecretBox } from '#server/platform/secret-box.ts'

const SECRET = 'a secret of the site, long enough'

test('a secret opens only for its owner, its purpose and with the same key', () => {
  const box = createSecretBox(SECRET, 'keys of doors')
  const sealed = box.seal('front', 'open sesame')
  expect(box.open('front', sealed)).toBe('open sesame')
  expect(() => box.open('back', sealed)).toThrow()
  expect(() => createSecretBox(SECRET, 'keys of cars').open('front', sealed)).toThrow()
  expect(() => createSecretBox(`${SECRET}!`, 'keys of doors').open('front', sealed)).toThrow()
})
