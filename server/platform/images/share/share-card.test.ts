import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { drawShareCard } from '#server/platform/images/share/share-card.ts'
import { loadFaces } from '#server/platform/images/share/text-layout.ts'

const faces = await loadFaces()
const card = (title: string, { name = 'Hack', site = 'AI Watch' } = {}) =>
  drawShareCard({ site, title, category: { slug: 'hack', color: null, name } }, faces)

const HOSTILE = '"/><script>alert(1)</script><image href="http://127.0.0.1/x"/>'

test('a title, a category and a name reach the drawing as outlines only', async () => {
  for (const title of [HOSTILE, '']) {
    const svg = await card(title, { name: HOSTILE, site: HOSTILE })
    expect(svg).not.toMatch(/script|image|href|text|alert/)
    const elements = new Set(svg.match(/<\/?[a-z]+/gi))
    expect([...elements].sort()).toEqual(
      ['</clipPath', '</g', '</mask', '</svg', '<clipPath', '<g', '<mask', '<path', '<rect', '<svg'].sort(),
    )
  }
})

test('the same card is always drawn the same, another title otherwise', async () => {
  expect(await card('One title')).toBe(await card('One title'))
  expect(await card('One title')).not.toBe(await card('Another title'))
})

test('no coordinate is anything but a number', async () => {
  expect(await card('Łódź – Αθήνα, Москва fi 12½')).not.toMatch(/NaN|Infinity|undefined|null/)
})

test.each(['Αθήνα και Москва', '中国 한국 日本', '🚀🔥👩‍👩‍👧‍👦', 'مرحبا שלום', 'ạ ậ ở Hà Nội', HOSTILE])(
  'nothing is fetched to draw %j',
  async (text) => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    const svg = await card(text, { name: text, site: text }).finally(() => vi.unstubAllGlobals())
    expect(fetched).not.toHaveBeenCalled()
    expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width: 1200, height: 630 })
  },
)

test.each(['The Very Long Name Of A Publication '.repeat(5), 'W'.repeat(80)])(
  'the name %j of a publication stays beside the mosaic',
  async (site) => {
    for (const title of ['', 'A title']) {
      const columns = await inkBeside(await card(title, { site }), await card(title, { site: ' ' }))
      expect(columns).toEqual([])
    }
  },
)

/** Columns of the margin between text and mosaic in which two cards differ. */
async function inkBeside(one: string, other: string): Promise<number[]> {
  const margin = { left: 742, top: 0, width: 38, height: 630 }
  const pixels = (svg: string) => sharp(Buffer.from(svg)).extract(margin).greyscale().raw().toBuffer()
  const [first, second] = await Promise.all([pixels(one), pixels(other)])
  return Array.from({ length: margin.width }, (_, x) => x).filter((x) =>
    Array.from({ length: margin.height }, (_, y) => y * margin.width + x).some(
      (at) => first[at] !== second[at],
    ),
  )
}
