import { ensureBuild } from '#server/build/builds.ts'

/** The tests of processes start the site itself, which would otherwise be built while the first of them waits. */
export default async function setup(): Promise<void> {
  await ensureBuild(console.log)
}
