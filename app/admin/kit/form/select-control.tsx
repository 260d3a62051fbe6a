import ChevronDown from 'lucide-react/icons/chevron-down'

/** A select with its own arrow, because that of browsers touches the border. */
export function SelectControl({ className = '', ...props }: React.ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select className={`${className} appearance-none truncate pr-9`} {...props} />
      <ChevronDown
        aria-hidden
        size={16}
        className="pointer-events-none absolute inset-y-0 right-3 my-auto text-faint"
      />
    </span>
  )
}
