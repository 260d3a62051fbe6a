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
