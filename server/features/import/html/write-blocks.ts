import { writeImageTitle } from '#core/markdown/image-title.ts'
import type { Block, Inline, ListItem } from '#server/features/import/html/document.ts'
import { writeTitled } from '#server/features/import/html/write-inlines.ts'
import { writeLeaf } from '#server/features/import/html/write-leaf.ts'

/** Writes blocks as Markdown. */
export function writeBlocks(blocks: readonly Block[]): string {
  const notes: string[] = []
  const text = join(blocks, { notes, isInside: false, isItem: false })
  return [text, ...notes].filter(Boolean).join('\n\n')
}

interface Place {
  /** The definitions of footnotes, which come after the text. */
  notes: string[]
  isInside: boolean
  isItem: boolean
}

function join(blocks: readonly Block[], place: Place, between = '\n\n'): string {
  const parts: string[] = []
  let last: Block | undefined
  let isOther = false
  for (const block of blocks) {
    // Two lists beside each other would be one.
    isOther = block.type === 'list' && last?.type === 'list' && last.isOrdered === block.isOrdered && !isOther
    const text = writeBlock(block, place, isOther)
    if (text === '') continue
    parts.push(text)
    last = block
  }
  return parts.join(between)
}

function writeBlock(block: Block, place: Place, isOther: boolean): string {
  switch (block.type) {
    case 'paragraph':
      return writeLeaf(block.inlines, 'paragraph')
    case 'heading': {
      const text = writeLeaf(block.inlines, 'line')
      return text && `${'#'.repeat(block.level)} ${text}`
    }
    case 'quote':
      return prefixed(join(block.blocks, { ...place, isInside: true, isItem: false }), '> ', '> ')
    case 'list':
      return writeList(block, place, isOther)
    case 'code':
      return writeCode(block)
    case 'table':
      return writeTable(block.rows)
    case 'rule':
      // Hyphens in an item would be one rule with its marker.
      return place.isInside ? '___' : '---'
    case 'figure': {
      const text: Inline = { type: 'text', text: block.caption, marks: 0, link: null }
      // In an item that has nothing else it would be no figure.
      if (place.isItem)
        return `${writeTitled({ ...block.image, title: '' })}\n\n${writeLeaf([text], 'paragraph')}`
      const title = writeImageTitle({ caption: block.caption, credit: '' })
      return writeTitled({ ...block.image, title })
    }
    case 'footnote': {
      const text = join(block.blocks, { ...place, isInside: true, isItem: false })
      if (text) place.notes.push(prefixed(text, `[^${block.label}]: `, '    '))
      return ''
    }
  }
}

/** Writes a marker before the first line, and spaces or a marker before the others. */
function prefixed(text: string, first: string, others: string): string {
  if (text === '') return ''
  const blank = others.trimEnd()
  return (
    first + text.replace(/\n(\n?)/g, (_, next: string) => (next ? `\n${blank}\n${others}` : `\n${others}`))
  )
}

function writeList(
  { items, isOrdered, start }: { items: ListItem[]; isOrdered: boolean; start: number },
  place: Place,
  isOther: boolean,
): string {
  const isTight = items.every(({ blocks }) => {
    const [first, ...others] = blocks
    return (!first || first.type === 'paragraph') && others.every(({ type }) => type === 'list')
  })
  const written = items.map(({ blocks, isDone }, index) => {
    const bullet = isOther ? '* ' : '- '
    const marker = isOrdered ? `${start + index}${isOther ? ')' : '.'} ` : bullet
    const box = isDone === null ? '' : isDone ? '[x] ' : '[ ] '
    const text = join(blocks, { ...place, isInside: true, isItem: true }, isTight ? '\n' : '\n\n')
    const whole = box && blocks[0]?.type !== 'paragraph' ? `${box.trim()}\n\n${text}`.trim() : box + text
    return whole ? prefixed(whole, marker, ' '.repeat(marker.length)) : marker.trimEnd()
  })
  return written.join(isTight ? '\n' : '\n\n')
}

function writeCode({ text, language }: { text: string; language: string }): string {
  const runs = text.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3))
  return `${fence}${language}\n${text}\n${fence}`
}

function writeTable(rows: Extract<Block, { type: 'table' }>['rows']): string {
  const [head = [], ...body] = rows.map(
    (row) => `| ${row.map((cell) => writeLeaf(cell, 'cell')).join(' | ')} |`,
  )
  const rule = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`
  return [head, rule, ...body].join('\n')
}
