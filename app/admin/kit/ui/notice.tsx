import { Fragment } from 'react'

const TONES = {
  plain: 'border-edge',
  warning: 'border-orange',
  problem: 'border-red',
} as const

interface NoticeProps {
  tone?: keyof typeof TONES
  title?: React.ReactNode
  /** Set this when the notice appears while the page is open, so that screen readers announce it. */
  role?: 'alert' | 'status'
  className?: string
  children?: React.ReactNode
}

/** A highlighted message, with what can be done about it. */
export function Notice({ tone = 'plain', title, role, className = '', children }: NoticeProps) {
  return (
    <div role={role} className={`border-l-2 pl-4 text-sm ${TONES[tone]} ${className}`}>
      {title && <p className="font-semibold">{title}</p>}
      {children && <div className={`space-y-3 text-soft ${title ? 'mt-1' : ''}`}>{children}</div>}
    </div>
  )
}

/**
 * A live region for screen readers, for text that is also visible elsewhere on the page. Render it before there is text:
 * only changes in an existing region are announced.
 */
export function Announcement({ children, urgent = false }: { children: string; urgent?: boolean }) {
  return (
    <p role={urgent ? 'alert' : 'status'} className="sr-only">
      {children}
    </p>
  )
}

interface FilledMessageProps {
  /** A message that was translated without these values, so that their placeholders are still in it. */
  text: string
  values: Readonly<Record<string, React.ReactNode>>
}

/** A message with elements in place of its placeholders: `<FilledMessage text={t('account.since')} values={{ time: <LocalTime … /> }} />`. */
export function FilledMessage({ text, values }: FilledMessageProps) {
  const elements = new Map(Object.entries(values))
  // Every other part is the name of a placeholder.
  return text.split(/\{\{(\w+)\}\}/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change places
    <Fragment key={index}>{index % 2 === 0 ? part : elements.get(part)}</Fragment>
  ))
}

interface ProgressBarProps {
  label: string
  /** From 0 to 1; null while nobody knows how much there is. */
  value: number | null
}

/** The progress of something. The text beside it says the same. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={1}
      {...(value !== null && { value })}
      className="mt-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-sm bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
    />
  )
}
