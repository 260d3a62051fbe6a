const MAX_LINES = 4
const SIZES_PX = [96, 90, 84, 80, 76, 72, 68, 64, 60, 56, 52]
const SMALLEST_PX = 48

export interface WrappedTitle {
  size: number
  lines: string[]
}

/** The width of a text in em. */
type Measure = (text: string) => number

/**
 * The largest size at which a title fits into its room on at most four lines without a word being broken, its lines as
 * even as they can be. What is too long even at the smallest size ends in an ellipsis.
 */
export function wrapTitle(
  title: string,
  room: { width: number; height: number; leading: number; measure: Measure },
): WrappedTitle {
  const { width, measure } = room
  for (const size of SIZES_PX) {
    const lines = wrap(title, width / size, measure)
    const fits = lines && lines.length <= MAX_LINES && lines.length * size * room.leading <= room.height
    if (fits) return { size, lines: even(title, lines, measure) }
  }
  return { size: SMALLEST_PX, lines: wrapSmallest(title, width / SMALLEST_PX, measure) }
}

function wrapSmallest(title: string, limit: number, measure: Measure): string[] {
  const shown = (text: string) => text.replaceAll(ANYWHERE, '')
  const measureShown = (text: string) => measure(shown(text))
  const breakable = breakLongWords(title, limit, measure)
  const lines = wrap(breakable, limit, measureShown) ?? []
  if (lines.length <= MAX_LINES) return even(breakable, lines, measureShown).map(shown)
  const last = shorten(shown(lines[MAX_LINES - 1] ?? ''), limit, measure)
  return [...lines.slice(0, MAX_LINES - 1).map(shown), last]
}

/** A zero-width space: where a word that is too long for a line may be broken. */
const ANYWHERE = '\u200b'
/** Where a line may end: after a space, and after a hyphen, dash or slash inside a word. */
const BREAK = /(?<= )|(?<=\p{L}[-–—/])(?=\p{L})|(?<=\u200b)/u

/** Fills line after line. Null when a word is wider than a line. */
function wrap(text: string, limit: number, measure: Measure): string[] | null {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(BREAK)) {
    if (measure(word.trimEnd()) > limit) return null
    if (measure((line + word).trimEnd()) > limit) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
  }
  return [...lines, line.trimEnd()]
}

/** The same number of lines, each as narrow as that allows, so that no word is left alone on the last one. */
function even(text: string, lines: string[], measure: Measure): string[] {
  let widest = Math.max(...lines.map(measure))
  let narrowest = widest / 2
  let best = lines
  for (let step = 0; step < 7; step++) {
    const middle = (narrowest + widest) / 2
    const tried = wrap(text, middle, measure)
    if (tried && tried.length <= lines.length) {
      best = tried
      widest = middle
    } else narrowest = middle
  }
  return best
}

function breakLongWords(text: string, limit: number, measure: Measure): string {
  return text
    .split(BREAK)
    .map((word) => (measure(word.trimEnd()) > limit ? Array.from(word).join(ANYWHERE) : word))
    .join('')
}

/** Takes words off the end, or signs where there is one word only, until an ellipsis fits. */
function shorten(line: string, limit: number, measure: Measure): string {
  let shown = line
  while (shown && measure(`${shown}…`) > limit) {
    const end = shown.lastIndexOf(' ')
    shown = (end > 0 ? shown.slice(0, end) : shown.slice(0, -1)).replace(/[\s,;:–—-]+$/u, '')
  }
  return `${shown}…`
}
