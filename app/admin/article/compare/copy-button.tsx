import { useRef, useState } from 'react'
import { type ArticleForm, differingFields, FORM_FIELDS } from '#app/admin/article/article-form.ts'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { t } from '#app/admin/messages.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TRANSLATED_FIELDS } from '#core/domain/article.ts'

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

const WRITTEN_FIELDS = FORM_FIELDS.filter(
  (field) => field === 'slug' || TRANSLATED_FIELDS.some((one) => one === field),
)

/** The fields that differ from `base` as plain text, or all texts without `base`. */
export function textOf(form: ArticleForm, base: ArticleForm | null): string {
  const fields = base ? differingFields(form, base) : WRITTEN_FIELDS
  if (fields.length === 1 && fields[0] === 'content') return form.content
  return fields.map((field) => `${fieldLabel(field)}:\n${form[field] ?? ''}`).join('\n\n')
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
