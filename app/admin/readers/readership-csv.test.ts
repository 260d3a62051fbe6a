import { expect, test } from 'vitest'
import { writePagesCsv, writeReferrersCsv } from '#app/admin/readers/routes/readers.tsx'

test('pages are lines with their views and visitors, and no cell is a formula', () => {
  const pages = [
    { path: '/', slug: null, language: 'en', views: 12, visitors: 9 },
    { path: '/article/storm', slug: 'storm', language: 'pt', views: 3, visitors: 2 },
    { path: '=1+1', slug: '@sum,"a"', language: 'en', views: 1, visitors: 1 },
  ] as const
  expect(writePagesCsv(pages)).toBe(
    [
      '\uFEFFpath,slug,language,views,visitors',
      '/,,en,12,9',
      '/article/storm,storm,pt,3,2',
      `'=1+1,"'@sum,""a""",en,1,1`,
      '',
    ].join('\r\n'),
  )
})

test('hosts are lines with their views', () => {
  expect(
    writeReferrersCsv([
      { host: 'news.example', views: 7 },
      { host: '-x.example', views: 2 },
      { host: '', views: 1 },
    ]),
  ).toBe("\uFEFFhost,views\r\nnews.example,7\r\n'-x.example,2\r\n,1\r\n")
})
