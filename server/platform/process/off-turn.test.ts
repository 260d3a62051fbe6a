import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { offTurn, offTurnOf, onBehalfOf, TooMuchAtOnce } from '#server/platform/process/off-turn.ts'
import { bearWitness, refuse, type Witness } from '#server/platform/process/testing/text-work.ts'
import { ROOT } from '#server/platform/root.ts'
import { longestTurnOf } from '../../../tests/support/turn-meter.ts'

const PLACE = 'server/platform/process/testing/text-work.ts'
let number = 0
/** A text that no other test has. */
const aText = (length: number) => `${++number} `.padEnd(length, 'a')
const ask = (text: string, milliseconds = 0) =>
  offTurn(`${PLACE}#bearWitness`, bearWitness, text, milliseconds)

test('a long text is worked through in another process, and a short one here', async () => {
  expect((await ask(aText(50_000))).pid).not.toBe(process.pid)
  expect((await ask(aText(100))).pid).toBe(process.pid)
})

test('many short texts take several turns', async () => {
  const { milliseconds } = await longestTurnOf(() =>
    Promise.all(Array.from({ length: 20 }, () => ask(aText(100), 15))),
  )
  expect(milliseconds).toBeLessThan(100)
})

test('the same arguments are worked through once, while others ask and afterwards', async () => {
  const text = aText(50_000)
  const [one, other] = await Promise.all([ask(text, 20), ask(text, 20)])
  expect([other, await ask(text, 20)]).toEqual([one, one])
  expect(await ask(text, 21)).not.toEqual(one)
})

test('of one caller one text is worked through at a time, and others go on meanwhile', async () => {
  const turns: string[] = []
  const askOf = (caller: string) =>
    onBehalfOf(caller, () =>
      offTurnOf(`${PLACE}#bearWitness`, bearWitness, aText(10), async (): Promise<[string, number]> => {
        turns.push(caller)
        return ['a text', 100]
      }),
    )
  const own = [askOf('a token'), askOf('a token'), askOf('a token')]
  await Promise.all([...own, askOf('another token')])
  expect(turns.slice(0, 2)).toEqual(['a token', 'another token'])
  const times = (await Promise.all(own)).toSorted((a, b) => a.from - b.from)
  for (const [index, { from }] of times.entries())
    if (index > 0) expect(from).toBeGreaterThanOrEqual((times[index - 1] as Witness).to)
})

test('no more than two processes work at once, for however many callers', async () => {
  const all = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((caller) => onBehalfOf(`token ${caller}`, () => ask(aText(50_000), 50))),
  )
  expect(new Set(all.map(({ pid }) => pid)).size).toBe(2)
})

test('a text is read when it is its turn, one of a caller and two of all at a time, and once for a version', async () => {
  const reads: { caller: number; at: number; done: number }[] = []
  const askOf = (version: string, caller: number) =>
    onBehalfOf(`reader ${caller}`, () =>
      offTurnOf(`${PLACE}#bearWitness`, bearWitness, version, async (): Promise<[string, number]> => {
        reads.push({ caller, at: Date.now(), done: Number.POSITIVE_INFINITY })
        return [version, 30]
      }),
    ).then(({ to }) => {
      const read = reads.find((one) => one.caller === caller && one.done > to)
      if (read) read.done = to
    })
  const same = aText(10)
  await Promise.all([
    ...[same, aText(10), aText(10)].map((version) => askOf(version, 1)),
    ...[2, 3, 4].map((caller) => askOf(aText(10), caller)),
  ])
  await askOf(same, 5)
  expect(reads).toHaveLength(6)
  for (const [index, { caller, at }] of reads.entries()) {
    const held = reads.slice(0, index).filter(({ done }) => done > at)
    expect(held.length).toBeLessThan(2)
    expect(held.map((one) => one.caller)).not.toContain(caller)
  }
})

test('who waits for what somebody else has asked gets it all the same when that one may not', async () => {
  const version = aText(10)
  const askOf = (caller: string, read: () => Promise<[string, number]>) =>
    onBehalfOf(caller, () => offTurnOf(`${PLACE}#bearWitness`, bearWitness, version, read))
  const refused = askOf('a token that was withdrawn', () => Promise.reject(new Error('Withdrawn')))
  const given = askOf('a token', async () => [version, 0])
  await expect(refused).rejects.toThrow('Withdrawn')
  await expect(given).resolves.toMatchObject({})
})

test('a caller who has too much under way is refused, and nobody else is', async () => {
  const asked = onBehalfOf('a busy token', () =>
    Promise.allSettled(Array.from({ length: 8 }, () => ask(aText(50_000), 5))),
  )
  await expect(onBehalfOf('a patient token', () => ask(aText(50_000)))).resolves.toMatchObject({})
  const refused = (await asked).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(3)
  expect(refused[0]).toBeInstanceOf(TooMuchAtOnce)
  await expect(onBehalfOf('a busy token', () => ask(aText(50_000)))).resolves.toMatchObject({})
})

test.each([100, 50_000])('a text of %d characters that cannot be worked through says why', async (length) => {
  await expect(offTurn(`${PLACE}#refuse`, refuse, 'x'.repeat(length))).rejects.toThrow('Refused: xxxxx')
})

test('every function that is named in the sources is where its name says', async () => {
  const places = new Set<string>()
  for await (const file of glob('{app,core,server}/**/*.{ts,tsx}', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, place] of text.matchAll(/['`]((?:core|server)\/[\w/.-]+\.ts#\w+)['`]/g))
      places.add(place ?? '')
  }
  expect(places.size).toBeGreaterThan(15)
  for (const place of places) {
    const [path = '', name = ''] = place.split('#')
    const module = await import(pathToFileURL(join(ROOT, path)).href)
    expect(typeof module[name], place).toBe('function')
  }
})
