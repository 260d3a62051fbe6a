import { expect, test } from 'vitest'
import { createBatchLoader } from '#server/platform/database/batch-loader.ts'

test('what is looked for at the same time is asked for once', async () => {
  const asked: string[][] = []
  const find = createBatchLoader(async (keys) => {
    asked.push(keys)
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, key.toUpperCase()]))
  })
  expect(await Promise.all([find('a'), find('b'), find('a'), find('missing')])).toEqual([
    'A',
    'B',
    'A',
    undefined,
  ])
  expect(await find('a')).toBe('A')
  expect(asked).toEqual([['a', 'b', 'missing'], ['a']])
})

test('many are asked for in several batches', async () => {
  const sizes: number[] = []
  const find = createBatchLoader(async (keys) => {
    sizes.push(keys.length)
    return new Map(keys.map((key) => [key, key]))
  })
  const keys = Array.from({ length: 450 }, (_, n) => String(n))
  expect(await Promise.all(keys.map(find))).toEqual(keys)
  expect(sizes).toEqual([200, 200, 50])
})

test('an error rejects every call of the batch, and no later call', async () => {
  let isDown = true
  const find = createBatchLoader(async (keys) => {
    if (isDown) throw new Error('down')
    return new Map(keys.map((key) => [key, key]))
  })
  expect(await Promise.allSettled([find('a'), find('b')])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  isDown = false
  expect(await find('a')).toBe('a')
})
