import { PALETTE, SANS, SERIF } from '#server/mail/templates/styles.ts'

const MONO = "Consolas,Menlo,'Courier New',monospace"
const TEXT = `font-family:${SERIF};font-size:17px;line-height:27px;color:${PALETTE.ink}`

/** The class, for dark mode and small screens, and the style of each element. */
const STYLES = new Map([
  ['p', ['ink', `margin:0 0 16px;${TEXT}`]],
  ['div', ['ink', `margin:0 0 8px;${TEXT}`]],
  [
    'h2',
    [
      'ink',
      `margin:36px 0 16px;padding:12px 0 0;border-top:2px solid ${PALETTE.ink};font-family:${SANS};font-size:15px;line-height:20px;font-weight:700;color:${PALETTE.ink}`,
    ],
  ],
  [
    'h3',
    [
      'ink',
      `margin:24px 0 6px;font-family:${SERIF};font-size:21px;line-height:27px;font-weight:700;color:${PALETTE.ink}`,
    ],
  ],
  [
    'h4',
    [
      'ink',
      `margin:20px 0 6px;font-family:${SANS};font-size:16px;line-height:24px;font-weight:700;color:${PALETTE.ink}`,
    ],
  ],
  ['ul', ['ink', `margin:0 0 16px;padding:0 0 0 24px;${TEXT}`]],
  ['ol', ['ink', `margin:0 0 16px;padding:0 0 0 24px;${TEXT}`]],
  ['li', ['ink', `margin:0 0 8px;${TEXT}`]],
  [
    'blockquote',
    ['ink', `margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${PALETTE.brand};${TEXT}`],
  ],
  [
    'pre',
    [
      'ink wash',
      `margin:0 0 16px;padding:12px;background-color:${PALETTE.wash};font-family:${MONO};font-size:14px;line-height:21px;color:${PALETTE.ink};white-space:pre-wrap`,
    ],
  ],
  ['code', ['', `font-family:${MONO};font-size:15px`]],
  ['small', ['faint', `font-family:${SANS};font-size:14px;line-height:20px;color:${PALETTE.faint}`]],
  ['hr', ['line', `margin:28px 0;border:0;border-top:1px solid ${PALETTE.line}`]],
  ['a', ['ink', `color:${PALETTE.ink};text-decoration:underline`]],
  ['img', ['', 'display:block;width:auto;max-width:100%;height:auto;border:0']],
])

const ELEMENT = new RegExp(`<(${[...STYLES.keys()].join('|')})(?=[ >])([^>]*)>`, 'g')
/** Outlook knows only this width, and would make the mail as wide as a larger picture. */
const IMAGE_WIDTH = ' width="528"'

/** The content as a mail has it: with its styles on each element, because many mail programs drop stylesheets. `content` comes from the sanitiser. */
export function mailHtmlOf(content: string): string {
  return content.replace(ELEMENT, (_, name: string, attributes: string) => {
    const [className, style] = STYLES.get(name) ?? []
    const width = name === 'img' && !/ width="/.test(attributes) ? IMAGE_WIDTH : ''
    return `<${name}${width}${className && ` class="${className}"`} style="${style}"${attributes}>`
  })
}
