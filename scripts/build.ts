import { join } from 'node:path'
import { ensureBuild } from '#server/build/builds.ts'
import { ROOT } from '#server/platform/root.ts'
import { trimPackages } from './trim-packages.ts'

/** `npm run build`, and the end of `npm ci`, which does not fail when this does: sources can be installed before they can be built. */
const isInstall = process.env.npm_lifecycle_event === 'prepare'
try {
  if (isInstall) await trimPackages(join(ROOT, 'node_modules'))
  await ensureBuild(console.log)
  console.log('The site is built.')
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  if (isInstall)
    console.error('The packages are installed all the same. npm start tries to build the site again.')
  process.exitCode = 1
}
