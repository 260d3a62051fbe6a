import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { zipBytes } from '#server/features/export/write-zip.ts'

/** One more than fit into a zip without zip64. */
const MANY = 65_536
const TEXT = 'A sentence of an article. '.repeat(400)

async function* entries(count: number, content: string, extension = 'md') {
  for (let i = 0; i < count; i++) yield { path: `articles/en/${i}.${extension}`, content }
}

async function* parts() {
  yield 'The first, '
  yield 'and the sëcond.'
}

test('texts, bytes and what comes in parts are read back as they were', async () => {
  const files = {
    'a.md': 'Häfen',
    'empty.md': '',
    'b.png': Buffer.from([1, 2, 3]),
    'é/ü.tmx': parts(),
  }
  async function* all() {
    for (const [path, content] of Object.entries(files)) yield { path, content }
  }
  const zip = await fromBufferPromise(await buffer(zipBytes(all())), { lazyEntries: true })
  const found: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    found[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  expect(found).toEqual({
    'a.md': 'Häfen',
    'empty.md': '',
    'b.png': '\u0001\u0002\u0003',
    'é/ü.tmx': 'The first, and the sëcond.',
  })
})

test('a zip of more files than its first format can count is read to its end', async () => {
  // Compressed files are not compressed again, which would take most of the time.
  const bytes = await buffer(zipBytes(entries(MANY, '', 'png')))
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  let last = ''
  for await (const { fileName } of zip.eachEntry()) last = fileName
  expect([zip.entryCount, last]).toEqual([MANY, `articles/en/${MANY - 1}.png`])
})

test('of a file that was taken, less than a kilobyte is kept', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const count = 3000
  let before = 0
  let at = 0
  const kept = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  for await (const _ of zipBytes(entries(count, TEXT))) if (at++ === 200) before = kept()
  // Memory that is kept goes with the generator, so this is measured before its end. The memory that compressed a file is freed a little
  // later.
  at = 0
  for await (const _ of zipBytes(entries(count, TEXT)))
    if (++at === count) await expect.poll(() => (kept() - before) / count).toBeLessThan(1000)
  expect(at).toBeGreaterThanOrEqual(count)
})
