import { Button, type ButtonVariant } from '#app/components/ui/button.tsx'

interface IntentFormProps {
  /** The operation that the action of the page performs. */
  intent: string
  submit: string
  variant?: ButtonVariant
  className?: string
  children?: React.ReactNode
}

/** One thing that a page behind a mailed link can do. The browser posts it to the present address, with or without scripts. */
export function IntentForm({
  intent,
  submit,
  variant = 'secondary',
  className = 'mt-4',
  children,
}: IntentFormProps) {
  return (
    <form method="post" className={className}>
      {children}
      <Button type="submit" name="intent" value={intent} variant={variant}>
        {submit}
      </Button>
    </form>
  )
}
