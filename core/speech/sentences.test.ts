import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#core/i18n/languages.ts'
import { spokenText } from '#core/speech/spoken-blocks.ts'

const FOLDER = new URL('../../bench/speech/sentences/', import.meta.url)

test.each(LANGUAGES)('sixty sentences of newspapers in $name are read as people say them', ({ code }) => {
  const rows = readFileSync(new URL(`${code}.tsv`, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
  expect(rows).toHaveLength(60)
  for (const [written = '', said] of rows.map((row) => row.split('\t')))
    expect(spokenText(written, code)).toBe(said)
})
