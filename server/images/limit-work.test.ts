import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitWork } from '#server/images/limit-work.ts'

test('no more than the limit runs at once, and all of it runs in the order of asking', async () => {
  const limit = limitWork(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  const work = (index: number) => async () => {
    begun.push(index)
    most = Math.max(most, ++running)
    await setImmediate()
    running -= 1
    return index
  }
  const done = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((index) => limit(work(index))))
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(begun).toEqual(done)
  expect(most).toBe(2)
})

test('work that fails frees its place', async () => {
  const limit = limitWork(1)
  await expect(limit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limit(async () => 'next')).toBe('next')
})
