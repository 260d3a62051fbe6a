import { SECTION_MARK } from '#core/newsletter/section-marks.ts'
import { STORY_PICTURES } from '#core/newsletter/story-pictures.ts'
import type { MailLook } from '#server/platform/mail/templates/mail-look.ts'
import {
  PALETTE,
  SANS,
  SECTION_CLASS,
  SERIF,
  type SectionColors,
} from '#server/platform/mail/templates/styles.ts'

const MONO = "Consolas,Menlo,'Courier New',monospace"

const TEXT = `font-family:${SERIF};font-size:17px;line-height:27px;color:${PALETTE.ink}`
const HEADLINE = `font-family:${SERIF};font-weight:700;text-wrap:balance;color:${PALETTE.ink}`

/** The class, for dark mode and small screens, and the style of an element. */
type Styled = readonly [className: string, style: string]

const STYLES = new Map<string, Styled>([
  ['p', ['ink', `margin:0 0 16px;${TEXT}`]],
  ['div', ['ink', `margin:0 0 8px;${TEXT}`]],
  [
    'h2',
    [
      'ink',
      `clear:both;margin:40px 0 20px;padding:12px 0 0;border-top:2px solid ${PALETTE.ink};font-family:${SANS};font-size:16px;line-height:22px;font-weight:700;color:${PALETTE.ink}`,
    ],
  ],
  ['h3', ['ink', `margin:0 0 8px;font-size:20px;line-height:26px;${HEADLINE}`]],
  [
    'h4',
    [
      'ink',
      `margin:20px 0 6px;font-family:${SANS};font-size:16px;line-height:24px;font-weight:700;color:${PALETTE.ink}`,
    ],
  ],
  ['ul', ['ink', `margin:0 0 16px;padding:0 0 0 20px;${TEXT}`]],
  ['ol', ['ink', `margin:0 0 16px;padding:0 0 0 24px;${TEXT}`]],
  ['li', ['ink', `margin:0 0 8px;${TEXT}`]],
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

const LEAD: Styled = ['ink lead', `margin:0 0 10px;font-size:27px;line-height:33px;${HEADLINE}`]
const HEADLINE_LINK: Styled = ['ink', `color:${PALETTE.ink};text-decoration:none`]
const PICTURE_LINK: Styled = ['faint', `color:${PALETTE.faint};text-decoration:none`]

/** Where a program shows no pictures, what they show is written in their place. */
const ALT_TEXT = `border:0;background-color:${PALETTE.wash};font-family:${SANS};font-size:13px;line-height:18px;letter-spacing:0;font-weight:400;text-transform:none`
const LEAD_PICTURE: Styled = [
  'wash',
  `display:block;width:100%;max-width:${STORY_PICTURES.lead.width}px;height:auto;margin:0 0 16px;${ALT_TEXT}`,
]
const SMALL_PICTURE: Styled = [
  'wash small',
  `float:right;width:${STORY_PICTURES.small.width}px;height:${STORY_PICTURES.small.height}px;margin:3px 0 10px 22px;${ALT_TEXT}`,
]

const MARK = `font-family:${SANS};font-size:13px;line-height:18px;font-weight:600;letter-spacing:0.05em;text-transform:uppercase`
const SQUARE = '<span aria-hidden="true" style="font-size:11px">■&#160;</span>'
const SECTION = new RegExp(` ${SECTION_MARK}="([^"]+)"`)
const HAS_WIDTH = / width="(\d+)"/

const ELEMENT = new RegExp(`<(/?)(blockquote|${[...STYLES.keys()].join('|')})(?=[ />])([^>]*?)( ?/)?>`, 'g')

interface ContentLook {
  look: MailLook
  sections: ReadonlyMap<string, SectionColors>
}

/**
 * Adds inline styles to sanitised content, because many mail programs drop stylesheets. The first story is the lead. A paragraph that names a
 * section is no part of the text part, and neither is the picture in it.
 */
export function styleContent(content: string, { look, sections }: ContentLook): string {
  let stories = 0
  /** True if a story begins below a heading, and not below another one. */
  let isBelowHeading = true
  let inside: 'mark' | 'headline' | null = null
  /** True if the story has a small picture. Its text keeps to its own column then, and does not flow around the picture. */
  let isBeside = false

  function openMark(section: string): [...Styled, string] {
    const line = isBelowHeading ? '' : `padding:24px 0 0;border-top:1px solid ${PALETTE.line};`
    stories++
    isBelowHeading = false
    isBeside = false
    inside = 'mark'
    return [
      `${SECTION_CLASS}${section} line`,
      `clear:both;margin:${line ? 26 : 0}px 0 6px;${line}${MARK};color:${sections.get(section)?.light ?? PALETTE.faint}`,
      ' data-skip-in-text="true"',
    ]
  }

  function styleOf(name: string, attributes: string): readonly [...Styled, string?] {
    const section = name === 'p' && SECTION.exec(attributes)?.[1]
    if (section) return openMark(section)
    if (name === 'h2') {
      isBelowHeading = true
      isBeside = false
    }
    if (name === 'h3') {
      inside = 'headline'
      if (stories === 1) return LEAD
    }
    if (name === 'a' && inside) return inside === 'headline' ? HEADLINE_LINK : PICTURE_LINK
    if (name === 'img') {
      const width = HAS_WIDTH.exec(attributes)?.[1]
      if (inside === 'mark' && width === String(STORY_PICTURES.lead.width)) return LEAD_PICTURE
      // Outlook only knows the attribute.
      if (inside === 'mark' && width) {
        isBeside = true
        return [...SMALL_PICTURE, ' align="right"']
      }
      // Outlook ignores `max-width`, and would widen the mail to the width of a larger picture.
      if (!width) return [...styled('img'), ` width="${STORY_PICTURES.lead.width}"`]
    }
    if (name === 'blockquote') return quotation(look)
    const [className, style] = styled(name)
    return [className, isBeside && (name === 'h3' || name === 'p') ? `${style};overflow:hidden` : style]
  }

  return content.replace(
    ELEMENT,
    (whole, closing, name: string, attributes: string, end = '', at: number) => {
      if (closing) {
        const endsPicture = name === 'a' && inside === 'mark'
        if (name === 'p' || name === 'h3') inside = null
        return endsPicture ? whole + SQUARE : whole
      }
      const [className, style, added = ''] = styleOf(name, attributes)
      const isMark = name === 'p' && inside === 'mark'
      const square = isMark && !content.startsWith('<a ', at + whole.length) ? SQUARE : ''
      return `<${name}${attributes}${added}${className && ` class="${className}"`} style="${style}"${end}>${square}`
    },
  )
}

function styled(name: string): Styled {
  return STYLES.get(name) ?? ['', '']
}

function quotation({ palette }: MailLook): Styled {
  return [
    'ink quote',
    `margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${palette.light.mark};${TEXT}`,
  ]
}
