import { PALETTE, SANS, SERIF } from '#server/platform/mail/templates/styles.ts'

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
