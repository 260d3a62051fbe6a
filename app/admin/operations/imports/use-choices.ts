import { useState } from 'react'
import { useSections } from '#app/admin/settings/sections/use-sections.ts'
import { z } from '#core/domain/schema.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import type { ImportChoices, ImportPlan, ImportRecord, ImportTerm } from '#core/domain/site-import.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'

/** The choices that an editor has changed of those proposed. */
interface ChangedChoices {
  language?: string | undefined
  section?: string | undefined
  drafts?: boolean | undefined
  /** The address as it is typed. */
  site?: string | undefined
  /** By the ids of terms, as a list, because an id may be any text. */
  terms: [sourceId: string, section: string | null][]
}

const changedChoices = z.object({
  language: z.string().optional(),
  section: z.string().optional(),
  drafts: z.boolean().optional(),
  site: z.string().optional(),
  terms: z.array(z.tuple([z.string(), z.string().nullable()])),
})

const keyOf = (id: string) => `import-choices-${id}`

/** Reads what an editor chose before, in this browser. */
function readChanged(id: string): ChangedChoices {
  try {
    return changedChoices.parse(JSON.parse(localStorage.getItem(keyOf(id)) ?? ''))
  } catch {
    return { terms: [] }
  }
}

/** For an import that was run or removed. */
export function forgetChoices(id: string): void {
  try {
    localStorage.removeItem(keyOf(id))
  } catch {
    // A browser without storage has none.
  }
}

interface Choices extends Omit<ImportChoices, 'site'> {
  /** The address as it is typed; empty for none. */
  site: string
  change: (changes: Omit<ChangedChoices, 'terms'>) => void
  sectionOf: (term: ImportTerm) => string | null
  changeTerm: (sourceId: string, section: string | null) => void
}

/** The choices for an import: those of the editor, which survive a reload, over those of an earlier run and the proposed ones. */
export function useChoices({ id, choices }: ImportRecord, { terms, site }: ImportPlan): Choices {
  const { categories, formerCategories } = useSections()
  const [changed, setChanged] = useState(() => readChanged(id))

  function store(next: ChangedChoices) {
    setChanged(next)
    try {
      localStorage.setItem(keyOf(id), JSON.stringify(next))
    } catch {
      // A browser without storage keeps it until a reload.
    }
  }

  return {
    ...mergeChoices({
      changed,
      earlier: choices,
      terms,
      site,
      // A section may have been renamed or removed since.
      sections: categories.map(({ slug }) => slug),
      former: formerCategories,
    }),
    change: (changes) => store({ ...changed, ...changes }),
    changeTerm: (sourceId, section) =>
      store({
        ...changed,
        terms: [...changed.terms.filter(([one]) => one !== sourceId), [sourceId, section]],
      }),
  }
}

interface Sources {
  changed: ChangedChoices
  /** Of an earlier run. */
  earlier: ImportChoices | null
  terms: readonly ImportTerm[]
  /** Of an import before this one. */
  site: string | null
  sections: readonly string[]
  former: ReadonlyMap<string, string>
}

export function mergeChoices({ changed, earlier, terms, site, sections, former }: Sources) {
  const changedTerms = new Map(changed.terms)
  const earlierTerms = new Map(earlier?.terms.map(({ sourceId, section }) => [sourceId, section]))
  const present = (section: string | null | undefined) => {
    const slug = section && (former.get(section) ?? section)
    return slug && sections.includes(slug) ? slug : null
  }
  const sectionOf = ({ sourceId, section }: ImportTerm) => {
    const chosen = changedTerms.get(sourceId)
    if (chosen !== undefined) return present(chosen)
    const before = earlierTerms.get(sourceId)
    return present(before === undefined ? section : before)
  }
  return {
    language: changed.language ?? earlier?.language ?? DEFAULT_LANGUAGE,
    section:
      present(changed.section) ??
      present(earlier?.section) ??
      present(ALL_CATEGORIES_PAGE) ??
      sections[0] ??
      ALL_CATEGORIES_PAGE,
    drafts: changed.drafts ?? earlier?.drafts ?? false,
    site: changed.site ?? earlier?.site ?? site ?? '',
    terms: terms.map((term) => ({ sourceId: term.sourceId, section: sectionOf(term) })),
    sectionOf,
  }
}
