import { ensureBuild } from '#server/ssr/ensure-build.ts'

await ensureBuild(console.log)
console.log('The pages are built.')
