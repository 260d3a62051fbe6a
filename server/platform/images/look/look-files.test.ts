import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import {
  createLookFiles,
  readLookFile,
  storeIcon as storeNewIcon,
  storeLogo as storeNewLogo,
} from '#server/platform/images/look/look-files.ts'
import { createImageWorker } from '#server/platform/images/worker/image-worker.ts'
import { purge, purgeJob } from '#server/upkeep/purge.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'
import { openTestStorage } from '../../../../tests/support/storage.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
const worker = createImageWorker()

type Bytes = Buffer<ArrayBuffer>
const storeIcon = async (bytes: Bytes) => storeNewIcon(sql, await readLookFile(worker, bytes, 'icon'))
const storeLogo = async ({ light, dark, named }: { light: Bytes; dark?: Bytes | null; named: boolean }) =>
  storeNewLogo(sql, {
    light: await readLookFile(worker, light, 'logo'),
    dark: dark && (await readLookFile(worker, dark, 'logo')),
    named,
  })

const drawing = (color = '#0f7b3f') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 50"><path fill="${color}" d="M0 0h300v50z"/></svg>`,
  )
const picture = (format: 'png' | 'webp', { width = 600, height = 200, alpha = 0 } = {}) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha } } })
    .composite([
      {
        input: Buffer.from('<svg width="100" height="100"><path d="M0 0h100v30H0zM0 70h100v30H0z"/></svg>'),
        gravity: 'west',
      },
    ])
    .toFormat(format)
    .toBuffer() as Promise<Buffer<ArrayBuffer>>
const names = async () =>
  (await sql<{ name: string }[]>`select name from private.look_files order by name`).map(({ name }) => name)
async function runPurge(): Promise<void> {
  const run = {
    id: randomUUID(),
    job: purgeJob,
    createdAt: new Date(),
    isLastAttempt: false,
    signal: new AbortController().signal,
  }
  await purge({ sql, storage: await openTestStorage(database) }, run)
}

test('a drawing is stored with itself in the colours of the dark theme, under the hash of its content', async () => {
  const logo = await storeLogo({ light: drawing('#0a2a66'), named: true })
  expect(logo).toMatchObject({ width: 260, height: 43, named: true })
  expect(logo.light).not.toBe(logo.dark)
  const files = createLookFiles(sql)
  expect(String(await files.read(logo.light))).toContain('#0a2a66')
  expect(String(await files.read(logo.dark ?? ''))).not.toContain('#0a2a66')
  expect(await storeLogo({ light: drawing('#0a2a66'), named: true })).toEqual(logo)
  expect(await files.read('look/0.svg')).toBeNull()
})

test.each(['png', 'webp'] as const)(
  'a picture in %s is encoded again, and black in it becomes white',
  async (format) => {
    const { light, dark, ...size } = await storeLogo({ light: await picture(format), named: false })
    // The size is that without the transparent margin.
    expect(size).toMatchObject({ width: 44, height: 44 })
    const files = createLookFiles(sql)
    const pixelOf = async (file: string | null) => {
      const { data } = await sharp((await files.read(file ?? '')) ?? undefined)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return data[(10 * 100 + 40) * 4]
    }
    expect(await pixelOf(light)).toBeLessThan(20)
    expect(await pixelOf(dark)).toBeGreaterThan(220)
    const ground = await storeLogo({ light: await picture(format, { alpha: 1 }), named: false })
    expect(ground.dark).toBeNull()
  },
)

test('what was made once is not made again, and one for both themes is not recoloured', async () => {
  const webp = await storeLogo({ light: await picture('webp'), named: false })
  const files = createLookFiles(sql)
  const [light, dark] = [await files.read(webp.light), await files.read(webp.dark ?? '')]
  if (!light || !dark) throw new Error('It was not stored')
  expect(await storeLogo({ light, dark, named: false })).toEqual(webp)
  expect(await storeLogo({ light: drawing(), dark: null, named: false })).toMatchObject({ dark: null })
})

test('a second file is the logo of the dark theme', async () => {
  const [one, other] = await Promise.all([
    storeLogo({ light: drawing(), dark: drawing('#eeeeee'), named: false }),
    storeLogo({ light: drawing('#ffffff'), dark: drawing('#eeeeee'), named: false }),
  ])
  expect(one.dark).toBe(other.dark)
  expect(one.light).not.toBe(other.light)
})

test.each([
  [
    'a logo of one pixel',
    () =>
      sharp({ create: { width: 1, height: 1, channels: 4, background: '#000' } })
        .png()
        .toBuffer(),
    'logo',
    'too small',
  ],
  ['an icon that is no square', () => picture('png'), 'icon', 'not square'],
  [
    'a JPEG',
    () =>
      sharp({ create: { width: 100, height: 100, channels: 3, background: '#000' } })
        .jpeg()
        .toBuffer(),
    'logo',
    'neither an SVG',
  ],
  ['a broken PNG', async () => (await picture('png')).subarray(0, 60), 'logo', 'broken'],
  ['a program', async () => Buffer.from('\x7fELF\x00\x01'), 'icon', ''],
  ['nothing', async () => Buffer.alloc(0), 'icon', 'not well-formed'],
  [
    'a drawing with too much in it',
    async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${'<g>'.repeat(99)}`),
    'icon',
    'deep',
  ],
] as const)('%s is refused with a sentence', async (_, make, use, said) => {
  const bytes = (await make()) as Buffer<ArrayBuffer>
  const stored = use === 'icon' ? storeIcon(bytes) : storeLogo({ light: bytes, named: true })
  await expect(stored).rejects.toThrow(said)
  await expect(stored).rejects.toMatchObject({ name: 'UnreadableImage' })
})

const shape = (size: string, path: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}"><path stroke="red" stroke-width="50" d="M0 0${path}"/></svg>`,
  )
test.each([
  ['takes a minute to draw', shape('100 100', 'a1e5 1e5 0 1 1 1 1'.repeat(9_000)), 'takes too long to draw'],
  ['is too small to draw', shape('0.1 0.1', 'h1v1'), 'cannot be drawn'],
])('a drawing that %s is refused before anybody waits for it', async (_, bytes, said) => {
  await expect(storeIcon(bytes)).rejects.toThrow(said)
  await expect(storeLogo({ light: drawing(), named: true })).resolves.toMatchObject({ named: true })
})

test('what no setting names is removed after a week, and what one named after three months', async () => {
  await sql`delete from private.look_files`
  const used = await storeLogo({ light: drawing('#123456'), named: true })
  const icon = await storeIcon(Buffer.from(String(drawing('#654321')).replace('300 50', '50 50')))
  await storeLogo({ light: drawing('#abcdef'), named: true })
  await sql`insert into public.settings (key, value) values ('logo', ${JSON.stringify(used)}::jsonb), ('icon', ${JSON.stringify(icon)}::jsonb)`
  await sql`update private.look_files set remove_after = now() - interval '1 minute'`
  await runPurge()
  expect(await names()).toEqual([used.light, used.dark, icon.file].toSorted())
  await sql`delete from public.settings where key in ('logo', 'icon')`
  await runPurge()
  expect(await names()).toHaveLength(3)
  await sql`update private.look_files set remove_after = remove_after - interval '91 days'`
  await runPurge()
  expect(await names()).toEqual([])
})
