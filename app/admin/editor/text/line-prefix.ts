/** What begins a line: quotes and indentation, the marker of a list item with its task, the marks of a heading. */
const PREFIX =
  /^(?<quote>(?:[ \t]*>)*[ \t]*)(?:(?<marker>[-*+]|\d{1,9}[.)])(?<space>[ \t]+|$)(?<task>\[[ xX]\](?:[ \t]+|$))?)?(?<heading>#{1,6}(?:[ \t]+|$))?/

export interface LinePrefix {
  quote: string
  marker: string
  /** Between the marker and what follows it. */
  space: string
  task: string
  heading: string
  length: number
}

export function linePrefix(line: string): LinePrefix {
  const match = PREFIX.exec(line)
  const { quote = '', marker = '', space = '', task = '', heading = '' } = match?.groups ?? {}
  return { quote, marker, space, task, heading, length: match?.[0].length ?? 0 }
}
