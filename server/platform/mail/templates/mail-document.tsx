import type { Language } from '#core/i18n/languages.ts'
import { PALETTE, SANS, SERIF, STYLESHEET } from '#server/platform/mail/templates/styles.ts'

interface ColumnProps {
  /** In pixels; 100% by default. */
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

interface MailDocumentProps {
  language: Language
  /** The name of the publication. */
  site: string
  /** Also the headline. */
  subject: string
  /** The text that inboxes show after the subject. */
  preheader: string
  /** Above the headline, beside the name. */
  corner?: React.ReactNode
  children: React.ReactNode
  /** Below the delimiter of the signature. */
  footer: React.ReactNode
}

/**
 * The HTML document of every mail. The text part is made from it: elements with `data-skip-in-text` are left out, and `hr` with
 * `data-signature` becomes the delimiter of the signature.
 */
export function MailDocument(props: MailDocumentProps) {
  const { language, site, subject, preheader, corner, children, footer } = props
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
        <style>{STYLESHEET}</style>
      </head>
      <body className="wash" style={{ margin: 0, padding: 0, backgroundColor: PALETTE.wash }}>
        <div data-skip-in-text style={HIDDEN}>
          {preheader + PREHEADER_PADDING}
        </div>
        <Column className="wash" style={PAGE} cell={{ padding: '32px 12px' }}>
          <Column width={600} className="paper" style={PAPER} cellClassName="sheet" cell={SHEET}>
            <div data-skip-in-text>
              <Column cellClassName="ink" cell={NAME}>
                {site}
                {corner}
              </Column>
              <h1 className="ink headline" style={HEADLINE}>
                {subject}
              </h1>
            </div>
            {children}
          </Column>
          <hr data-signature style={HIDDEN} />
          {footer}
        </Column>
      </body>
    </html>
  )
}

/** A line below the sheet. Lines without space between them follow one another in the text part, too. */
export function FooterLine({ isFirst = false, children }: { isFirst?: boolean; children: React.ReactNode }) {
  return (
    <p className="faint" data-signature style={isFirst ? { ...FOOTER, margin: '20px 0 0' } : FOOTER}>
      {children}
    </p>
  )
}

const HIDDEN = {
  display: 'none',
  maxHeight: 0,
  overflow: 'hidden',
  fontSize: 1,
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

const SHEET = { padding: '0 36px 36px', wordBreak: 'break-word' } as const

const NAME = {
  padding: '20px 0 16px',
  borderBottom: `1px solid ${PALETTE.ink}`,
  fontFamily: SERIF,
  fontSize: 22,
  lineHeight: '28px',
  color: PALETTE.ink,
} as const

const HEADLINE = {
  margin: '36px 0 20px',
  fontFamily: SERIF,
  fontSize: 30,
  lineHeight: '36px',
  fontWeight: 'normal',
  letterSpacing: '-0.01em',
  textWrap: 'balance',
  color: PALETTE.ink,
} as const

const FOOTER = {
  margin: '6px 0 0',
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
