import { expect, test } from 'vitest'
import { referrerHost } from '#server/features/page-views/page-view-counter.ts'

test.each([
  ['https://www.example.com/search?q=nora@example.org', 'example.com'],
  ['http://nora:secret@news.example.com:8443/a#b', 'news.example.com'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://EXAMPLE.com.', 'example.com'],
  ['https://nora@example.org@news.example.com/', 'news.example.com'],
  ['https://news.example.com\t/a', 'news.example.com'],
  ['https://xn--bcher-kva.example:443/', 'xn--bcher-kva.example'],
])('of %s only %s stays', (referrer, host) => {
  expect(referrerHost(referrer)).toBe(host)
})

test.each([
  'android-app://com.example.reader/',
  'https://192.168.1.17/intranet',
  'https://[2001:db8::1]/',
  'https://localhost/',
  'javascript:alert(1)',
  'mailto:nora@example.org',
  'nora@example.org',
  'https://nora@/',
  'https://news.example.com\0.evil.example/',
  'https://news.example.com%0aevil.example/',
  'https://0x7f000001/',
  'https://127.1/',
  'https://news.example:99999/',
  'about:client',
  'not an address',
  `https://${'a'.repeat(64)}.example/`,
  `https://${'a.'.repeat(130)}example/`,
  'https://exa_mple.com/',
  '',
])('%s names no public host', (referrer) => {
  expect(referrerHost(referrer)).toBeNull()
})
