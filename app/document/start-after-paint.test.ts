import { expect, test } from 'vitest'
import { finishDocument } from '#app/document/finish-document.ts'

const HEAD =
  '<link rel="preload" as="font" href="/f.woff2"/><link rel="modulepreload" href="/m.js" nonce="x"/><link rel="modulepreload" href="/a.js" crossorigin="" nonce="x"/>'
const START = [
  'import "/m.js";',
  'import * as route0 from "/a.js";',
  'import * as route1 from "/b.js";',
  '  window.modules = {"a":route0,"b":route1};',
  'import("/entry.js");',
].join('\n')

const finish = (html: string) => finishDocument(Buffer.from(html), 'x').body.toString()

test('scripts are loaded after the first paint, all at once, and the entry runs last', () => {
  const html = finish(`${HEAD}<p>Wörds</p><script nonce="x" type="module" async="">${START}</script>`)
  expect(html).not.toContain('modulepreload" href')
  expect(html).toContain('<link rel="preload" as="font" href="/f.woff2"/><p>Wörds</p>')
  const [, code = ''] = /<script type="module" async="">([\s\S]*)<\/script>/.exec(html) ?? []
  expect(code.split('\n').map((line) => line.trim())).toEqual([
    expect.stringContaining('requestAnimationFrame'),
    expect.stringContaining('["/m.js","/a.js"]'),
    'const [,route0,route1]=await Promise.all([import("/m.js"),import("/a.js"),import("/b.js")]);',
    'window.modules = {"a":route0,"b":route1};',
    'import("/entry.js");',
  ])
})

test.each([
  '<p>No scripts</p>',
  `${HEAD}<script type="module" nonce="x">start()</script>`,
  `${HEAD}<p>import "/m.js";</p>`,
  `${HEAD}<script type="module">${START}</script>`,
])('a script of another form is not changed: %j', (html) => {
  expect(finish(html)).toBe(html.replaceAll(' nonce="x"', ''))
})
