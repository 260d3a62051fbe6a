import { expect, test } from 'vitest'
import { loadFedify } from '#server/features/social/load-fedify.ts'
import { createContextLoader } from '#server/features/social/open-social-web.ts'

test.each([
  ['https://www.w3.org/ns/activitystreams', true],
  ['https://w3id.org/security/v1', true],
  ['http://schema.org/', false],
  ['https://social.example/context.json', false],
])('of the context %s terms are known: %s', async (address, isKnown) => {
  const load = createContextLoader(await loadFedify())
  const { document } = await load(address)
  expect(JSON.stringify(document).length > 500).toBe(isKnown)
})
