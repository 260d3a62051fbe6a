import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { type ArticleForm, differingFields, FORM_FIELDS } from '#app/admin/article/form/article-form.ts'
import { TRANSLATED_FIELDS } from '#core/domain/article.ts'

const WRITTEN_FIELDS = FORM_FIELDS.filter(
  (field) => field === 'slug' || TRANSLATED_FIELDS.some((one) => one === field),
)

/** Everything that was typed, as text for another program: the fields that differ from `base`, or all texts without it. */
export function textOf(form: ArticleForm, base: ArticleForm | null): string {
  const fields = base ? differingFields(form, base) : WRITTEN_FIELDS
  if (fields.length === 1 && fields[0] === 'content') return form.content
  return fields.map((field) => `${fieldLabel(field)}:\n${form[field] ?? ''}`).join('\n\n')
}

/** Copies a text, also on pages without TLS. Returns whether the browser did. */
export async function copyText(text: string, within: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // There is no clipboard without TLS, or it was refused.
  }
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  const focused = document.activeElement
  // A dialog takes the focus back from anything outside of it.
  const parent = within ?? document.body
  parent.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
