import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PAGE_CATALOGS } from '#core/i18n/catalogs.ts'
import { publicationCatalogs } from '#core/i18n/publication-catalogs.ts'
import { messagesPath } from '#core/paths.ts'
import { messagesForBrowsers } from '#server/app.ts'

const TITLE = 'player.title'
const settings = (words = {}) =>
  ({ current: () => ({ words }) }) as unknown as Parameters<typeof messagesForBrowsers>[0]
const versionOf = (words = {}) => publicationCatalogs(settings(words).current()).version

test('browsers are sent the messages of what pages show on use, to be stored for good', async () => {
  const path = messagesPath('de', versionOf())
  const response = await messagesForBrowsers(settings()).request(path, {
    headers: { 'accept-encoding': 'br' },
  })
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(response.headers.get('vary')).toBe('accept-encoding')
  const sent = JSON.parse(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString())
  expect(sent).toEqual(PAGE_CATALOGS.de)
})

test.each(['', 'player-'])(
  'they are in the words of the publication, at another address; a page from before (%j) is not left without',
  async (prefix) => {
    const words = { [TITLE]: { de: 'Den Hafen hören' } }
    expect(versionOf(words)).not.toBe(versionOf())
    const routes = messagesForBrowsers(settings(words))
    const response = await routes.request(`/assets/${prefix}de-${versionOf()}.json`)
    // The address is that of the words before, so that nobody may keep these under it.
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await response.json())[TITLE]).toBe('Den Hafen hören')
  },
)

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
