import { describe, expect, test } from 'vitest'
import { readGhost } from '#server/features/import/ghost/read-ghost.ts'
import { memorySource, readAll } from '#server/features/import/testing/read-all.ts'

describe('redirects of a bundle', () => {
  const post = { id: 'a', title: 'A', slug: 'new', html: '<p>a</p>', published_at: 1_714_557_600_000 }
  const bundle = (name: string, text: string) =>
    readAll(
      readGhost,
      memorySource({ 'data/a.json': JSON.stringify({ data: { posts: [post] } }), [name]: text }),
    )

  test('old paths belong to the article that they led to, also by way of another', async () => {
    const rules = [
      { from: '^/old/?$', to: '/new/', permanent: true },
      { from: '/older/', to: '/old' },
      { from: '\\/a\\/b\\.html', to: '/new?x=1' },
      { from: '^/blog/(.*)$', to: '/$1' },
      { from: '/shop/', to: 'https://shop.example/' },
      { from: '/loop', to: '/loop' },
      { from: 7 },
    ]
    const { articles, told } = await bundle('redirects.json', JSON.stringify(rules))
    expect(articles).toMatchObject([
      {
        publishDate: '2024-05-01T10:00:00.000Z',
        oldAddresses: ['/new/', '/old', '/a/b.html', '/older/'],
      },
    ])
    expect(told).toEqual([
      'link: ^/blog/(.*)$ → /$1 → ignored',
      'link: /shop/ → https://shop.example/ → ignored',
      'link: 7 → → ignored',
      'link: /loop → /loop → ignored',
    ])
  })

  test('in YAML', async () => {
    const { articles } = await bundle('redirects.yaml', '301:\n  /old: /new/\n302:\n  ^/then/?$: /new\n')
    expect(articles[0]?.oldAddresses).toEqual(['/new/', '/old', '/then'])
  })

  test.each([
    ['redirects.json', '{"a":1}'],
    ['redirects.yaml', '- a\n- b'],
    ['redirects.yaml', 'a: [&a x, *a, *b'],
  ])('%s with %j is one note', async (name, text) => {
    const { articles, told } = await bundle(name, text)
    expect([articles.length, told]).toEqual([1, [`unreadable: ${name} → left-out`]])
  })
})
