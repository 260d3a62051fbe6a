import type { Side } from './side.ts'

/** The milliseconds of each kind of request; `Infinity` where it failed. */
export type Times = Record<string, number[]>

/** Between two requests of one kind. */
const PAUSE_MS = 150

/** Measures readers and an editor who are not part of the attack, with one request after the other of each kind. */
export async function measureOthers({ others }: Side, seconds: number): Promise<Times> {
  const until = performance.now() + seconds * 1000
  const times: Times = Object.fromEntries(Object.keys(others).map((what) => [what, []]))
  await Promise.all(
    Object.entries(others).map(async ([what, ask]) => {
      while (performance.now() < until) {
        const begun = performance.now()
        const ms = await ask().then(
          () => performance.now() - begun,
          () => Infinity,
        )
        times[what]?.push(ms)
        await new Promise((done) => setTimeout(done, PAUSE_MS))
      }
    }),
  )
  return times
}
