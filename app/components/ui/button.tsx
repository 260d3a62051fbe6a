export type ButtonVariant = 'primary' | 'brand' | 'secondary' | 'ghost' | 'destructive'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-sm border font-medium whitespace-nowrap transition-colors duration-150 disabled:pointer-events-none disabled:opacity-60 aria-disabled:pointer-events-none aria-disabled:opacity-60'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-ink bg-ink text-paper hover:border-soft hover:bg-soft',
  brand: 'border-brand bg-brand text-on-brand hover:brightness-110',
  secondary: 'border-edge text-ink hover:border-ink hover:bg-wash',
  ghost: 'border-transparent text-ink hover:bg-wash',
  destructive: 'border-red bg-red text-on-accent hover:opacity-90',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 py-1.5 text-sm',
  md: 'min-h-11 px-4 py-2 text-sm',
  lg: 'min-h-12 px-6 py-2.5 text-base',
  icon: 'size-11',
}

/** The classes of a button, for links that look like one. */
export function buttonStyles({ variant = 'primary', size = 'md', className = '' }: ButtonLook = {}): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${className}`.trim()
}

/** A button with `type="button"` as the default, so that it does not submit a form by accident. */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...props
}: ButtonLook & React.ComponentProps<'button'>) {
  return <button type={type} className={buttonStyles({ variant, size, className })} {...props} />
}
