const TONES = {
  plain: 'border-edge',
  warning: 'border-orange',
  problem: 'border-red',
} as const

interface NoticeProps {
  tone?: keyof typeof TONES
  title?: React.ReactNode
  /** Set where it appears while the page is open: then it is read out. */
  role?: 'alert' | 'status'
  className?: string
  children?: React.ReactNode
}

/** A few lines that stand out from the page, with what can be done about them. */
export function Notice({ tone = 'plain', title, role, className = '', children }: NoticeProps) {
  return (
    <div role={role} className={`border-l-2 pl-4 text-sm ${TONES[tone]} ${className}`}>
      {title && <p className="font-semibold">{title}</p>}
      {children && <div className={`space-y-3 text-soft ${title ? 'mt-1' : ''}`}>{children}</div>}
    </div>
  )
}
