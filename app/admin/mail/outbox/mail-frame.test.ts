import { expect, test } from 'vitest'
import { setTheme } from '#app/admin/mail/outbox/mail-frame.tsx'

const HTML =
  '<style>@media (prefers-color-scheme: dark) { p { color: white } } @media screen and (prefers-color-scheme:light) { p { color: black } }</style>'

test('the rules for the chosen theme apply, and those for the other one do not', () => {
  expect(setTheme(HTML, 'dark')).toContain('@media (min-width: 0) { p { color: white } }')
  expect(setTheme(HTML, 'dark')).toContain('screen and (max-width: 0)')
  expect(setTheme(HTML, 'light')).toContain('@media (max-width: 0) { p { color: white } }')
})

test('leaves everything else as it is', () => {
  expect(setTheme('<p>prefers-color-scheme: dark</p>', 'dark')).toBe('<p>prefers-color-scheme: dark</p>')
})
