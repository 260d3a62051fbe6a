import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PLAYER_CATALOGS } from '#core/i18n/catalogs.ts'
import { publicationCatalogs } from '#core/i18n/publication-catalogs.ts'
import { messagesPath, playerMessagesPath } from '#core/paths.ts'
import { messagesForBrowsers } from '#server/features/pages/messages.ts'

const TITLE = 'player.title'
const settings = (words = {}) =>
  ({ current: () => ({ words }) }) as unknown as Parameters<typeof messagesForBrowsers>[0]
const versionOf = (words = {}) => publicationCatalogs(settings(words).current()).version

test('a page and the player in it are each sent their own messages', async () => {
  const routes = messagesForBrowsers(settings())
  const path = messagesPath('de', versionOf())
  expect(playerMessagesPath(path)).toBe(`/assets/player-de-${versionOf()}.json`)
  const ofPlayer = await routes.request(playerMessagesPath(path), { headers: { 'accept-encoding': 'br' } })
  expect(ofPlayer.headers.get('cache-control')).toContain('immutable')
  expect(ofPlayer.headers.get('vary')).toBe('accept-encoding')
  const player = JSON.parse(brotliDecompressSync(Buffer.from(await ofPlayer.arrayBuffer())).toString())
  expect(player).toEqual(PLAYER_CATALOGS.de)
  const page = await (await routes.request(path)).json()
  expect(page[TITLE]).toBeUndefined()
  expect(Object.keys(page).length).toBeGreaterThan(100)
})

test('the player speaks in the words of the publication, under another address', async () => {
  const words = { [TITLE]: { de: 'Den Hafen hören' } }
  expect(versionOf(words)).not.toBe(versionOf())
  const routes = messagesForBrowsers(settings(words))
  const response = await routes.request(playerMessagesPath(messagesPath('de', versionOf())))
  // The address is that of the words before, so that nobody may keep these under it.
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect((await response.json())[TITLE]).toBe('Den Hafen hören')
})

test.each([
  'player-nl-01234567',
  'player-player-de-01234567',
  'other-de-01234567',
  'player-de-0',
  'player-__proto__-01234567',
])('there are no messages at %s', async (name) => {
  const response = await messagesForBrowsers(settings()).request(`/assets/${name}.json`)
  expect(response.status).toBe(404)
})
