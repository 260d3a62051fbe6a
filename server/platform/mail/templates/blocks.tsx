import { useContext } from 'react'
import { LookContext, PALETTE, SANS, SERIF } from '#server/platform/mail/templates/mail-look.ts'

export function Paragraph({ children }: { children: string }) {
  return (
    <p className="ink" style={PARAGRAPH}>
      {children}
    </p>
  )
}

/** Smaller text below a line. */
export function Notes({ notes }: { notes: string[] }) {
  return (
    <div className="line" style={NOTES}>
      {notes.map((note) => (
        <p key={note} className="faint" style={NOTE}>
          {note}
        </p>
      ))}
    </div>
  )
}

const PARAGRAPH = {
  margin: '0 0 16px',
  fontFamily: SERIF,
  fontSize: 17,
  lineHeight: '27px',
  color: PALETTE.ink,
} as const

const NOTES = { margin: '28px 0 0', padding: '4px 0 0', borderTop: `1px solid ${PALETTE.line}` } as const

const NOTE = {
  margin: '14px 0 0',
  fontFamily: SANS,
  fontSize: 14,
  lineHeight: '21px',
  color: PALETTE.faint,
} as const

interface CallToActionProps {
  label: string
  href: string
  /** Introduces the address below the button. */
  fallback: string
}

/** The one link of a mail, as a button with its address as plain text below; the text part has only the address. */
export function CallToAction({ label, href, fallback }: CallToActionProps) {
  const { brand, onBrand } = useContext(LookContext).palette
  return (
    <>
      <div data-skip-in-text>
        <table role="presentation" border={0} cellPadding={0} cellSpacing={0} style={BUTTON}>
          <tbody>
            <tr>
              <td align="center" className="fill" style={{ ...BUTTON_CELL, backgroundColor: brand }}>
                <a href={href} className="on-fill" style={{ ...LINK, color: onBrand }}>
                  {label}
                </a>
              </td>
            </tr>
          </tbody>
        </table>
        <p className="faint" style={{ ...SMALL, margin: '0 0 4px' }}>
          {fallback}
        </p>
      </div>
      <p className="faint" style={{ ...SMALL, margin: 0, wordBreak: 'break-all' }}>
        {href}
      </p>
    </>
  )
}

const BUTTON = { margin: '28px 0 24px', borderCollapse: 'separate' } as const

/** Outlook ignores the padding of links, so the cell has one for Outlook. */
const BUTTON_CELL = {
  borderRadius: 2,
  msoPaddingAlt: '14px 28px',
} as const

const LINK = {
  display: 'inline-block',
  padding: '14px 28px',
  borderRadius: 2,
  fontFamily: SANS,
  fontSize: 16,
  lineHeight: '20px',
  fontWeight: 600,
  textDecoration: 'none',
} as const

const SMALL = { fontFamily: SANS, fontSize: 14, lineHeight: '21px', color: PALETTE.faint } as const

/** A link in small type, with its address as plain text below; the text part has only the address. */
export function LinkLine({ label, href }: { label: string; href: string }) {
  return (
    <>
      <p data-skip-in-text style={{ ...SMALL, margin: '4px 0 0' }}>
        <a href={href} className="ink" style={LINE_LINK}>
          {label}
        </a>
      </p>
      <p className="faint" style={{ ...SMALL, margin: 0, wordBreak: 'break-all' }}>
        {href}
      </p>
    </>
  )
}

const LINE_LINK = { color: PALETTE.ink, fontWeight: 600, textDecoration: 'underline' } as const
