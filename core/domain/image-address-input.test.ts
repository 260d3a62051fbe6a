import { expect, test } from 'vitest'
import { fileAddress, fileNameOf, readImageAddress } from '#core/domain/image-address-input.ts'

const ORIGIN = 'https://watch.example'
const FILE = '/storage/v1/object/public/article-images/articles/1764-a1.png'
const read = (text: string) => readImageAddress(text, ORIGIN)

test.each([
  FILE,
  `  ${ORIGIN}${FILE}\n`,
  `${ORIGIN}${FILE}?v=1`,
  `/images/avif/800${FILE}?v=0123`,
  `${ORIGIN}/images/webp/400${FILE}`,
  `${ORIGIN}/storage/v1/render/image/public/article-images/articles/1764-a1.png?width=200`,
])('%j is a file of ours, relative to the origin', (text) => {
  expect(read(text)).toEqual({ kind: 'own', address: FILE })
})

test('another path of ours stays as it is', () => {
  expect(read(`${ORIGIN}/share/en/a.png?x=1`)).toEqual({ kind: 'own', address: '/share/en/a.png?x=1' })
  expect(read('/demo/hero/a.webp')).toEqual({ kind: 'own', address: '/demo/hero/a.webp' })
})

test('a file of a hosted project is recognised, wherever its page is', () => {
  const address = `https://abcdefgh.supabase.co${FILE}`
  expect(read(address)).toEqual({ kind: 'hosted', address, ownAddress: FILE })
  expect(read(`https://abcdefgh.supabase.co.evil.example${FILE}`)).toMatchObject({ kind: 'elsewhere' })
})

test('an image elsewhere on the web keeps its address', () => {
  expect(read('https://elsewhere.example/a b.jpg')).toEqual({
    kind: 'elsewhere',
    address: 'https://elsewhere.example/a%20b.jpg',
  })
})

test.each([
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '//elsewhere.example/a.png',
  '/\\elsewhere.example/a.png',
  'http://elsewhere.example/a.png',
  'https://user@elsewhere.example/a.png',
  'photo.jpg',
  'https://',
  '__proto__',
])('%j is no address of an image', (text) => {
  expect(read(text)).toEqual({ kind: 'invalid' })
})

test('nothing is no address', () => {
  expect(read(' \n')).toEqual({ kind: 'none' })
})

test('a name becomes an address and is found in it again', () => {
  for (const name of ['articles/1764-a1.png', 'articles/a ä(1)%?.png']) {
    expect(fileNameOf(fileAddress(name))).toBe(name)
  }
  expect(fileNameOf(`${FILE}?v=1#x`)).toBe('articles/1764-a1.png')
})

test.each([null, '', '/demo/hero/a.webp', `${ORIGIN}${FILE}`, '/storage/v1/object/public/other/a.png'])(
  '%j is no file of ours',
  (address) => {
    expect(fileNameOf(address)).toBeNull()
  },
)
