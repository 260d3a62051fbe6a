import { expect, test } from 'vitest'
import { doAll } from '#server/features/newsletter/schedule/do-all.ts'

test('everything is done, in order, and the first error is thrown at the end', async () => {
  const done: number[] = []
  const work = async (item: number) => {
    await Promise.resolve()
    done.push(item)
    if (item > 1) throw new Error(`Number ${item}`)
  }
  await expect(doAll([1, 2, 3, 0], work)).rejects.toThrow('Number 2')
  expect(done).toEqual([1, 2, 3, 0])
  await expect(doAll([0, 1], work)).resolves.toBeUndefined()
})
