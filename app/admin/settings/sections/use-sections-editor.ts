import { hashKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import {
  draftOf,
  findProblems,
  inputOf,
  newSection,
  rebase,
  type SectionDraft,
  type SectionProblems,
  type SectionsDraft,
  withAddress,
} from '#app/admin/settings/sections/section-drafts.ts'
import { SECTIONS_KEY } from '#app/admin/settings/sections/use-sections.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { saveSections } from '#core/data/categories.ts'
import type { Sections } from '#core/domain/category.ts'

/** The list of sections while it is edited. */
export interface SectionsEditor {
  draft: SectionsDraft
  problems: SectionProblems
  error: string
  isEdited: boolean
  isSaving: boolean
  /** True if somebody else has changed the list since editing began. */
  isChangedMeanwhile: boolean
  change(key: string, part: Partial<SectionDraft>): void
  /** Puts a section at another place, counted from 0. */
  move(key: string, to: number): void
  /** Returns the key of the new section. */
  add(): string
  /** Retires a section; a new one is only removed. */
  retire(section: SectionDraft, into: string | null): void
  discard(): void
  /** Keeps what was edited on top of what somebody else has saved. */
  keepMine(): void
  /** Returns false when it was not saved. */
  save(): Promise<boolean>
}

/** Edits the sections all at once. Without an edit the list follows what is stored. */
export function useSectionsEditor(stored: Sections): SectionsEditor {
  const [edit, setEdit] = useState<{ base: Sections; draft: SectionsDraft } | null>(null)
  const [problems, setProblems] = useState<SectionProblems>(new Map())
  const [error, setError] = useState('')
  const added = useRef(0)
  const { toast } = useToast()
  const mutation = useDeskMutation({ run: saveSections, invalidates: [SECTIONS_KEY] })

  const base = edit?.base ?? stored
  const draft = edit?.draft ?? draftOf(stored.categories)
  const isEdited = edit !== null && hashKey([edit.draft]) !== hashKey([draftOf(base.categories)])
  const isChangedMeanwhile = isEdited && hashKey([base.categories]) !== hashKey([stored.categories])

  function put(next: SectionsDraft) {
    setEdit({ base: isEdited ? base : stored, draft: next })
    setError('')
  }

  async function save(): Promise<boolean> {
    setError('')
    const found = findProblems(draft, base)
    setProblems(found)
    if (found.size > 0) return false
    if (isChangedMeanwhile) {
      setError(t('settings.conflict.look'))
      return false
    }
    try {
      const change = { categories: inputOf(draft), retired: draft.retired, before: base.categories }
      const { conflict, moved } = await mutation.mutateAsync(change)
      if (conflict) {
        setError(t('settings.conflict.look'))
        return false
      }
      setEdit(null)
      const description = moved > 0 ? t('sections.saved.moved', { count: moved }) : t('sections.saved.text')
      toast({ title: t('ui.success'), description })
      return true
    } catch (problem) {
      const place = placeOf(problem, draft)
      if (place) setProblems(new Map([place]))
      else setError(describeError(problem))
      return false
    }
  }

  return {
    draft,
    problems,
    error,
    isEdited,
    isSaving: mutation.isPending,
    isChangedMeanwhile,
    change(key, part) {
      setProblems((before) => new Map([...before].filter(([field]) => !field.startsWith(`${key}.`))))
      const sections = draft.sections.map((one) => (one.key === key ? withAddress(one, part) : one))
      put({ ...draft, sections })
    },
    move(key, to) {
      const moving = draft.sections.filter((one) => one.key === key)
      put({ ...draft, sections: draft.sections.filter((one) => one.key !== key).toSpliced(to, 0, ...moving) })
    },
    add() {
      const key = `new ${++added.current}`
      put({ ...draft, sections: [...draft.sections, newSection(key)] })
      return key
    },
    retire({ key, was }, into) {
      const sections = draft.sections.filter((one) => one.key !== key)
      put({
        sections,
        retired: was === null || into === null ? draft.retired : { ...draft.retired, [was]: into },
      })
    },
    discard() {
      setEdit(null)
      setProblems(new Map())
      setError('')
    },
    keepMine() {
      setEdit({ base: stored, draft: rebase(draft, stored) })
      setError('')
    },
    save,
  }
}

/** The field to which a refusal of the database belongs, with its reason: its detail is a path such as `categories[2].slug`. */
function placeOf(problem: unknown, { sections }: SectionsDraft): [string, string] | null {
  if (!(problem instanceof Error && 'details' in problem && typeof problem.details === 'string')) return null
  const [, index, field] = /^categories\[(\d+)\]\.(.+)$/.exec(problem.details) ?? []
  const section = sections[Number(index)]
  return section && field ? [`${section.key}.${field}`, problem.message.replace(/^[^:]*: /, '')] : null
}
