/**
 * Where a link ends whose text ends at `position`: after `](address "title")`, `][reference]` or `]`. `isShortcut`: brackets that
 * follow do not belong to it.
 */
export function endOfTarget(content: string, position: number, isShortcut = false): number {
  if (content[position] !== ']') return position
  const next = content[position + 1]
  if (next === '(') return endOfAddress(content, position + 2) ?? position + 1
  if (next !== '[' || isShortcut) return position + 1
  const end = content.indexOf(']', position + 2)
  return end === -1 ? position + 1 : end + 1
}

/** After the closing parenthesis, or null where there is none. */
function endOfAddress(content: string, start: number): number | null {
  let position = skipSpace(content, start)
  if (content[position] === '<') {
    while (position < content.length && content[position] !== '>')
      position += content[position] === '\\' ? 2 : 1
    position++
  } else {
    for (let depth = 0; position < content.length && !isSpace(content[position]); position++) {
      if (content[position] === '\\') position++
      else if (content[position] === '(') depth++
      else if (content[position] === ')' && depth-- === 0) break
    }
  }
  position = skipSpace(content, position)
  const closing = CLOSING.get(content[position] ?? '')
  if (closing) {
    position++
    while (position < content.length && content[position] !== closing)
      position += content[position] === '\\' ? 2 : 1
    position = skipSpace(content, position + 1)
  }
  return content[position] === ')' ? position + 1 : null
}

const CLOSING = new Map([
  ['"', '"'],
  ["'", "'"],
  ['(', ')'],
])

const isSpace = (character: string | undefined) => character !== undefined && /\s/.test(character)

function skipSpace(content: string, start: number): number {
  let position = start
  while (isSpace(content[position])) position++
  return position
}
