import { toSource } from '#core/markdown/source/content-map.ts'
import { type KnownSource, readSource } from '#core/markdown/source/read-source.ts'
import type { CutBlock } from '#core/translation/cut-block.ts'
import type { Edit } from '#core/translation/segment.ts'
import { readTagged } from '#core/translation/tagged-text.ts'
import type { TaggedText } from '#core/translation/text-tag.ts'

/** The tokens of each kind of block when it is alone in a text. */
const TOKENS = new Map([
  ['paragraph', 'paragraph_open inline paragraph_close'],
  ['heading', 'heading_open inline heading_close'],
  [
    'item',
    'bullet_list_open list_item_open paragraph_open inline paragraph_close list_item_close bullet_list_close',
  ],
  ['cell', 'table_open thead_open tr_open th_open inline th_close tr_close thead_close table_close'],
])

/**
 * Parses text that is to become the content of a block. Nothing is returned when it would be another block, or several. Lines that go on
 * without the marker of their quote are read in another way, so there may be two answers.
 */
export function readContent(
  content: string,
  { kind, block, inline, tagged }: CutBlock,
  known: KnownSource,
): TaggedText[] {
  const whole = inline.content.slice(0, tagged.start) + content
  const types = TOKENS.get(kind) ?? ''
  const readings = [[alone(whole, kind, block.token.markup), types]]
  if (whole.includes('\n') && kind !== 'cell') {
    const marker = kind === 'item' ? '> - ' : '> '
    readings.push([marker + whole, `blockquote_open ${types} blockquote_close`])
  }
  return readings.flatMap(([markdown = '', expected]) => {
    const source = readSource(markdown, known)
    if (source.tokens.map(({ type }) => type).join(' ') !== expected) return []
    const token = source.tokens.find(({ type }) => type === 'inline')
    return token && token.content !== '' ? [readTagged(source.inlineOf(token))] : []
  })
}

function alone(content: string, kind: string, markup: string): string {
  if (kind === 'item') return `- ${content.replaceAll('\n', '\n  ')}`
  if (kind === 'cell') return `| ${escapePipes(content)} |\n|-|`
  if (kind !== 'heading') return content
  return markup.startsWith('#') ? `# ${content}` : `${content}\n${markup.repeat(3)}`
}

export const escapePipes = (content: string) => content.replaceAll('|', '\\|')

/** Puts new content into the place of the old, in lines that begin as those of the old do, in quotes and lists. */
export function placeContent(content: string, { kind, inline, tagged }: CutBlock, markdown: string): Edit {
  const place = {
    from: toSource(inline.map, tagged.start),
    to: toSource(inline.map, inline.content.length),
  }
  // A backslash would take the border of the cell along.
  if (kind === 'cell') return { ...place, text: escapePipes(content).replace(/\\$/, '\\ ') }
  const lines = content.split('\n')
  if (lines.length === 1) return { ...place, text: content }
  const [first = '', ...others] = lines
  const starts = inline.map.source
  // Inside code, indentation counts, and the line on which it will be is not known here.
  const keepsIndentation = !tagged.tags.some(({ opening: { from, to } }) =>
    /\n\s*\S/.test(inline.content.slice(from, to)),
  )
  const text = others.map((line, index) => {
    const { lineEnd, prefix, container } = lineStart(inline, markdown, Math.min(index + 1, starts.length - 1))
    return lineEnd + (keepsIndentation && !/^[ \t]/.test(line) ? prefix : container) + line
  })
  return { ...place, text: first + text.join('') }
}

/** The text between two lines of a block: the line's end, the markers of containers, and indentation of the text. */
function lineStart({ content, map }: CutBlock['inline'], markdown: string, line: number) {
  const end = map.source[line] ?? 0
  let start = end
  while (start > 0 && !/[\r\n]/.test(markdown.charAt(start - 1))) start--
  const lineEnd = markdown.startsWith('\r\n', start - 2) ? '\r\n' : markdown.charAt(start - 1)
  const prefix = markdown.slice(start, end)
  const offset = map.at[line] ?? 0
  const indentation = content.slice(content.lastIndexOf('\n', offset - 1) + 1, offset)
  const container = prefix.endsWith(indentation)
    ? prefix.slice(0, prefix.length - indentation.length)
    : prefix
  return { lineEnd, prefix, container }
}
