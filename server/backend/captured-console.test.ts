import { expect, test } from 'vitest'
import { captureConsoleErrors } from '#server/backend/captured-console.ts'

test('what work reports with console.error is kept, in order and with its values', async () => {
  const error = new Error('refused')
  const { result, errors } = await captureConsoleErrors(async () => {
    console.error('first', error)
    await Promise.resolve()
    console.error({ third: true })
    return 42
  })
  expect(result).toBe(42)
  expect(errors).toEqual(['first', error, { third: true }])
})

test('works that run at the same time keep their reports apart', async () => {
  const report = (name: string) =>
    captureConsoleErrors(async () => {
      for (let turn = 0; turn < 3; turn++) {
        await new Promise(setImmediate)
        console.error(name)
      }
    })
  const [a, b] = await Promise.all([report('a'), report('b')])
  expect(a.errors).toEqual(['a', 'a', 'a'])
  expect(b.errors).toEqual(['b', 'b', 'b'])
})

test('work inside work keeps its own', async () => {
  const outer = await captureConsoleErrors(async () => {
    console.error('outer')
    return captureConsoleErrors(async () => console.error('inner'))
  })
  expect(outer.errors).toEqual(['outer'])
  expect(outer.result.errors).toEqual(['inner'])
})

test('an error of the work is passed on', async () => {
  await expect(captureConsoleErrors(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
