/** The extent of escaping: only the beginnings of blocks, likely Markdown, or all punctuation. */
export type Escaping = 'lines' | 'likely' | 'all'

/** Writes text as Markdown that is read as this text. `isBlock`: blocks may begin in its lines, as they cannot in a heading or a cell. */
export function escapeText(
  text: string,
  {
    escaping,
    startsLine,
    endsLine,
    isBlock,
  }: { escaping: Escaping; startsLine: boolean; endsLine: boolean; isBlock: boolean },
): string {
  return text
    .split('\n')
    .map((line, index, lines) => {
      const beginsBlock = isBlock && (index > 0 || startsLine) && escaping !== 'all'
      const marker = beginsBlock
        ? (BLOCK.exec(endsLine || index < lines.length - 1 ? line : `${line}\0`)?.[0] ?? '')
        : ''
      const escapedMarker = marker && `${marker.slice(0, -1)}\\${marker.slice(-1)}`
      return escapedMarker + escapeLine(line.slice(marker.length), escaping)
    })
    .join('\n')
}

/** The text up to the character to be escaped in a line that would begin a block. */
const BLOCK =
  /^(?:[-+*](?=[ \t]|$)|#(?=#{0,5}(?:[ \t]|$))|>|=(?==*[ \t]*$)|-(?=[- \t]*$)|[*_](?=(?:[ \t]*[*_]){2,}[ \t]*$)|~(?=~~)|`(?=``)|\d{1,9}[.)](?=[ \t]|$)|[|:-](?=[-|: \t]*$)|<(?=[a-z/!?])|\[(?=[^\]]*\]:))/i

function escapeLine(line: string, escaping: Escaping): string {
  if (escaping === 'lines') return line
  // A pipe begins a table also after a backslash.
  if (escaping === 'all') return line.replace(/[!-/:-@[-`{}~]/g, '\\$&').replaceAll('|', asReference('|'))
  return line.replace(LIKELY, '\\$&')
}

/** Text that is Markdown in most places. An underscore inside a word, and an asterisk between spaces, are not. */
const LIKELY =
  /\\(?=[!-/:-@[-`{-~]|$)|(?<!\s)\*|\*(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|[~`[\]]|<(?=[a-z/!?]|$)|&(?=#?\w{1,32};)|!(?=\[|$)|#(?=#{0,50}$)/giu

/** A character as a number, which is never Markdown. */
export function asReference(character: string): string {
  return `&#${character.codePointAt(0)};`
}
