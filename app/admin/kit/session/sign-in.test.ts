import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#app/admin/kit/session/sign-in.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.stop())

test('the right password signs in, and a wrong one and an unknown user have the same outcome', async () => {
  expect(await signIn(app.anonymous(), ADMIN.email, ADMIN.password)).toBe('signed_in')
  expect(await signIn(app.anonymous(), ADMIN.email, 'something else')).toBe('invalid_credentials')
  expect(await signIn(app.anonymous(), 'nobody@example.org', ADMIN.password)).toBe('invalid_credentials')
})

test('too many tries have another outcome than a wrong password', async () => {
  const tries = Array.from({ length: 40 }, () => signIn(app.anonymous(), 'nobody@example.org', 'guess'))
  expect(await Promise.all(tries)).toContain('rate_limited')
  expect(await signIn(app.anonymous(), ADMIN.email, ADMIN.password)).toBe('rate_limited')
})

test('without a response, or with a 5xx, the outcome says nothing about the password', async () => {
  const broken = createServer((_request, response) => response.writeHead(500).end('broken'))
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`
  const client = createClient(url, 'a key', { auth: { persistSession: false } })
  expect(await signIn(client, ADMIN.email, ADMIN.password)).toBe('unavailable')
  await new Promise((resolve) => broken.close(resolve))
  expect(await signIn(client, ADMIN.email, ADMIN.password)).toBe('unavailable')
})
