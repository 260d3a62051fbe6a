import { useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'

/** Copies a text to the clipboard. */
export function CopyButton({ text, children }: { text: () => string; children: React.ReactNode }) {
  const [result, setResult] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        onClick={async () => {
          const isCopied = await copyText(text(), button.current?.parentElement ?? null)
          setResult(isCopied ? t('article.copy.done') : t('article.copy.failed'))
        }}
      >
        {result || children}
      </Button>
      <Announcement>{result}</Announcement>
    </>
  )
}

/** Copies a text, also on pages without TLS. Returns whether the browser did. */
async function copyText(text: string, within: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The clipboard needs TLS and permission.
  }
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  const focused = document.activeElement
  // A dialog traps the focus, so the element must be inside.
  const parent = within ?? document.body
  parent.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

interface CopyFieldProps {
  label: string
  /** The part of the text that is selected when the field has the focus. */
  value: string
  /** The words of the button. */
  action: string
}

/** A text that is to be copied to another place, such as a secret that is shown once. */
export function CopyField({ label, value, action }: CopyFieldProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label={label}
        readOnly
        value={value}
        spellCheck={false}
        autoComplete="off"
        className="min-w-0 grow basis-60 [&_input]:font-mono"
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={() => value}>{action}</CopyButton>
    </div>
  )
}
