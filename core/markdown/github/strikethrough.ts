import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it'

const TILDE = 0x7e

/** Text between one or two tildes is deleted, as in GFM; markdown-it's own rule accepts only two, and pairs inside three. */
export function strikethrough(md: MarkdownIt): void {
  md.inline.ruler.at('strikethrough', readTildes)
  md.inline.ruler2.at('strikethrough', markDeleted)
}

function readTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false
  const { length, can_open, can_close } = state.scanDelims(state.pos, true)
  state.push('text', '', 0).content = '~'.repeat(length)
  if (length <= 2) {
    state.delimiters.push({
      // One tilde cannot close what two have opened, so the two lengths count as different markers.
      marker: TILDE * length,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open: can_open,
      close: can_close,
    })
  }
  state.pos += length
  return true
}

function markDeleted(state: StateInline): void {
  markPairs(state, state.delimiters)
  for (const meta of state.tokens_meta) {
    if (meta?.delimiters) markPairs(state, meta.delimiters)
  }
}

function markPairs(state: StateInline, delimiters: Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    const closer = delimiters[end]
    if (!closer || marker % TILDE !== 0) continue
    markToken(state, token, 's_open', 1)
    markToken(state, closer.token, 's_close', -1)
  }
}

function markToken(state: StateInline, index: number, type: string, nesting: 1 | -1): void {
  const token = state.tokens[index]
  if (token) Object.assign(token, { type, tag: 'del', nesting, content: '' })
}
