import { Hono } from 'hono'
import { authError } from '#server/auth/auth-error.ts'

export function createAuth(_deps: object) {
  return new Hono().all('*', (c) => authError(c, 404, 'not_found', 'No such auth route'))
}
