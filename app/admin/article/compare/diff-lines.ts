export type LineBlock =
  | { kind: 'same'; lines: string[] }
  | { kind: 'changed'; left: string[]; right: string[] }

/** Comparing takes this many steps at most; longer changes are shown as one. */
const MAX_STEPS = 1_000_000

/** What differs between two texts, line by line. */
export function diffLines(left: string, right: string): LineBlock[] {
  const [a, b] = [left.split('\n'), right.split('\n')]
  const start = commonStart(a, b)
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse())
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return joined([
    { kind: 'same', lines: a.slice(0, start) },
    ...middle,
    { kind: 'same', lines: a.slice(a.length - end) },
  ])
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const shorter = Math.min(a.length, b.length)
  for (let index = 0; index < shorter; index++) if (a[index] !== b[index]) return index
  return shorter
}

/** The longest common subsequence of the lines. */
function diffMiddle(a: string[], b: string[]): LineBlock[] {
  if (a.length * b.length > MAX_STEPS) return [{ kind: 'changed', left: a, right: b }]
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = a.length - 1; row >= 0; row--)
    for (let column = b.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        a[row] === b[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))

  const blocks: LineBlock[] = []
  let [row, column] = [0, 0]
  while (row < a.length || column < b.length) {
    if (row < a.length && column < b.length && a[row] === b[column]) {
      blocks.push({ kind: 'same', lines: a.slice(row, row + 1) })
      row++
      column++
    } else if (column === b.length || (row < a.length && at(row + 1, column) >= at(row, column + 1))) {
      blocks.push({ kind: 'changed', left: a.slice(row, row + 1), right: [] })
      row++
    } else {
      blocks.push({ kind: 'changed', left: [], right: b.slice(column, column + 1) })
      column++
    }
  }
  return blocks
}

/** Joins neighbours of one kind. */
function joined(blocks: LineBlock[]): LineBlock[] {
  const result: LineBlock[] = []
  for (const block of blocks) {
    const last = result.at(-1)
    if (block.kind === 'same') {
      if (last?.kind === 'same') last.lines.push(...block.lines)
      else if (block.lines.length > 0) result.push({ kind: 'same', lines: [...block.lines] })
    } else if (last?.kind === 'changed') {
      last.left.push(...block.left)
      last.right.push(...block.right)
    } else if (block.left.length + block.right.length > 0) {
      result.push({ kind: 'changed', left: [...block.left], right: [...block.right] })
    }
  }
  return result
}

/** Two texts that differ in the middle: what is the same before and after it, and what each has in between. */
export function diffMiddleOf(left: string, right: string) {
  const [a, b] = [Array.from(left), Array.from(right)]
  const start = commonStart(a, b)
  const end = commonStart(a.slice(start).reverse(), b.slice(start).reverse())
  return {
    before: a.slice(0, start).join(''),
    left: a.slice(start, a.length - end).join(''),
    right: b.slice(start, b.length - end).join(''),
    after: a.slice(a.length - end).join(''),
  }
}
