import type { Inline, Link } from '#core/from-html/document.ts'

/** A run as it is written. */
export interface Run {
  inline: Inline
  marks: number
  /** True for spaces and the like, which begin and end no emphasis: it would not be recognised with them at its ends. */
  isLoose: boolean
}

const SPACES = { before: /^\s+/, isOutside: /\s/ }
const PUNCTUATION = { before: /^[\s\p{P}\p{S}]+/u, isOutside: /[\s\p{P}\p{S}]/u }

/** The runs to write. Spaces have the marks that continue after them; if emphasis is narrow, so has punctuation at its ends. */
export function runsOf(inlines: readonly Inline[], isNarrow = false): Run[] {
  const runs: Run[] = []
  const add = (inline: Inline, isLoose: boolean) => runs.push({ inline, marks: marksOf(inline), isLoose })
  for (const inline of inlines) {
    const last = runs.at(-1)?.inline
    if (inline.type === 'text' && inline.marks !== 0) {
      const [before, inner, after] = split(inline.text, isNarrow ? PUNCTUATION : SPACES)
      if (before) add({ ...inline, text: before }, true)
      if (inner) add({ ...inline, text: inner }, false)
      if (after) add({ ...inline, text: after }, true)
    } else if (
      inline.type === 'code' &&
      last?.type === 'code' &&
      last.link === inline.link &&
      last.marks === inline.marks
    )
      // Runs of code that touch would have their backticks beside each other.
      runs.splice(-1, 1, {
        inline: { ...last, text: last.text + inline.text },
        marks: last.marks,
        isLoose: false,
      })
    else add(inline, inline.type === 'footnote')
  }
  if (!runs.some(({ isLoose }) => isLoose)) return runs
  keepMarksOn(runs)
  keepMarksOn(runs.reverse())
  return runs.reverse()
}

/** Takes from loose runs the marks that those before them do not have. */
function keepMarksOn(runs: Run[]): void {
  let marks = 0
  let link: Link | null = null
  for (const run of runs) {
    const own = linkOf(run.inline)
    if (own !== link) marks = 0
    link = own
    if (run.isLoose) run.marks &= marks
    else marks = run.marks
  }
}

const ALL_MARKS = 7

function marksOf(inline: Inline): number {
  if (inline.type === 'footnote') return ALL_MARKS
  return 'marks' in inline ? inline.marks : 0
}

export const linkOf = (inline: Inline) => ('link' in inline ? inline.link : null)

/** The marked text, and the parts outside at its ends. */
function split(text: string, { before: outside, isOutside }: typeof SPACES): [string, string, string] {
  const [before = ''] = outside.exec(text) ?? []
  const rest = text.slice(before.length)
  let end = rest.length
  while (end > 0 && isOutside.test(rest[end - 1] ?? '')) end--
  return [before, rest.slice(0, end), rest.slice(end)]
}
