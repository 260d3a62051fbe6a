import { expect, test } from 'vitest'
import { insertParts } from '#app/document/insert-parts.ts'
import { settingsOf } from '#core/domain/settings.ts'

const { settings } = settingsOf([], { contact_address: 'news@example.org' })

const PAGE =
  '<html><head><meta charset="utf-8"/><script id="boot">a()</script><style id="styles"></style></head><body>'
const insert = (words: string) => insertParts(`${PAGE}${words}</body></html>`, settings, 'the policy')

test.each(['Words', 'Wörds', 'Wörds — 👩🏽 & ‘words’', 'Half a \ud83d pair', 'Wörds — '.repeat(100_000)])(
  'a page is the bytes of its text, of any length',
  (words) => {
    const body = insert(words).body.toString()
    expect(body.slice(body.indexOf('<body>'))).toBe(`<body>${words.toWellFormed()}</body></html>`)
  },
)

test('what all pages have stands before the boot script, which may change it, and in the style sheet', () => {
  const { body, policy } = insert('Words')
  expect(body.toString()).toMatch(
    /^<!DOCTYPE html><html><head><meta charset="utf-8"\/><meta name="theme-color" .*<link rel="preload" as="font" .*<script id="boot">a\(\)<\/script><style id="styles">/s,
  )
  expect(policy).toBe('the policy')
})
