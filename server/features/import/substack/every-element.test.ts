import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSource } from '#server/features/import/source/import-source.ts'
import { readSubstack } from '#server/features/import/substack/read-substack.ts'
import { expectedTexts, readAll } from '#server/features/import/testing/read-all.ts'
import { writeZip, type ZipEntry } from '#server/platform/documents/testing/write-zip.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, 'testing', name), 'utf8')
const EXPECTED = expectedTexts(read('expected.md'))

/** An export with every element that the editor of Substack has, and what its articles become. */
const EXPORT: ZipEntry[] = [
  { path: 'posts.csv', content: read('posts.csv') },
  ...expectedTexts(read('posts.txt')).map(([id, content]) => ({ path: `posts/${id}.html`, content })),
]
const path = join(createTemporaryFolder('substack'), 'export.zip')
writeFileSync(path, writeZip(EXPORT))
const source = await openSource(path, () => {})
const { articles, told } = await readAll(readSubstack, source)
await source.close()

test('the zip has every element of the editor, and all of it is read', () => {
  expect(articles.length).toBeGreaterThan(40)
  expect(articles.map(({ slug }) => slug)).toEqual(EXPECTED.map(([slug]) => slug))
})

test.each(EXPECTED.map(([slug, markdown], index) => [slug, index, markdown] as const))(
  'the text of %s (%i)',
  (_slug, index, markdown) => {
    expect(articles[index]?.markdown).toBe(markdown)
  },
)

test('what cannot be kept is named', () => {
  expect(told).toEqual([
    'gallery: 2 pictures → pictures',
    'gallery: 0 pictures → left-out',
    'embed: https://www.youtube.com/watch?v=abc → link',
    'embed: https://vimeo.com/76979871 → link',
    'embed: https://open.spotify.com/episode/1 → link',
    'embed: https://podcasts.apple.com/us/podcast/x/id1 → link',
    'embed: https://soundcloud.com/x/y → link',
    'embed: https://twitter.com/a/status/1 → link',
    'embed: https://twitter.com/a/status/2 → link',
    'embed: https://embed.bsky.app/embed/did:plc:x/app.bsky.feed.post/3l?id=1 → link',
    'embed: https://www.instagram.com/p/Cx/ → link',
    'embed: https://www.tiktok.com/@a/video/1 → link',
    'embed: https://a.bandcamp.com/album/b → link',
    'embed: https://datawrapper.dwcdn.net/x/1/ → link',
    'format: script → left-out',
    'embed: https://manifold.markets/embed/x/y → link',
    'embed: https://other.substack.com/p/x → link',
    'embed: https://x.substack.com/p/digest → link',
    'embed: https://h.substack.com → link',
    'embed: note → text',
    'format: formula → text',
    'media: native-video-embed → left-out',
    'media: native-audio-embed → left-out',
    'block: button-wrapper → left-out',
    'block: captioned-button-wrap → left-out',
    'form: subscription → left-out',
    'block: community-chat → left-out',
    'block: install-substack-app-embed → left-out',
    'block: poll-embed → left-out',
    'members-only: only_paid → draft',
    'members-only: paywall → left-out',
    'format: script → left-out',
    'link: javascript:alert(1) → text',
    'picture: x → left-out',
    'media: tweet → left-out',
    'gallery: 2 pictures → pictures',
    'picture: data:image/png;base64,x → left-out',
    'picture: javascript:x → left-out',
  ])
})
