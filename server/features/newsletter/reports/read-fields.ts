const MOST_LINES = 2_000
const MOST_VALUE_LENGTH = 2_000

/**
 * Reads blocks of `Name: value` lines with blank lines between them, as in a header or a report: names in lower case, folded lines joined, the
 * first of several fields of a name. Not more than `most` blocks.
 */
export function readFields(bytes: Uint8Array, most: number): Map<string, string>[] {
  const blocks: Map<string, string>[] = []
  let block: Map<string, string> | null = null
  let name = ''
  for (const line of new TextDecoder('utf-8').decode(bytes).split(/\r?\n/, MOST_LINES)) {
    if (line.trim() === '') {
      block = null
      continue
    }
    if (!block) {
      if (blocks.length === most) break
      block = new Map()
      blocks.push(block)
      name = ''
    }
    if (/^[ \t]/.test(line)) {
      const known = block.get(name)
      if (known !== undefined) block.set(name, cut(`${known} ${line.trim()}`))
      continue
    }
    const colon = line.indexOf(':')
    name = colon > 0 && colon <= 100 ? line.slice(0, colon).trim().toLowerCase() : ''
    // A further field of the same name, with the lines folded into it, is left out.
    if (block.has(name)) name = ''
    else if (name) block.set(name, cut(line.slice(colon + 1).trim()))
  }
  return blocks
}

function cut(value: string): string {
  return value.slice(0, MOST_VALUE_LENGTH)
}
