import ChevronDown from 'lucide-react/icons/chevron-down'

interface FoldedProps {
  title: React.ReactNode
  /** Whether it is open from the beginning. */
  isOpen?: boolean
  className?: string
  children: React.ReactNode
}

/** Details that are folded up until somebody wants them. */
export function Folded({ title, isOpen = false, className = '', children }: FoldedProps) {
  return (
    <details open={isOpen} className={`group text-sm ${className}`}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-soft hover:text-ink">
        {title}
        <ChevronDown
          aria-hidden
          size={16}
          className="shrink-0 text-faint transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      {children}
    </details>
  )
}
