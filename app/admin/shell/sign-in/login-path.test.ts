import { expect, test } from 'vitest'
import { loginPath, parseNext } from './login-path.ts'

const next = (path: string) => parseNext(new URL(path, 'https://example.org').searchParams.get('next'))

test('the login leads back to the page that was asked for', () => {
  for (const path of ['/admin/outbox', '/admin/outbox?mail=7&before=51', '/admin/articles/edit/a%2Fb']) {
    expect(next(loginPath(`https://example.org${path}`))).toBe(path)
  }
})

test('without a wish, or back to the login itself, it leads to the dashboard', () => {
  expect(loginPath('https://example.org/admin/dashboard')).toBe('/admin')
  expect(loginPath('https://example.org/admin/recovery')).toBe('/admin')
  for (const wish of [
    null,
    '',
    '/admin',
    '/admin/',
    '/admin?next=/admin',
    '/admin/recovery',
    '/admin/invitation/',
  ]) {
    expect(parseNext(wish)).toBe('/admin/dashboard')
  }
})

test('no address leads anywhere but into the admin area of this site', () => {
  for (const wish of [
    'https://evil.example/admin/dashboard',
    '//evil.example/admin/dashboard',
    '/\\evil.example/admin/outbox',
    '\\\\evil.example/admin/outbox',
    '/admin/../..//evil.example',
    '/admin/..//evil.example/admin/',
    '/admin/%2e%2e//evil.example',
    '/\t/evil.example/admin/',
    'javascript:alert(1)//admin/',
    'admin/outbox',
    '/admin.evil/outbox',
    '/',
    '/news',
    `/admin/${'a'.repeat(3000)}`,
  ]) {
    expect(parseNext(wish), wish).toBe('/admin/dashboard')
  }
})
