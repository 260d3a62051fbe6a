import { readdirSync, rmSync, statSync } from 'node:fs'
import { createImageDescriber } from '#server/images/describe-image.ts'
import { createImageRoutes } from '#server/images/image-routes.ts'
import { publicImages } from '#server/images/image-source.ts'
import { createImageWorker } from '#server/images/worker/image-worker.ts'
import { createLog } from '#server/log.ts'

const D = '/tmp/imglab/mdata'
rmSync(D, { recursive: true, force: true })
const rss = () => (process.memoryUsage.rss() / 1e6).toFixed(0)
const cpu = () => {
  const u = process.cpuUsage()
  return (u.user + u.system) / 1e3
}
console.log('start rss', rss())
const source = publicImages('/work/main/public')
const log = createLog('info')
const article = { title: 'Why small models keep getting better', category: 'tech' as const }
const app = createImageRoutes({
  dataDir: D,
  source,
  worker: createImageWorker(),
  log,
  findArticle: async (_, s) => ({ ...article, title: s }),
})
const names = readdirSync('/work/main/public/demo')
let peak = 0
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 20)
if (process.argv[2] === 'cold') {
  // a cold front page
  const t = performance.now()
  const one = async (p: string) => {
    const r = await app.request(p)
    await r.arrayBuffer()
    return r.status
  }
  await Promise.all([
    one('/images/avif/1600/demo/' + names[0]),
    ...names.slice(1, 7).map((n) => one('/images/avif/800/demo/' + n)),
  ])
  console.log(
    'front page of 7 cold',
    (performance.now() - t).toFixed(0),
    'ms rss',
    rss(),
    'peak',
    (peak / 1e6) | 0,
  )
  process.exit()
}
for (const f of ['avif', 'webp'])
  for (const w of [400, 800, 1200, 1600]) {
    let ms = 0,
      c = 0
    const sizes: number[] = []
    for (const n of names) {
      const t = performance.now(),
        u = cpu()
      const r = await app.request(`/images/${f}/${w}/demo/${n}`)
      const b = await r.arrayBuffer()
      ms += performance.now() - t
      c += cpu() - u
      sizes.push(b.byteLength / 1000)
    }
    sizes.sort((a, b) => a - b)
    console.log(
      f,
      w,
      'wall',
      (ms / names.length).toFixed(0),
      'cpu',
      (c / names.length).toFixed(0),
      'kB median',
      sizes[13]!.toFixed(1),
      'max',
      sizes.at(-1)!.toFixed(1),
      'rss',
      rss(),
    )
  }
console.log('after all variants rss', rss(), 'peak', (peak / 1e6) | 0)
{
  const t = performance.now()
  for (let i = 0; i < 2000; i++) {
    const r = await app.request(`/images/avif/800/demo/${names[i % 26]}`)
    await r.arrayBuffer()
  }
  console.log('warm variant', ((performance.now() - t) / 2000).toFixed(2), 'ms')
}
const describe = createImageDescriber({
  dataDir: D,
  source,
  worker: createImageWorker(),
  siteUrl: 'http://x.y',
  log,
})
{
  let t = performance.now()
  const all = []
  for (const n of names) all.push(await describe('/demo/' + n))
  console.log(
    'describe cold',
    ((performance.now() - t) / 26).toFixed(1),
    'max placeholder',
    Math.max(...all.map((d) => d!.placeholder.length)),
  )
  t = performance.now()
  for (let i = 0; i < 2600; i++) await describe('/demo/' + names[i % 26])
  console.log('describe warm', ((performance.now() - t) / 2600).toFixed(3), 'ms', 'rss', rss())
}
{
  const times = [],
    sizes = []
  for (let i = 0; i < 26; i++) {
    const t = performance.now()
    const r = await app.request(`/share/en/${names[i]!.replace('.webp', '')}.png`)
    sizes.push((await r.arrayBuffer()).byteLength)
    times.push(performance.now() - t)
  }
  console.log(
    'share first',
    times[0]!.toFixed(0),
    'then avg',
    (times.slice(1).reduce((a, b) => a + b) / 25).toFixed(0),
    'max kB',
    Math.max(...sizes) / 1000,
    'rss',
    rss(),
    'peak',
    (peak / 1e6) | 0,
  )
  const t = performance.now()
  const r = await app.request('/share/default.png')
  console.log('default', (await r.arrayBuffer()).byteLength, (performance.now() - t).toFixed(0))
}
clearInterval(timer)
