import { ensureBuild } from '#server/build/builds.ts'

try {
  await ensureBuild(console.log)
  console.log('The site is built.')
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
