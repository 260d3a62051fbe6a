import { readdirSync, rmSync } from 'node:fs'
import { createImageRoutes } from '#server/images/image-routes.ts'
import { publicImages } from '#server/images/image-source.ts'
import { createImageWorker } from '#server/images/worker/image-worker.ts'
import { createLog } from '#server/log.ts'

const D = '/tmp/imglab/rdata'
rmSync(D, { recursive: true, force: true })
const source = publicImages('/work/main/public')
const log = createLog('info')
const app = createImageRoutes({
  dataDir: D,
  source,
  worker: createImageWorker(),
  log,
  findArticle: async () => null,
})
const names = readdirSync('/work/main/public/demo').slice(0, 12)
let peak = 0
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 10)
const out = []
for (const w of [800, 1600, 1600]) {
  if (w === 1600 && out.length === 2) rmSync(D, { recursive: true })
  for (const n of names) {
    const r = await app.request(`/images/avif/${w}/demo/${n}`)
    await r.arrayBuffer()
  }
  out.push((process.memoryUsage.rss() / 1e6) | 0)
}
console.log(process.env.LABEL, 'rss after 800s,1600s,1600s again', out.join(' '), 'peak', (peak / 1e6) | 0)
clearInterval(timer)
