import { SaxesParser } from 'saxes'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contrast } from '#core/look/oklch.ts'
import { GROUNDS } from '#core/look/palette.ts'
import { recolour } from '#server/platform/images/look/make-look-file.ts'
import { readSvg, SVG_MAX_BYTES, writeSvg } from '#server/platform/images/look/rebuild-svg.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'
import { processorMs } from '../../../../tests/support/processor-time.ts'

const svg = (inside: string, root = 'viewBox="0 0 120 40"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${root}>${inside}</svg>`
const rebuild = (text: string) => writeSvg(readSvg(Buffer.from(text)))
const DISC = '<circle cx="20" cy="20" r="18"/>'

test.each([
  ['a script', `${DISC}<script>alert(1)</script>`],
  ['a script in CDATA', `${DISC}<script><![CDATA[alert(1)]]></script>`],
  ['a handler', `<circle cx="20" cy="20" r="18" onload="alert(1)" onclick="alert(1)"/>`],
  ['a link', `<a href="javascript:alert(1)" xlink:href="https://alert.example">${DISC}</a>${DISC}`],
  [
    'an animation',
    `<circle r="18"><animate attributeName="href" values="javascript:alert(1)"/><set onbegin="alert(1)"/></circle>`,
  ],
  [
    'a style sheet',
    `<style>@import url(https://alert.example); *{background:url(https://alert.example)}</style>${DISC}`,
  ],
  ['a style', `<circle r="18" style="fill:url(https://alert.example#a);background:url(//alert.example)"/>`],
  [
    'a reference to another file',
    `<circle r="18" fill="url(https://alert.example/x.svg#a)" filter="url(#alert)"/>`,
  ],
  ['a gradient from another file', `<linearGradient id="a" xlink:href="https://alert.example#b"/>${DISC}`],
  ['a value that breaks out', `<circle r="18" fill="&quot;/&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>`],
  ['another namespace', `<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>${DISC}`],
  ['another spelling', `<SCRIPT>alert(1)</SCRIPT>${DISC}`],
  ['a processing instruction', `<?xml-stylesheet href="https://alert.example"?>${DISC}<!-- alert -->`],
  ['metadata', `<metadata>alert</metadata><title>alert</title><desc>alert</desc>${DISC}`],
])('nothing is left of %s', (_, inside) => {
  const rebuilt = rebuild(svg(inside))
  expect(rebuilt).not.toMatch(
    /alert|script|href|on[a-z]+=|style|@import|javascript|<!|<\?|animate|<set|<a\b/i,
  )
  const elements = new Set(rebuilt.match(/<[a-zA-Z]+/g))
  for (const element of elements) expect(['<svg', '<circle', '<linearGradient']).toContain(element)
  new SaxesParser({ xmlns: true }).write(rebuilt).close()
})

test.each([
  [
    'entities',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg(`<g>${DISC}</g>`)}`,
    'declares entities',
  ],
  ['an unknown entity', svg(`<g fill="&x;">${DISC}</g>`), 'not well-formed'],
  ['text', svg('<text x="1" y="2">Le Monde Vert</text>'), 'outlines'],
  ['a picture', svg('<image href="data:image/png;base64,AA"/>'), 'PNG or WebP'],
  ['a web page', svg('<foreignObject><p>Hello</p></foreignObject>'), 'drawing alone'],
  ['copies of shapes', svg(`<g id="a">${DISC}</g><use href="#a"/>`), 'expanded'],
  ['no shapes', svg('<defs><circle r="3"/></defs>'), 'no shapes'],
  ['too many elements', svg(DISC.repeat(2_001)), '2000 elements'],
  ['too deep elements', svg('<g>'.repeat(40) + DISC + '</g>'.repeat(40)), 'deep'],
  ['too many bytes', svg(`<!--${'x'.repeat(SVG_MAX_BYTES)}-->${DISC}`), '200 kB'],
  ['no size', svg(DISC, ''), 'usable size'],
  ['a size of nothing', svg(DISC, 'viewBox="0 0 0 10"'), 'usable size'],
  ['a size that is no number', svg(DISC, 'viewBox="0 0 NaN 10"'), 'usable size'],
  ['a size that is nothing when it is rounded', svg(DISC, 'viewBox="0 0 0.0001 0.0001"'), 'usable size'],
  ['a size of which no picture can be made', svg(DISC, 'viewBox="0 0 999999 999999"'), 'usable size'],
  [
    'a long clip that is used a thousand times',
    svg(
      `<clipPath id="c"><path d="${'M0 0h9v9z'.repeat(9_000)}"/></clipPath><clipPath id="c"/>` +
        '<rect width="9" height="9" clip-path="url(#c)"/>'.repeat(1_000),
    ),
    'clipped too often',
  ],
  ['a thread', svg(DISC, 'viewBox="0 0 1000 1"'), 'usable size'],
  ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'no SVG'],
  ['no XML', 'GIF89a', 'well-formed'],
  ['nothing', '', 'well-formed'],
])('a file with %s is refused', (_, text, said) => {
  expect(() => rebuild(text)).toThrow(UnreadableImage)
  expect(() => rebuild(text)).toThrow(said)
})

test('what draws is kept: shapes, groups, gradients, clips, and the classes and styles of drawing programs', async () => {
  const drawn = rebuild(
    svg(`<defs><style>.a, .b{fill:#fff} .b{opacity:.5}</style>
      <linearGradient id="g" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"/><stop offset="1" style="stop-color:#00f"/></linearGradient>
      <clipPath id="c"><rect width="10" height="10"/></clipPath></defs>
      <g transform="translate(2 3)" clip-path="url(#c)"><path class="b" d="M0 0h10v10z"/><rect fill="url('#g')" width="4" height="4" rx="1"/></g>`),
  )
  for (const kept of [
    'fill="#ffffff" opacity=".5"',
    'gradientUnits="userSpaceOnUse"',
    'stop-color="#ff0000"',
    'stop-color="#0000ff"',
    'clip-path="url(#c)"',
    'transform="translate(2 3)"',
    'd="M0 0h10v10z"',
    'rx="1"',
  ])
    expect(drawn).toContain(kept)
  expect(await sharp(Buffer.from(drawn)).metadata()).toMatchObject({ width: 120, height: 40 })
})

test('a rule has no more declarations than a class may have, however many classes it is for', () => {
  const classes = Array.from({ length: 2_000 }, (_, number) => `.c${number.toString(36)}`)
  const drawing = svg(
    `<style>${classes.join()}{${'fill:#fff;'.repeat(10_000)}fill:red}</style>` +
      `<rect width="9" height="9" class="${classes.slice(0, 10).join(' ').replaceAll('.', '')}"/>`.repeat(
        500,
      ),
  )
  const start = processorMs()
  expect(rebuild(drawing)).not.toContain('#ff0000')
  expect(processorMs() - start).toBeLessThan(2_000)
})

test('a clip is not clipped again, so that no chain of clips can be drawn billions of times', () => {
  const drawn = rebuild(
    svg(
      '<clipPath id="a" clip-path="url(#b)"><g><rect width="1" height="1" clip-path="url(#b)"/></g></clipPath><rect width="9" height="9" clip-path="url(#a)"/>',
    ),
  )
  expect(drawn.match(/clip-path=/g)).toHaveLength(1)
})

test('in the dark theme black and white change places, and a dark colour becomes light enough', () => {
  const dark = writeSvg(
    readSvg(
      Buffer.from(
        svg(
          `<g>${DISC}<rect fill="white" width="4" height="4"/><rect fill="#0a2a66" width="9" height="9"/></g>`,
        ),
      ),
    ),
    recolour,
  )
  expect(dark).toMatch(/<svg [^>]*fill="#(f|e)/)
  expect(dark).not.toMatch(/fill="(white|#ffffff|#0a2a66)"/)
  for (const almostBlack of ['#111111', '#14281b', '#1a1a2e'])
    expect(contrast(recolour(almostBlack), GROUNDS.dark.paper)).toBeGreaterThan(13)
})

test.each([
  ['a transform', svg(`<g transform="${`scale(1)${' '.repeat(500)}`.repeat(19)}x">${DISC}</g>`)],
  ['a style sheet', svg(`<style>${'a'.repeat(150_000)}</style>${DISC}`)],
  ['a class with many rules', svg(`<style>${'.a{fill:red}'.repeat(12_000)}</style>${DISC}`)],
  ['a path', svg(`<path d="${'1 '.repeat(90_000)}x"/>${DISC}`)],
])('%s takes no longer because it is long', (_, text) => {
  const started = processorMs()
  rebuild(text)
  expect(processorMs() - started).toBeLessThan(2_000)
})
