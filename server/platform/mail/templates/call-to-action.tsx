import { PALETTE, SANS } from '#server/platform/mail/templates/styles.ts'

interface CallToActionProps {
  label: string
  href: string
  /** Introduces the address below the button. */
  fallback: string
}

/** The one link of a mail, as a button with its address as plain text below; the text part has only the address. */
export function CallToAction({ label, href, fallback }: CallToActionProps) {
  return (
    <>
      <div data-skip-in-text>
        <table role="presentation" border={0} cellPadding={0} cellSpacing={0} style={BUTTON}>
          <tbody>
            <tr>
              <td align="center" style={BUTTON_CELL}>
                <a href={href} style={LINK}>
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
  backgroundColor: PALETTE.brand,
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
  color: PALETTE.onBrand,
  textDecoration: 'none',
} as const

const SMALL = { fontFamily: SANS, fontSize: 14, lineHeight: '21px', color: PALETTE.faint } as const
