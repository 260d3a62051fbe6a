import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { findUnknownMarks } from '#core/domain/page-marks.ts'
import { hashOfPage, parseShippedPage } from '#core/domain/shipped-page.ts'

const FOLDER = new URL('../i18n/messages/', import.meta.url)
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
)

test('there are the five pages in each language', () => {
  expect(files.length).toBeGreaterThanOrEqual(30)
})

test.each(
  files.flatMap((name) => [
    [name, 'ai', /<!-- any -->.*?(?=<!-- end -->)/gs] as const,
    [name, 'any', /<!-- ai -->.*?(?=<!-- any -->)/gs] as const,
  ]),
)(
  '%s about %s is read as YAML and Markdown read it, and has only marks that are filled in',
  (name, subject, other) => {
    const file = readFileSync(new URL(name, FOLDER), 'utf8')
    const said = file
      .replace(other, '')
      .replaceAll(/<!-- or -->.*?(?=<!-- \/)/g, '')
      .replaceAll(/^<!-- \/?\w+ -->\n|<!-- \/?\w+ -->/gm, '')
    const [, head = '', text = ''] = /^---\n(.*?)\n---\n\n?(.*)$/s.exec(said) ?? []
    const shipped = parseShippedPage(file, { subject, unmade: [] })
    expect(shipped).toEqual({ ...parse(head), content: text })
    for (const each of [shipped.title, shipped.description, text]) {
      expect(findUnknownMarks(each)).toEqual([])
      expect(each).not.toMatch(/\{\{|\}\}|<!--/)
    }
  },
)

test('another text has another hash, another date has not', () => {
  const page = { title: 'A', description: 'B', content: 'C' }
  expect(hashOfPage(page)).toMatch(/^[0-9a-z]{1,14}$/)
  expect(hashOfPage({ ...page, content: 'D' })).not.toBe(hashOfPage(page))
  expect(hashOfPage({ ...page, title: 'AB', description: '' })).not.toBe(
    hashOfPage({ ...page, title: 'A', description: 'B' }),
  )
})
