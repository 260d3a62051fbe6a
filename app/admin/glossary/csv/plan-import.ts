import type { CsvRow } from '#app/admin/glossary/csv/glossary-csv.ts'
import { t } from '#app/admin/messages.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import {
  type GlossaryTermValues,
  glossaryTermInput,
  MAX_TERMS,
  termKey,
} from '#core/domain/glossary-term-input.ts'

/** What an import makes of the rows of a file. */
export interface ImportPlan {
  added: PlannedTerm[]
  changed: (PlannedTerm & { before: GlossaryTermValues })[]
  /** How many say what the glossary says. */
  same: number
  refused: { row: number; text: string; reason: string }[]
}

export interface PlannedTerm {
  row: number
  term: GlossaryTermValues
}

/** Compares the rows of a file with the glossary. Of two rows with the same term the second is refused. */
export function planImport(rows: readonly CsvRow[], known: readonly GlossaryTermValues[]): ImportPlan {
  const plan: ImportPlan = { added: [], changed: [], same: 0, refused: [] }
  const terms = new Map(known.map((term) => [termKey(term), term]))
  const firstRows = new Map<string, number>()
  const counts = new Map<TranslatedLanguage, number>()
  for (const { language } of known) counts.set(language, (counts.get(language) ?? 0) + 1)

  for (const { row, values } of rows) {
    const refuse = (reason: string) => plan.refused.push({ row, text: values.term, reason })
    const parsed = glossaryTermInput.safeParse(values)
    if (!parsed.success) {
      refuse(parsed.error.issues[0]?.message ?? '')
      continue
    }
    const term = parsed.data
    const key = termKey(term)
    const first = firstRows.get(key)
    if (first !== undefined) {
      refuse(t('glossary.import.twice', { row: first }))
      continue
    }
    firstRows.set(key, row)
    const before = terms.get(key)
    if (before) {
      if (isSame(before, term)) plan.same++
      else plan.changed.push({ row, term, before })
      continue
    }
    const count = (counts.get(term.language) ?? 0) + 1
    if (count > MAX_TERMS) refuse(t('glossary.form.full', { count: MAX_TERMS }))
    else {
      counts.set(term.language, count)
      plan.added.push({ row, term })
    }
  }
  return plan
}

const isSame = (one: GlossaryTermValues, other: GlossaryTermValues) =>
  one.term === other.term && one.rule === other.rule && one.translation === other.translation
