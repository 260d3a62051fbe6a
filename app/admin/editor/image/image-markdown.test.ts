import { expect, test } from 'vitest'
import { imageMarkdown, parseImage } from '#app/admin/editor/image/image-markdown.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'

test.each([
  {
    alt: 'A chart',
    address: '/storage/v1/object/public/article-images/articles/1-a.webp',
    caption: 'Growth',
    credit: 'Nora / dpa',
  },
  { alt: '', address: 'https://example.org/a.png', caption: '', credit: '' },
  { alt: '[a] \\ ]', address: '/a.png', caption: 'He said "no" \\ & "&amp;"', credit: '' },
  { alt: '<b>', address: '/a.png', caption: '‮abc 👩🏽‍👧🏽 __proto__', credit: 'X' },
])('the image %j can be read again, and is rendered as a figure with its caption', (image) => {
  const markdown = imageMarkdown(image)
  expect(parseImage(markdown)).toEqual(image)
  const html = renderMarkdown(markdown)
  expect(html).toContain(`src="${image.address}"`)
  expect(html.includes('<figcaption>')).toBe(image.caption + image.credit !== '')
})

test('line breaks and spaces in texts and addresses do not break the image', () => {
  expect(imageMarkdown({ alt: 'a\n\nb', address: '/a b(1).png', caption: ' c\nd ', credit: '' })).toBe(
    '![a b](/a%20b%281%29.png "c d")',
  )
})

test.each(['[a](/b)', 'a ![b](/c)', '![a](/b) c', '![a][b]'])('%j is not an image alone', (markdown) => {
  expect(parseImage(markdown)).toBeNull()
})
