import { readdir, readFile, rm } from 'node:fs/promises'
import { noiseOf } from '../../tests/support/images.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { publishableKey, residentMegabytes, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_217
const ORIGIN = `http://127.0.0.1:${PORT}`
const UPLOADS = 200
const CLIENTS = 20
const BYTES = 5 * 1024 * 1024
const SAMPLE_MS = 50

const pictures = await Promise.all([1, 2, 3, 4].map(() => noiseOf(BYTES, 'jpeg')))
const dataDir = createTemporaryFolder('bench-storage')
const site = await startSite({ dataDir, port: PORT, settings: { DEMO: '0' } })
const pid = site.child.pid ?? 0
const headers = {
  apikey: await publishableKey(ORIGIN),
  authorization: `Bearer ${await signInAsEditor(ORIGIN)}`,
}

// The first upload starts the image process.
await upload(-1)
const before = await memory()
const peak = { ...before }
const sampling = setInterval(async () => {
  const now = await memory()
  peak.site = Math.max(peak.site, now.site)
  peak.images = Math.max(peak.images, now.images)
}, SAMPLE_MS)
const started = performance.now()
const times: number[] = []
let next = 0
await Promise.all(
  Array.from({ length: CLIENTS }, async () => {
    while (next < UPLOADS) {
      const begun = performance.now()
      next += 1
      await upload(next)
      times.push(performance.now() - begun)
    }
  }),
)
clearInterval(sampling)
const seconds = (performance.now() - started) / 1000
times.sort((a, b) => a - b)
const megabytes = (pictures[0]?.length ?? 0) / 1024 / 1024
console.log(
  `${UPLOADS} uploads of ${megabytes.toFixed(2)} MB from ${CLIENTS} clients in ${seconds.toFixed(0)} s`,
)
console.log(`median ${(times[UPLOADS / 2] ?? 0).toFixed(0)} ms, longest ${(times.at(-1) ?? 0).toFixed(0)} ms`)
report('the process that serves', before.site, peak.site)
report('the image process', before.images, peak.images)

await site.stop()
await rm(dataDir, { recursive: true, force: true })

async function upload(n: number): Promise<void> {
  const response = await fetch(`${ORIGIN}/storage/v1/object/article-images/bench/${n + 2}.jpg`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/jpeg' },
    body: pictures[(n + pictures.length) % pictures.length] as never,
  })
  if (!response.ok) throw new Error(`Upload ${n}: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

async function memory(): Promise<{ site: number; images: number }> {
  const [own, ...children] = await Promise.all([
    residentMegabytes(pid),
    ...(await imageProcesses()).map((child) => residentMegabytes(child).catch(() => 0)),
  ])
  return { site: own ?? 0, images: children.reduce((sum, megabytes) => sum + megabytes, 0) }
}

/** The children of the site that run image-process.ts. */
async function imageProcesses(): Promise<number[]> {
  const pids = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).trim().split(' ')
  const found = pids.length > 0 && pids[0] !== '' ? pids : await readdir('/proc')
  const commands = await Promise.all(
    found.map(async (child) => ({
      child: Number(child),
      command: await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => ''),
      parent: Number(
        /^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${child}/status`, 'utf8').catch(() => ''))?.[1],
      ),
    })),
  )
  return commands.flatMap(({ child, command, parent }) =>
    parent === pid && command.includes('image-process') ? [child] : [],
  )
}

function report(what: string, from: number, to: number): void {
  console.log(
    `${what}: ${from.toFixed(0)} MB before, at most ${to.toFixed(0)} MB, ${(to - from).toFixed(0)} MB more`,
  )
}
