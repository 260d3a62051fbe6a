import { expect, test } from 'vitest'
import { respondWithKeepAlive } from './keep-alive-response.ts'

test('spaces are sent until the work is done, and then what came of it', async () => {
  const work = Promise.withResolvers<unknown>()
  const response = respondWithKeepAlive(work.promise, { everyMs: 1 })
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = decoder.decode((await reader?.read())?.value)
  expect(text).toBe(' ')
  work.resolve({ added: 2 })
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
    text += decoder.decode(read.value)
  expect(JSON.parse(text)).toEqual({ added: 2 })
})

test('a response breaks off when the work fails', async () => {
  const work = Promise.withResolvers<unknown>()
  const response = respondWithKeepAlive(work.promise)
  work.reject(new Error('The database is away'))
  await expect(response.text()).rejects.toThrow('The database is away')
})

test('nothing is sent any more to a client that has gone', async () => {
  const work = Promise.withResolvers<unknown>()
  const response = respondWithKeepAlive(work.promise, { everyMs: 1 })
  await response.body?.cancel()
  work.resolve({ added: 2 })
  await expect(work.promise).resolves.toEqual({ added: 2 })
})
