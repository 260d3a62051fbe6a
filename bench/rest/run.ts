import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { type Load, load } from '../support/load.ts'
import { median, publishableKey, residentMegabytes, signInAsEditor, startSite } from '../support/site.ts'

const PORT = 43_206
const NARROW_PORT = 43_207
const ROUNDS = 3
const SUMMARY =
  'id,slug,language,title,subtitle,excerpt,category,author,reading_time,hero_image,publish_date,featured'
const ORIGINALS = 'language=eq.en&original_article_id=is.null&published=eq.true'

/** Requests to the data path, in turns with requests to the smallest server that can answer the first of them. */
const dataDir = createTemporaryFolder('bench-rest')
const site = await startSite({ dataDir, port: PORT })
const pid = site.child.pid ?? 0
const afterStart = await residentMegabytes(pid)
const rest = `http://127.0.0.1:${PORT}/rest/v1`
const apikey = await publishableKey(`http://127.0.0.1:${PORT}`)
const editor = { apikey, authorization: `Bearer ${await signInAsEditor(`http://127.0.0.1:${PORT}`)}` }
const cluster = await readFile(join(dataDir, 'postgres.location'), 'utf8').then(
  (text) => text.trim(),
  () => join(dataDir, 'postgres'),
)
const narrow = spawn(
  process.execPath,
  [join(import.meta.dirname, 'narrow-server.ts'), String(NARROW_PORT), cluster],
  {
    stdio: 'inherit',
  },
)

while (
  !(await fetch(`http://127.0.0.1:${NARROW_PORT}/`).then(
    () => true,
    () => false,
  ))
)
  await setImmediate()

const list = `${rest}/articles?select=${SUMMARY}&${ORIGINALS}&order=publish_date.desc,id.asc&limit=6`
const requests: [name: string, url: string, headers: Record<string, string>, pid: number][] = [
  ['smallest server, list of six', `http://127.0.0.1:${NARROW_PORT}/`, {}, narrow.pid ?? 0],
  ['list of six, as pages request it', list, { apikey }, pid],
  [
    'list of six, all columns',
    `${rest}/articles?select=*&${ORIGINALS}&order=publish_date.desc&limit=6`,
    { apikey },
    pid,
  ],
  [
    'list of six, not a named statement',
    `${rest}/articles?select=id,title&${ORIGINALS}&order=title&limit=6`,
    { apikey },
    pid,
  ],
  [
    'one article',
    `${rest}/articles?select=*&slug=eq.why-small-models-keep-getting-better&language=eq.en&published=eq.true`,
    { apikey },
    pid,
  ],
  ['list of six, signed in', list, editor, pid],
]

const loads = new Map<string, Load[]>()
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, url, headers, serverPid] of requests) {
    const result = await load(url, { pid: serverPid, headers, seconds: round === 0 ? 2 : 5 })
    if (round > 0) loads.set(name, [...(loads.get(name) ?? []), result])
  }
}
for (const [name, results] of loads) {
  const of = (key: keyof Load) => median(results.map((result) => result[key])).toFixed(0)
  console.log(
    `${name}: ${of('perSecond')} requests/s, p99 ${of('p99')} ms, ${of('processor')} µs of processor`,
  )
}
console.log(
  `resident memory after start ${afterStart.toFixed(0)} MB, now ${(await residentMegabytes(pid)).toFixed(0)} MB`,
)

narrow.kill()
await site.stop()
await rm(dataDir, { recursive: true, force: true })
