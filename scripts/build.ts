import { ensureBuild } from '#server/build/builds.ts'

/** `npm run build`, and the end of `npm ci`, which does not fail when this does: sources can be installed before they can be built. */
try {
  await ensureBuild(console.log)
  console.log('The site is built.')
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  if (process.env.npm_lifecycle_event === 'prepare')
    console.error('The packages are installed. npm start tries to build the site again.')
  process.exitCode = 1
}
