export type BadgeTone = 'blue' | 'green' | 'purple' | 'orange' | 'red' | 'grey'

const PLAIN: Record<BadgeTone, string> = {
  blue: 'text-blue',
  green: 'text-green',
  purple: 'text-purple',
  orange: 'text-orange',
  red: 'text-red',
  grey: 'text-grey',
}

const SOLID: Record<BadgeTone, string> = {
  blue: 'bg-blue',
  green: 'bg-green',
  purple: 'bg-purple',
  orange: 'bg-orange',
  red: 'bg-red',
  grey: 'bg-grey',
}

interface BadgeProps {
  tone?: BadgeTone
  /** `solid` is a filled label; `plain` is coloured text behind a small square of the same colour. */
  look?: 'solid' | 'plain'
  children: React.ReactNode
}

/** A short uppercase label. */
export function Badge({ tone = 'grey', look = 'solid', children }: BadgeProps) {
  if (look === 'plain') {
    return (
      <span className={`inline-flex items-center gap-1.5 text-label font-semibold uppercase ${PLAIN[tone]}`}>
        <span aria-hidden className={`size-2 ${SOLID[tone]}`} />
        {children}
      </span>
    )
  }
  return (
    <span
      className={`inline-flex items-center rounded-sm px-2 py-0.5 text-label font-semibold text-on-accent uppercase ${SOLID[tone]}`}
    >
      {children}
    </span>
  )
}
