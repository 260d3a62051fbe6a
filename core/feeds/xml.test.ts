import { expect, test } from 'vitest'
import { cdata, xml } from '#core/feeds/xml.ts'

test('strings in a template are escaped, in elements and in attributes', () => {
  const title = `<b>"Q&A"</b> ]]> 'x'`
  expect(xml`<a href="${title}">${title}</a>`.xml).toBe(
    `<a href="&lt;b&gt;&quot;Q&amp;A&quot;&lt;/b&gt; ]]&gt; 'x'">&lt;b&gt;&quot;Q&amp;A&quot;&lt;/b&gt; ]]&gt; 'x'</a>`,
  )
})

test('templates can be nested, lists are joined with line breaks, null is left out', () => {
  const items = ['one', 'two'].map((name) => xml`<item>${name}</item>`)
  expect(xml`<list>${items}${null}${xml`<end/>`}</list>`.xml).toBe(
    '<list><item>one</item>\n<item>two</item><end/></list>',
  )
  expect(xml`<list>${[]}</list>`.xml).toBe('<list></list>')
})

test('control characters are removed', () => {
  expect(xml`<a b="${'x\u0001y'}">${'x\u001Fy'}</a>`.xml).toBe('<a b="xy">xy</a>')
  expect(cdata('x\u0001y').xml).toBe('<![CDATA[xy]]>')
})

test('the end marker of a CDATA section inside a text is split over two sections', () => {
  expect(cdata('a]]>b').xml).toBe('<![CDATA[a]]]]><![CDATA[>b]]>')
  expect(cdata(']]>]]>').xml).toBe('<![CDATA[]]]]><![CDATA[>]]]]><![CDATA[>]]>')
})
