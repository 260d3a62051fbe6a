import { expect, test } from 'vitest'
import { cdata, xml } from '#core/feeds/xml.ts'

test('what is put into a template is text, in elements and in attributes', () => {
  const title = `<b>"Q&A"</b> ]]> 'x'`
  expect(xml`<a href="${title}">${title}</a>`.xml).toBe(
    `<a href="&lt;b&gt;&quot;Q&amp;A&quot;&lt;/b&gt; ]]&gt; 'x'">&lt;b&gt;&quot;Q&amp;A&quot;&lt;/b&gt; ]]&gt; 'x'</a>`,
  )
})

test('templates nest, lists stand line by line, null is nothing', () => {
  const items = ['one', 'two'].map((name) => xml`<item>${name}</item>`)
  expect(xml`<list>${items}${null}${xml`<end/>`}</list>`.xml).toBe(
    '<list><item>one</item>\n<item>two</item><end/></list>',
  )
  expect(xml`<list>${[]}</list>`.xml).toBe('<list></list>')
})

test('control characters never reach the document', () => {
  expect(xml`<a b="${'x\u0001y'}">${'x\u001Fy'}</a>`.xml).toBe('<a b="xy">xy</a>')
  expect(cdata('x\u0001y').xml).toBe('<![CDATA[xy]]>')
})

test('the end of a section inside a section is split over two', () => {
  expect(cdata('a]]>b').xml).toBe('<![CDATA[a]]]]><![CDATA[>b]]>')
  expect(cdata(']]>]]>').xml).toBe('<![CDATA[]]]]><![CDATA[>]]]]><![CDATA[>]]>')
})
