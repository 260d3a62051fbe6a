import { describe, expect, test } from 'vitest'
import { memorySource, readAll } from '#server/features/import/testing/read-all.ts'
import { readWordpress } from '#server/features/import/wordpress/read-wordpress.ts'
import { processorMs } from '../../../../tests/support/processor-time.ts'

describe('bad exports', () => {
  const wxr = (inner: string) =>
    `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version>${inner}</channel></rss>`
  const post = (id: string, content: string) =>
    `<item><title>T</title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2024-01-01 00:00:00</wp:post_date_gmt><content:encoded><![CDATA[${content}]]></content:encoded></item>`
  const read = (text: string | Uint8Array) => readAll(readWordpress, memorySource({ 'a.xml': text }, 60_000))

  test('entities are refused, before anything is made of them', async () => {
    const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>`
    await expect(read(wxr('').replace('?>', `?>${laughs}`))).rejects.toThrow('defines entities of its own')
    await expect(
      read(
        wxr(post('1', 'a')).replace(
          '?>',
          `?><!DOCTYPE rss SYSTEM "file:///etc/passwd" [<!ENTITY x SYSTEM "file:///etc/passwd">]>`,
        ),
      ),
    ).rejects.toThrow('entities')
  })

  test.each([
    ['no XML', 'PK'],
    ['a page', '<html><body>'],
    ['a feed', '<rss><channel><item><title>a</title></item></channel></rss>'],
    ['nothing but depth', '<a>'.repeat(500_000)],
  ])('%s: one sentence', async (_what, text) => {
    await expect(read(text)).rejects.toThrow(/^folder is no export of WordPress, or was cut short/)
  })

  test('a file that is cut short is read as far as it goes, with one note', async () => {
    const whole = wxr(post('1', 'a') + post('2', 'b') + post('3', 'c'))
    const cut = await read(whole.slice(0, whole.lastIndexOf('c]]>')))
    expect(cut.articles.map(({ markdown }) => markdown)).toEqual(['a', 'b'])
    expect(cut.told).toEqual(['incomplete: the file ends or breaks after item 2 → left-out'])
  })

  test('characters that XML forbids, and bytes that are no text, cost nothing but themselves', async () => {
    const bytes = Buffer.from(wxr(post('1', 'a\u0008b XX') + post('2', 'c')), 'latin1')
    bytes[bytes.indexOf('XX')] = 0xff
    const { articles: found, told: said } = await read(bytes)
    expect(found.map(({ markdown }) => markdown)).toEqual(['ab \uFFFDX', 'c'])
    expect(said.every((note) => note.startsWith('encoding'))).toBe(true)
  })

  test('shared blocks that contain themselves, and shortcodes without an end, take linear time', async () => {
    const shared = (id: string, content: string) => post(id, content).replace('>post<', '>wp_block<')
    const self = '<!-- wp:block {"ref":9} /-->'
    const hostile = [
      self,
      '[caption]<img src=x>',
      '[gallery ',
      '[a',
      '<!--',
      '<pre',
      '[[',
      '[x y=z]',
      '[/caption]',
      '[embed]',
    ].map((unit, index) => post(String(index + 1), unit.repeat(200_000 / unit.length)))
    const started = processorMs()
    const { articles: found } = await read(
      wxr(shared('9', self.repeat(500)) + hostile.join('').replace('<wp:post_id>9<', '<wp:post_id>99<')),
    )
    expect(found).toHaveLength(10)
    expect(processorMs() - started).toBeLessThan(60_000)
  })

  test('an item that is too large is one note', async () => {
    const { articles: found, told: said } = await read(
      wxr(post('1', 'word '.repeat(2_000_000)) + post('2', 'b')),
    )
    expect(found.map(({ sourceId }) => sourceId)).toEqual(['wordpress:2'])
    expect(said).toEqual(['too-large: T → left-out'])
  })
})
