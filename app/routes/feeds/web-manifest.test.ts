import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PAPER_COLORS } from '#app/document/constant-head.ts'
import { LANGUAGE_CODES, localizedPath } from '#core/i18n/languages.ts'
import { webManifestPath } from '#core/paths.ts'
import { ROOT } from '#server/platform/root.ts'
import { startTestApp } from '../../../tests/support/app.ts'
import { setSettings } from '../../../tests/support/settings.ts'

interface Manifest {
  name: string
  description: string
  lang: string
  start_url: string
  theme_color: string
  background_color: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
}

const app = await startTestApp()
afterAll(() => app.stop())

const ONE_HOUR = 'public, max-age=3600'

async function fetchFile(path: string) {
  const response = await fetch(app.url + path)
  const header = (name: string) => response.headers.get(name)
  return {
    status: response.status,
    type: header('content-type'),
    cacheControl: header('cache-control'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

async function fetchManifest(path: string): Promise<Manifest> {
  return JSON.parse((await fetchFile(path)).bytes.toString())
}

test.each(LANGUAGE_CODES)('the page in %s leads to a manifest that opens it again', async (language) => {
  const html = await (await fetch(app.url + localizedPath('/contact', language))).text()
  const links = [...parseHTML(html).document.querySelectorAll('link[rel=manifest]')]
  expect(links.map((link) => link.getAttribute('href'))).toEqual([webManifestPath(language)])
  const { status, type, cacheControl } = await fetchFile(webManifestPath(language))
  expect([status, type]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  expect(cacheControl).toBe('public, max-age=0, stale-while-revalidate=30')
  const manifest = await fetchManifest(webManifestPath(language))
  expect(manifest).toMatchObject({
    id: '/',
    name: 'AI Watch',
    lang: language,
    start_url: localizedPath('/', language),
    scope: '/',
  })
  expect((await fetch(app.url + manifest.start_url)).status).toBe(200)
})

test('a manifest describes the publication in its language', async () => {
  const manifests = await Promise.all(LANGUAGE_CODES.map((code) => fetchManifest(webManifestPath(code))))
  expect(new Set(manifests.map(({ description }) => description)).size).toBe(LANGUAGE_CODES.length)
})

test('a manifest has the name and the tagline of the settings, whatever they contain', async () => {
  const name = '</script>"Ω" & \\ 名 🗞️'
  await setSettings(await app.administrator(), { site_name: name, tagline: { en: 'All', de: 'Alles' } })
  await expect
    .poll(() => fetchManifest(webManifestPath('de')))
    .toMatchObject({ name, description: 'Alles', lang: 'de' })
  await expect.poll(() => fetchManifest('/manifest.webmanifest?lang=__proto__')).toMatchObject({ lang: 'en' })
})

describe.each([
  { whose: 'the shipped', site_name: 'AI Watch', version: '' },
  { whose: 'its own', site_name: 'Le Monde Vert', version: '?v=' },
])('$whose icons', ({ site_name, version }) => {
  beforeAll(async () => {
    await setSettings(await app.administrator(), { site_name })
    await vi.waitUntil(async () => (await fetchManifest('/manifest.webmanifest')).name === site_name)
  })
  const isAsExpected = (cacheControl: string | null) =>
    version
      ? /^public, max-age=(300$|31536000, immutable$)/.test(cacheControl ?? '')
      : cacheControl === ONE_HOUR

  test('are those that the manifest names: small, of that size, and opaque', async () => {
    const { icons } = await fetchManifest('/manifest.webmanifest')
    expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ])
    for (const icon of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' }]) {
      const { status, type, cacheControl, bytes } = await fetchFile(icon.src)
      expect([status, type], icon.src).toEqual([200, icon.type])
      expect(isAsExpected(cacheControl), icon.src).toBe(true)
      const { width, height } = await sharp(bytes).metadata()
      expect(`${width}x${height}`, icon.src).toBe(icon.sizes)
      expect((await sharp(bytes).stats()).isOpaque, icon.src).toBe(true)
      expect(bytes.length, icon.src).toBeLessThan(10_000)
    }
  })

  test('that are masked lose nothing to a circle of 80 %', async () => {
    const { bytes } = await fetchFile('/icon-maskable-512.png')
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => {
      const at = (y * info.width + x) * 3
      return [...data.subarray(at, at + 3)]
    }
    const middle = info.width / 2
    const drawn: number[] = []
    for (let y = 0; y < info.height; y += 1) {
      for (let x = 0; x < info.width; x += 1) {
        const isPaper = pixel(x, y).every(
          (value, channel) => Math.abs(value - (pixel(0, 0)[channel] ?? 0)) < 8,
        )
        if (!isPaper) drawn.push(Math.hypot(x + 0.5 - middle, y + 0.5 - middle))
      }
    }
    expect(drawn.length).toBeGreaterThan(5_000)
    expect(drawn.reduce((one, other) => Math.max(one, other))).toBeLessThan(info.width * 0.4)
  })

  test('of browsers without SVG are an ICO with 16, 32 and 48 pixels', async () => {
    const { status, type, cacheControl, bytes } = await fetchFile('/favicon.ico')
    expect(status).toBe(200)
    expect(isAsExpected(cacheControl)).toBe(true)
    expect(type).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)$/)
    expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2)]).toEqual([0, 1])
    expect(bytes.length).toBeLessThan(5_000)
    const sizes: number[] = []
    let end = 6 + 16 * bytes.readUInt16LE(4)
    for (let entry = 6; entry < 6 + 16 * bytes.readUInt16LE(4); entry += 16) {
      const [length, offset] = [bytes.readUInt32LE(entry + 8), bytes.readUInt32LE(entry + 12)]
      expect(offset).toBe(end)
      end = offset + length
      const { format, width, height, isPalette } = await sharp(bytes.subarray(offset, end)).metadata()
      expect([format, width, isPalette]).toEqual(['png', height, false])
      expect([bytes.readUInt8(entry), bytes.readUInt8(entry + 1)]).toEqual([width, height])
      sizes.push(width)
    }
    expect([sizes, end]).toEqual([[16, 32, 48], bytes.length])
  })

  test('are linked once from every page, the ICO before the SVG, and the desk has them too', async () => {
    for (const path of ['/', '/nothing/at/all', '/admin']) {
      const { document } = parseHTML(await (await fetch(app.url + path)).text())
      const links = [...document.querySelectorAll('link[rel=icon], link[rel=apple-touch-icon]')]
      const hrefs = links.map((link) => link.getAttribute('href') ?? '')
      const names = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']
      expect(
        hrefs.map((href) => href.replace(/(\?v=).+/, '$1')),
        path,
      ).toEqual(names.map((name) => name + version))
      for (const href of hrefs) expect((await fetchFile(href)).status, href).toBe(200)
    }
  })

  test('are of a page whose header wears the shipped eye only beside the shipped name', async () => {
    const { document } = parseHTML(await (await fetch(app.url)).text())
    const home = [...document.querySelectorAll('header a')].find(({ textContent }) =>
      textContent.includes(site_name),
    )
    expect(home?.querySelectorAll('svg').length).toBe(version ? 0 : 1)
  })
})

test('the bars of the browser have the colour of the page, which is light without scripts', async () => {
  const tokens = await readFile(join(ROOT, 'app/styles/tokens.css'), 'utf8')
  const [light, dark] = [...tokens.matchAll(/--color-paper: (#[0-9a-f]{6});/g)].map(([, colour]) => colour)
  expect({ light, dark }).toEqual(PAPER_COLORS)
  const { document } = parseHTML(await (await fetch(app.url)).text())
  const metas = [...document.querySelectorAll('meta[name=theme-color]')]
  expect(metas.map((meta) => meta.getAttribute('content'))).toEqual([light])
  const { theme_color, background_color } = await fetchManifest('/manifest.webmanifest')
  expect([theme_color, background_color]).toEqual([light, light])
})

test('the policy of a page allows only our own manifest', async () => {
  const policy = (await fetch(app.url)).headers.get('content-security-policy') ?? ''
  expect(policy.split('; ')).toContain("manifest-src 'self'")
})
