import '#server/start/load-environment.ts'
import { setSourceMapsSupport } from 'node:module'
import { availableParallelism } from 'node:os'
import { buildIn, findServableBuild, leaseBuild } from '#server/build/builds.ts'
import { ignoreBrokenPipes } from '#server/platform/process/shutdown.ts'

/**
 * `npm start`, and with `--dev` `npm run dev`. Node runs this file and `server/build` from their sources; everything else is one
 * program, which comes from the build or, in development, from Vite. With PROCESSES this process supervises others, which have the
 * arguments `--process ROLE BUILD`.
 */
ignoreBrokenPipes()
const [, , mode, , folder] = process.argv
const wanted = process.env.PROCESSES?.trim() || '1'
const isAlone = wanted === '1' || (wanted === 'auto' && availableParallelism() === 1)
if (process.argv.includes('--dev')) {
  const { develop } = await import('#server/development/develop.ts')
  await develop()
} else if (!isAlone && mode !== '--process') {
  const { runSite } = await import('#server/start/run-site.ts')
  const { supervise } = await import('#server/supervisor/supervise.ts')
  await runSite(supervise, { isSupervisor: true })
} else {
  const found = folder === undefined ? findServableBuild(console.log) : buildIn(folder)
  const build = await Promise.resolve(found).catch((error: unknown) => {
    process.stderr.write(`AI Watch cannot start. ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })
  leaseBuild(build)
  // Releasing the first reader of a stream makes Node format the stack of an error that it then reuses. Done here, before source
  // maps are in use, it does not read the maps of the whole build for that, which would take some 25 MB.
  new ReadableStream().getReader().releaseLock()
  // Stack traces name the sources and their lines.
  setSourceMapsSupport(true)
  const { run, runOne }: typeof import('#server/entry.ts') = await import(build.entry)
  await (mode === '--process' ? runOne(build) : run(build))
}
