import { type ArticleForm, differingFields, formOfCopy } from '#app/admin/article/form/article-form.ts'
import type { BrowserCopy } from '#app/admin/article/unsaved/browser-copies.ts'
import type { FormValues, WorkingCopy } from '#core/domain/working-copy-input.ts'

/** What was typed in a form that was opened earlier and not saved. */
export interface UnsavedCopy {
  id: string
  article_id: string
  since: string | null
  form: ArticleForm
  /** When it was last kept. */
  at: string
  /** Whether it was typed in this browser. */
  isFromHere: boolean
}

type Kept = Pick<BrowserCopy, 'id' | 'article_id' | 'since' | 'form'> & Pick<UnsavedCopy, 'at' | 'isFromHere'>

/** The field of a copy that counts the changes of its form, because clocks of several machines do not agree. */
const EDITION = 'edition'

/** A form as it is kept. */
export function keptForm(form: ArticleForm, edition: number): FormValues {
  return { ...form, [EDITION]: edition }
}

/**
 * The copies that differ from what is stored. Of a form that was kept in both places the one of the later edition counts;
 * of two with the same text, the first.
 */
export function mergeCopies(
  here: readonly BrowserCopy[],
  there: readonly WorkingCopy[],
  stored: ArticleForm,
): { offered: UnsavedCopy[]; superfluous: string[] } {
  const copies = new Map<string, Kept>(
    there.map((copy) => [copy.id, { ...copy, at: copy.updated_at, isFromHere: false }]),
  )
  for (const copy of here) {
    const known = copies.get(copy.id)
    const isLater = !known || editionOf(copy.form) > editionOf(known.form)
    copies.set(copy.id, { ...(isLater ? copy : known), at: known?.at ?? copy.kept_at, isFromHere: true })
  }
  const offered: UnsavedCopy[] = []
  const superfluous: string[] = []
  const latestFirst = [...copies.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  for (const { id, article_id, since, at, isFromHere, ...copy } of latestFirst) {
    const form = formOfCopy(copy.form, stored)
    const isKnown = [stored, ...offered.map((other) => other.form)].some(
      (other) => differingFields(form, other).length === 0,
    )
    if (isKnown) superfluous.push(id)
    else offered.push({ id, article_id, since, form, at, isFromHere })
  }
  return { offered, superfluous }
}

function editionOf(form: FormValues): number {
  const edition = Object.hasOwn(form, EDITION) ? form[EDITION] : 0
  return typeof edition === 'number' ? edition : 0
}
