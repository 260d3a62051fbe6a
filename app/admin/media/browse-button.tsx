import { useRef } from 'react'
import { Button, type ButtonSize, type ButtonVariant } from '#app/components/ui/button.tsx'

interface BrowseButtonProps {
  label: string
  multiple?: boolean
  variant?: ButtonVariant
  size?: ButtonSize
  onFiles: (files: File[]) => void
}

/** A button that opens the browser's dialog for choosing images. */
export function BrowseButton({
  label,
  multiple = false,
  variant = 'secondary',
  size = 'sm',
  onFiles,
}: BrowseButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // So that the same file can be chosen again.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button variant={variant} size={size} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
