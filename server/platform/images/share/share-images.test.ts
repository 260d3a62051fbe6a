import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { settingsOf } from '#core/domain/settings.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { createImageRoutes } from '#server/platform/images/image-routes.ts'
import { createImageWorker } from '#server/platform/images/worker/image-worker.ts'
import { createLog } from '#server/platform/log.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

const worker = createImageWorker()

/** The routes of a site whose only article can be changed between requests. */
function newsroom(article: { title: string; category: string }) {
  const dataDir = createTemporaryFolder('share')
  const app = createImageRoutes({
    dataDir,
    source: async () => null,
    worker,
    findArticle: async (language, slug) => (language === 'en' && slug === 'known' ? article : null),
    findInEnglish: async () => null,
    settings: () => settingsOf([], { contact_address: 'editor@example.org' }).settings,
    log: createLog('silent'),
  })
  return {
    get: async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers }),
    stored: () => readdir(join(dataDir, 'images/share')).catch(() => []),
  }
}

async function expectShareImage(response: Response): Promise<Buffer> {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.length).toBeLessThanOrEqual(60_000)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  await sharp(bytes).raw().toBuffer()
  return bytes
}

test.each([
  ['Why small models keep getting better'],
  ['<script>alert(1)</script> & "</svg>" <image href="file:///etc/passwd"/> ]]> <!--'],
  ['The quick brown fox jumps over the lazy dog. '.repeat(200)],
  ['W'.repeat(5000)],
  ['مرحبا بالعالم من الذكاء الاصطناعي'],
  ['A\u202etitle turned round\u202c and \u0000 cut'],
  ['🚀🔥👩‍👩‍👧‍👦'],
  ['Łódź: „KI“ et l’œuvre, ¿qué? São João – straße'],
  ['-'],
  [''],
])('the title %j gives a share image', async (title) => {
  const { get } = newsroom({ title, category: 'tech' })
  await expectShareImage(await get('/share/en/known.png'))
})

test.each(SHIPPED_SECTIONS)('%s has an image of its own', async (category) => {
  const other = newsroom({ title: 'The same title', category: category === 'news' ? 'tech' : 'news' })
  const { get } = newsroom({ title: 'The same title', category })
  const bytes = await expectShareImage(await get('/share/en/known.png'))
  expect(bytes.equals(await expectShareImage(await other.get('/share/en/known.png')))).toBe(false)
})

test('an article that is not published in the language has none', async () => {
  const { get, stored } = newsroom({ title: 'Known', category: 'news' })
  const others = LANGUAGE_CODES.filter((code) => code !== 'en').map((code) => `/share/${code}/known.png`)
  for (const path of ['/share/en/unknown.png', '/share/xx/known.png', '/share/en/known.jpg', ...others]) {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  }
  expect(await stored()).toEqual([])
})

test('it is drawn once, revalidated by its tag, and drawn anew when the title changes', async () => {
  const article = { title: 'First title', category: 'news' }
  const { get, stored } = newsroom(article)
  const [first, second] = await Promise.all([get('/share/en/known.png'), get('/share/en/known.png')])
  expect(await expectShareImage(first)).toEqual(await expectShareImage(second))
  expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(await stored()).toHaveLength(1)

  const etag = first.headers.get('etag') ?? ''
  expect((await get('/share/en/known.png', { 'if-none-match': etag })).status).toBe(304)
  article.title = 'Corrected title'
  const corrected = await get('/share/en/known.png', { 'if-none-match': etag })
  expect((await expectShareImage(corrected)).length).toBeGreaterThan(0)
  expect(corrected.headers.get('etag')).not.toBe(etag)
})

test('pages without an article share the image of the publication', async () => {
  const { get } = newsroom({ title: 'Known', category: 'news' })
  await expectShareImage(await get('/share/default.png'))
})
