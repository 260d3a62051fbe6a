/** A part of a text with what is to stand there instead. */
export interface Edit {
  from: number
  to: number
  text: string
}

/** Makes edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: Edit[]): string {
  const pieces: string[] = []
  let end = 0
  for (const edit of edits.toSorted((a, b) => a.from - b.from)) {
    pieces.push(text.slice(end, edit.from), edit.text)
    end = edit.to
  }
  pieces.push(text.slice(end))
  return pieces.join('')
}
