import { useRef, useState } from 'react'
import { Button, type ButtonSize, type ButtonVariant } from '#app/components/ui/button.tsx'

interface BrowseButtonProps {
  label: string
  /** The name of the hidden field, when it is another. */
  inputLabel?: string
  /** The types of files, as for the attribute of a field. */
  accept?: string
  disabled?: boolean
  multiple?: boolean
  variant?: ButtonVariant
  size?: ButtonSize
  onFiles: (files: File[]) => void
}

/** A button that opens the browser's dialog for choosing files. */
export function BrowseButton({
  label,
  inputLabel = label,
  accept = 'image/*',
  disabled = false,
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
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={inputLabel}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Reset, so that the same file can be chosen again, once it has been corrected.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        variant={variant}
        size={size}
        aria-disabled={disabled}
        onClick={() => disabled || input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}

interface FileDrop {
  /** True while files are held over the element. */
  isOver: boolean
  /** The handlers of the element that takes dropped and pasted files. */
  handlers: Pick<
    React.HTMLAttributes<HTMLElement>,
    'onDragEnter' | 'onDragOver' | 'onDragLeave' | 'onDrop' | 'onPaste'
  >
}

/** Takes files that are dropped on an element, or pasted into it from the clipboard. */
export function useFileDrop(onFiles: (files: File[]) => void): FileDrop {
  const [isOver, setIsOver] = useState(false)
  // Entering a child counts as leaving the element.
  const depth = useRef(0)
  const hasFiles = (event: React.DragEvent) => event.dataTransfer.types.includes('Files')

  return {
    isOver,
    handlers: {
      onDragEnter(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current += 1
        setIsOver(true)
      },
      onDragOver(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      onDragLeave(event) {
        if (!hasFiles(event)) return
        depth.current -= 1
        if (depth.current <= 0) setIsOver(false)
      },
      onDrop(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        // A dialog may be inside another drop zone.
        event.stopPropagation()
        depth.current = 0
        setIsOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onFiles(files)
      },
      onPaste(event) {
        const files = [...event.clipboardData.files]
        if (files.length === 0) return
        event.preventDefault()
        event.stopPropagation()
        onFiles(files)
      },
    },
  }
}
