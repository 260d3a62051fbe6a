/** Where the cells of a table's row are, without the spaces around them. A `|` after a backslash is text, as the parser sees it. */
export function tableCells(source: string, from: number, to: number): [from: number, to: number][] {
  const row = trimmed(source, from, to)
  const cells: [number, number][] = []
  let start = row[0]
  for (let position = start; position < row[1]; position++) {
    if (source[position] !== '|' || (position > row[0] && source[position - 1] === '\\')) continue
    cells.push([start, position])
    start = position + 1
  }
  cells.push([start, row[1]])
  if (isEmpty(cells[0])) cells.shift()
  if (isEmpty(cells.at(-1))) cells.pop()
  return cells.map(([first, last]) => trimmed(source, first, last))
}

const isEmpty = (cell: [number, number] | undefined) => cell !== undefined && cell[0] === cell[1]

function trimmed(source: string, from: number, to: number): [number, number] {
  const text = source.slice(from, to)
  const start = from + text.length - text.trimStart().length
  return [start, start + text.trim().length]
}
