import Markdown, { type MarkdownIt, type StateBlock, type Token } from 'markdown-it'

/** The lines of a block in the text that the parser reads, where every line ends with `\n`: without markers and indentation. */
export interface BlockLines {
  starts: number[]
  ends: number[]
}

export interface BlockPlace {
  lines: BlockLines
  /** The index of the cell in a table's row; null for any other block. */
  column: number | null
}

/** The places of the content of blocks, and of definitions such as `[label]: address "title"`. */
export interface BlockPlaces {
  of: WeakMap<Token, BlockPlace>
  definitions: WeakMap<object, DefinitionPlace[]>
}

export interface DefinitionPlace {
  /** Normalised, as tokens of links have it. */
  label: string
  lines: BlockLines
  content: string
}

/**
 * Records the place of the content of each block. The parser knows it while it reads a quote or a list, and forgets it at its end, so this
 * listens to the state from which all rules push their tokens.
 */
export function placeBlocks(md: MarkdownIt): BlockPlaces {
  const places: BlockPlaces = { of: new WeakMap(), definitions: new WeakMap() }
  md.block.State = class extends md.block.State {
    private row: Token | null = null
    private rowLines: BlockLines = { starts: [], ends: [] }
    private column = 0

    override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
      const token = super.push(type, tag, nesting)
      if (type === 'tr_open') {
        this.row = token
        this.column = 0
      } else if (type === 'tr_close') this.row = null
      else if (type === 'inline') places.of.set(token, this.placeOf())
      return token
    }

    private placeOf(): BlockPlace {
      if (!this.row) {
        return { lines: linesOf(this, this.tokens.at(-2)?.map ?? [this.line, this.line]), column: null }
      }
      // All cells of a row share its line.
      if (this.column === 0) this.rowLines = linesOf(this, this.row.map ?? [this.line, this.line])
      return { lines: this.rowLines, column: this.column++ }
    }
  }
  placeDefinitions(md, places.definitions)
  return places
}

/** A definition has no token in the end, so it is recorded for the environment of its text. */
function placeDefinitions(md: MarkdownIt, places: BlockPlaces['definitions']): void {
  const { ruler } = new Markdown.ParserBlock()
  ruler.enableOnly('reference')
  const [reference] = ruler.getRules('')
  if (!reference) return
  md.block.ruler.at('reference', (state, start, end, silent) => {
    if (!reference(state, start, end, silent)) return false
    const label = state.tokens.at(-1)?.meta?.label
    if (silent || typeof label !== 'string') return true
    const lines = linesOf(state, [start, state.line])
    const content = lines.starts.map((from, index) => state.src.slice(from, lines.ends[index])).join('\n')
    const found = places.get(state.env)
    if (found) found.push({ label, lines, content })
    else places.set(state.env, [{ label, lines, content }])
    return true
  })
}

function linesOf(state: StateBlock, [from, to]: [number, number]): BlockLines {
  const lines: BlockLines = { starts: [], ends: [] }
  for (let line = from; line < to; line++) {
    lines.starts.push((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0))
    lines.ends.push(state.eMarks[line] ?? 0)
  }
  return lines
}
