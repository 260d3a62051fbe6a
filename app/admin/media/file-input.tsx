import { useRef, useState } from 'react'
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

export interface ImageDrop {
  /** Whether files are held over the element. */
  isOver: boolean
  /** The handlers of the element that takes dropped and pasted files. */
  handlers: Pick<
    React.HTMLAttributes<HTMLElement>,
    'onDragEnter' | 'onDragOver' | 'onDragLeave' | 'onDrop' | 'onPaste'
  >
}

/** Takes files that are dropped on an element, or pasted into it from the clipboard. */
export function useImageDrop(onFiles: (files: File[]) => void): ImageDrop {
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
        // A dialog may stand in something else that takes files.
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
