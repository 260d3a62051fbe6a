import type { Language } from '#core/i18n/languages.ts'
import {
  LookContext,
  type MailLook,
  PALETTE,
  SANS,
  SERIF,
  type SectionColors,
  stylesheetsOf,
} from '#server/platform/mail/templates/mail-look.ts'

interface ColumnProps {
  /** The width in pixels; 100% by default. */
  width?: number
  className?: string
  cellClassName?: string
  style?: React.CSSProperties
  /** The style of its one cell. Padding belongs here, because Outlook ignores it on tables. */
  cell?: React.CSSProperties
  children: React.ReactNode
}

/** Invisible characters, without which inboxes would show the beginning of the body after the preheader. */
const PREHEADER_PADDING = '\u034f\u200c\u00a0'.repeat(60)

const NO_SECTIONS: ReadonlyMap<string, SectionColors> = new Map()

interface MailDocumentProps {
  language: Language
  /** The name of the publication. */
  site: string
  look: MailLook
  /** The subject and the headline. */
  subject: string
  /** The text that inboxes show after the subject. */
  preheader: string
  /** The colours of the sections that the content names. */
  sections?: ReadonlyMap<string, SectionColors>
  /** Above the sheet. */
  top?: React.ReactNode
  children: React.ReactNode
  /** Below the delimiter of the signature. */
  footer: React.ReactNode
}

/**
 * The HTML document of every mail. The text part is made from it: elements with `data-skip-in-text` are left out, and `hr` with
 * `data-signature` becomes the delimiter of the signature.
 */
export function MailDocument(props: MailDocumentProps) {
  const { language, site, look, subject, preheader, sections = NO_SECTIONS, top, children, footer } = props
  const { palette } = look
  const [base, outlook] = stylesheetsOf(palette, sections)
  return (
    <html lang={language} dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{subject}</title>
        <style>{base}</style>
        <style>{outlook}</style>
      </head>
      <body className="wash" style={{ margin: 0, padding: 0, backgroundColor: PALETTE.wash }}>
        <div data-skip-in-text style={HIDDEN}>
          {preheader + PREHEADER_PADDING}
        </div>
        <Column className="wash" style={PAGE} cellClassName="page" cell={{ padding: '20px 12px 40px' }}>
          {top && (
            <p data-skip-in-text className="faint" style={TOP}>
              {top}
            </p>
          )}
          <Column
            width={600}
            className="paper bar"
            style={{ ...PAPER, borderTop: `4px solid ${palette.light.mark}` }}
            cellClassName="sheet"
            cell={SHEET}
          >
            <div data-skip-in-text>
              <Nameplate site={site} logo={look.logo} />
              <h1 className="ink headline" style={HEADLINE}>
                {subject}
              </h1>
            </div>
            <LookContext value={look}>{children}</LookContext>
          </Column>
          <hr data-signature style={HIDDEN} />
          {footer}
        </Column>
      </body>
    </html>
  )
}

/** The logo with the name, which is there without pictures too. */
function Nameplate({ site, logo }: { site: string; logo: MailLook['logo'] }) {
  const name = { ...NAME, ...(site.length > LONG_NAME && SMALL_NAME) }
  return (
    <table role="presentation" width="100%" border={0} cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          {logo && (
            <td className="ink" width={logo.width} style={PLATE}>
              <img
                src={logo.src}
                alt={logo.named ? '' : site}
                width={logo.width}
                height={logo.height}
                style={{ ...name, display: 'block', border: 0 }}
              />
            </td>
          )}
          <td className="ink" style={{ ...PLATE, ...name, ...(logo && { paddingLeft: 10 }) }}>
            {(!logo || logo.named) && site}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** The name of the publication below the sheet, with which every mail is signed. */
export function Signature({ children }: { children: string }) {
  return (
    <p className="ink" data-signature style={SIGNATURE}>
      {children}
    </p>
  )
}

/** A line below the name. Lines without space between them follow one another in the text part, too. */
export function FooterLine({ children }: { children: React.ReactNode }) {
  return (
    <p className="faint" data-signature style={FOOTER}>
      {children}
    </p>
  )
}

/** Filters count letters of a pixel or two as a trick. */
const HIDDEN = {
  display: 'none',
  maxHeight: 0,
  overflow: 'hidden',
  lineHeight: '1px',
  msoHide: 'all',
} as const

/** With a fixed layout, long content cannot make the table wider than a small screen. */
const PAGE = { tableLayout: 'fixed', backgroundColor: PALETTE.wash } as const

const PAPER = {
  tableLayout: 'fixed',
  maxWidth: '100%',
  margin: '0 auto',
  border: `1px solid ${PALETTE.line}`,
  borderRadius: 2,
  borderCollapse: 'separate',
  backgroundColor: PALETTE.paper,
} as const

/** With its borders the text is 528 pixels wide. */
const SHEET = { padding: '0 35px 36px', wordBreak: 'break-word' } as const

const PLATE = { padding: '18px 0 14px', borderBottom: `1px solid ${PALETTE.ink}` } as const

const NAME = {
  fontFamily: SERIF,
  fontSize: 26,
  lineHeight: '32px',
  letterSpacing: '-0.01em',
  color: PALETTE.ink,
} as const

const SMALL_NAME = { fontSize: 20, lineHeight: '26px' } as const

const LONG_NAME = 24

const HEADLINE = {
  margin: '32px 0 20px',
  fontFamily: SERIF,
  fontSize: 32,
  lineHeight: '38px',
  fontWeight: 'normal',
  letterSpacing: '-0.01em',
  textWrap: 'balance',
  color: PALETTE.ink,
} as const

const TOP = {
  margin: '0 0 12px',
  textAlign: 'center',
  fontFamily: SANS,
  fontSize: 13,
  lineHeight: '20px',
  color: PALETTE.faint,
} as const

const SIGNATURE = {
  margin: '26px 20px 10px',
  textAlign: 'center',
  wordBreak: 'break-word',
  fontFamily: SERIF,
  fontSize: 18,
  lineHeight: '24px',
  color: PALETTE.ink,
} as const

const FOOTER = {
  margin: '6px 20px 0',
  textAlign: 'center',
  wordBreak: 'break-word',
  fontFamily: SANS,
  fontSize: 13,
  lineHeight: '20px',
  color: PALETTE.faint,
} as const

/** A table of one cell, the only box whose size and padding work in every mail program. Its width is an attribute, because Outlook ignores `max-width`. */
function Column({ width, className, cellClassName, style, cell, children }: ColumnProps) {
  return (
    <table
      role="presentation"
      align="center"
      width={width ?? '100%'}
      border={0}
      cellPadding={0}
      cellSpacing={0}
      className={className}
      style={style}
    >
      <tbody>
        <tr>
          <td className={cellClassName} style={cell}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
