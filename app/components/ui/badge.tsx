/** One of app/styles/tokens.css, or that of a section. */
export type BadgeTone = 'blue' | 'green' | 'purple' | 'orange' | 'red' | 'grey'

interface BadgeProps {
  tone?: BadgeTone | (string & {})
  /** `solid` is a filled label; `plain` is coloured text behind a small square of the same colour. */
  look?: 'solid' | 'plain'
  children: React.ReactNode
}

/** A short uppercase label. */
export function Badge({ tone = 'grey', look = 'solid', children }: BadgeProps) {
  if (look === 'plain') {
    return (
      <span
        data-tone={tone}
        className="inline-flex items-center gap-2 text-label font-semibold text-accent uppercase"
      >
        <span aria-hidden className="size-2 bg-accent print:hidden" />
        {children}
      </span>
    )
  }
  return (
    <span
      data-tone={tone}
      className="inline-flex items-center rounded-sm bg-accent px-2 py-0.5 text-label font-semibold text-on-accent uppercase"
    >
      {children}
    </span>
  )
}
