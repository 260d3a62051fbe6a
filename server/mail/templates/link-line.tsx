import { PALETTE, SANS } from '#server/mail/templates/styles.ts'

/** A link in small type, with its address as plain text below; the text part has only the address. */
export function LinkLine({ label, href }: { label: string; href: string }) {
  return (
    <>
      <p data-skip-in-text style={{ ...SMALL, margin: '4px 0 0' }}>
        <a href={href} className="ink" style={LINK}>
          {label}
        </a>
      </p>
      <p className="faint" style={{ ...SMALL, margin: 0, wordBreak: 'break-all' }}>
        {href}
      </p>
    </>
  )
}

const SMALL = { fontFamily: SANS, fontSize: 14, lineHeight: '21px', color: PALETTE.faint } as const

const LINK = { color: PALETTE.ink, fontWeight: 600, textDecoration: 'underline' } as const
