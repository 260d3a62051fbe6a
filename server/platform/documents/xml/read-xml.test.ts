import { expect, test } from 'vitest'
import { memoryFile } from '#server/features/import/testing/read-all.ts'
import { BrokenXml, readXml } from '#server/platform/documents/xml/read-xml.ts'
import { innerHtml, textOf, type XmlNode } from '#server/platform/documents/xml/xml-node.ts'

async function read(text: string, partLength: number, maxLength = 1_000) {
  const nodes: XmlNode[] = []
  const problems: string[] = []
  const options = {
    isRecord: (path: readonly string[]) => path.length === 1,
    skipped: new Set(['gone']),
    maxLength,
  }
  for await (const { node, isTooLarge } of readXml(
    memoryFile('a', text, partLength).open(),
    options,
    (problem) => problems.push(problem),
  ))
    nodes.push(isTooLarge ? { ...node, content: ['too large'] } : node)
  return { nodes, problems }
}

const TEXT =
  '<a><b x="1&2&amp;3">x?y=1&z=2;&amp;&lt;&#169;&nbsp;& end</b><c><![CDATA[a & b ]] &amp; <d>]]> &</c><gone><e/></gone><f><gone>x</gone><g h="i">j</g>k</f></a>'

test.each([1, 7, 1_000])('stray ampersands stay what they are, in parts of %i bytes', async (partLength) => {
  const { nodes } = await read(TEXT, partLength)
  expect(nodes.map(textOf)).toEqual(
    ['x?y=1&z=2;&<©&nbsp;& end', 'a & b ]] &amp; <d> &', '', 'jk'].filter(Boolean),
  )
  expect(nodes[0]?.attributes.get('x')).toBe('1&2&3')
})

test('elements come back as HTML, with text as text', async () => {
  const { nodes } = await read('<a><b>1 &lt; 2 <i c="&quot;&lt;">x</i></b></a>', 10)
  expect(nodes.map((node) => innerHtml(node))).toEqual(['1 &#60; 2 <i c="&#34;&#60;">x</i>'])
})

test('a record that is too large is named, and the next is read', async () => {
  const { nodes } = await read(`<a><b>${'x'.repeat(2_000)}</b><c>${'<d/>'.repeat(100)}</c><e>f</e></a>`, 50)
  expect(nodes.map(textOf)).toEqual(['too large', 'too large', 'f'])
})

test.each([
  ['a million attributes', `<a><b ${'c="1" '.repeat(300_000)}>`],
  [
    'attributes that are all others',
    `<a><b ${Array.from({ length: 100_000 }, (_, at) => `c${at}="1"`).join(' ')}>`,
  ],
  ['no tags', `<a>${'<'.repeat(1_900_000)}`],
  ['a comment that begins again and again', `<a><!--${'--'.repeat(900_000)}`],
])('%s are given up on', async (_, text) => {
  await expect(read(text, 32 * 1024)).rejects.toThrow(BrokenXml)
})

test('what is wrong with one record counts for that record', async () => {
  const { nodes, problems } = await read(`<a>${'<b>&#1;</b>'.repeat(1_500)}</a>`, 1_000)
  expect(nodes).toHaveLength(1_500)
  expect(problems.length).toBeGreaterThanOrEqual(1_500)
})
