import { hashKey, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
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
import { SectionRow } from '#app/admin/settings/sections/section-row.tsx'
import { SECTIONS_KEY, sectionsQuery, useSectionName } from '#app/admin/settings/sections/use-sections.ts'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { SaveForm, SectionFrame } from '#app/admin/settings/setting-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { countCategorized, saveSections } from '#core/data/categories.ts'
import { MAX_SECTIONS, type Sections } from '#core/domain/category.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'

/** The sections of the publication, a section of the settings. `note`: what is to be known before they are changed. */
export function SectionsSettings({ note }: { note?: React.ReactNode }) {
  return (
    <SectionFrame section={SECTIONS.sections}>
      {note}
      <SectionsForm labelId={SECTIONS.sections.slug} />
    </SectionFrame>
  )
}

/** The sections of the publication with what saves them, below a heading with this id. */
export function SectionsForm({ labelId }: { labelId: string }) {
  return (
    <QueryView query={useQuery(sectionsQuery)} what={t('sections.what')} pending={<ListSkeleton rows={5} />}>
      {(sections) => <EditedSections labelId={labelId} sections={sections} />}
    </QueryView>
  )
}

function EditedSections({ labelId, sections }: { labelId: string; sections: Sections }) {
  const editor = useSectionsEditor(sections)
  return (
    <SaveForm
      labelId={labelId}
      error={editor.error}
      unsaved={editor.isEdited ? [t('sections.title')] : []}
      isSaving={editor.isSaving}
      isBusy={editor.isSaving}
      onSave={editor.save}
      onDiscard={editor.discard}
    >
      {() => <SectionList editor={editor} />}
    </SaveForm>
  )
}

/** All sections in the order of the header. */
function SectionList({ editor }: { editor: SectionsEditor }) {
  const { draft } = editor
  const list = useRef<HTMLOListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [retiring, setRetiring] = useState<SectionDraft | null>(null)
  const [said, setSaid] = useState('')
  const shippedName = useSectionName()
  const nameOf = ({ names, was, slug }: SectionDraft) =>
    names.en?.trim() || (was ? shippedName(was) : slug) || t('sections.unnamed')

  function move(section: SectionDraft, to: number) {
    editor.move(section.key, to)
    setSaid(t('sections.moved', { name: nameOf(section), place: to + 1, count: draft.sections.length }))
  }

  function add() {
    const key = editor.add()
    setOpened(new Set([key]))
    // The new row is rendered after this event.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }

  return (
    <div className="space-y-5">
      {editor.isChangedMeanwhile && (
        <Notice tone="warning" role="alert" title={t('sections.conflict.title')}>
          <p>{t('sections.conflict.text')}</p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={editor.keepMine}>
              {t('sections.conflict.mine')}
            </Button>
            <Button variant="ghost" onClick={editor.discard}>
              {t('sections.conflict.theirs')}
            </Button>
          </div>
        </Notice>
      )}
      <ol ref={list} aria-label={t('sections.title')} className="divide-y divide-line border-line border-y">
        {draft.sections.map((section, index) => (
          <SectionRow
            key={section.key}
            section={section}
            name={nameOf(section)}
            place={index}
            count={draft.sections.length}
            problems={editor.problems}
            isOpen={opened.has(section.key)}
            onToggle={(open) => setOpened(new Set(open ? [section.key] : []))}
            onChange={(part) => {
              // A row that a problem has opened stays open when the problem is gone.
              setOpened((before) => new Set([...before, section.key]))
              editor.change(section.key, part)
            }}
            onMove={(to) => move(section, to)}
            onTake={(from) => {
              const dragged = draft.sections[from]
              if (dragged) move(dragged, index)
            }}
            onRetire={() => (section.was === null ? editor.retire(section, null) : setRetiring(section))}
          />
        ))}
      </ol>
      <Announcement>{said}</Announcement>
      <Button
        ref={addButton}
        variant="secondary"
        aria-disabled={draft.sections.length >= MAX_SECTIONS}
        onClick={() => draft.sections.length < MAX_SECTIONS && add()}
      >
        {t('sections.add')}
      </Button>
      {draft.sections.length >= MAX_SECTIONS && (
        <p className="text-faint text-sm">{t('sections.full', { count: MAX_SECTIONS })}</p>
      )}
      {retiring && (
        <RetireSection
          section={retiring}
          name={nameOf(retiring)}
          others={draft.sections
            .filter(({ key, was }) => key !== retiring.key && was !== null)
            .map((one) => [one.slug, nameOf(one)] as const)}
          focusAfter={addButton}
          onRetire={(into) => editor.retire(retiring, into)}
          onClose={() => setRetiring(null)}
        />
      )}
    </div>
  )
}

interface RetireSectionProps {
  section: SectionDraft
  name: string
  /** The sections into which it can be retired, with their names. */
  others: readonly (readonly [slug: string, name: string])[]
  focusAfter: React.RefObject<HTMLElement | null>
  onRetire: (into: string) => void
  onClose: () => void
}

/** Asks into which section another one is to be retired, and says what follows. */
function RetireSection({ section, name, others, focusAfter, onRetire, onClose }: RetireSectionProps) {
  const [into, setInto] = useState(ALL_CATEGORIES_PAGE)
  const slug = section.was ?? ''
  const count = useQuery(
    deskQuery(['articles', 'categorized', slug], (client) => countCategorized(client, slug), {
      live: ['articles'],
    }),
  ).data
  return (
    <ConfirmDialog
      title={t('sections.retire.title', { name })}
      action={t('sections.retire.action')}
      focusAfter={focusAfter}
      onConfirm={async () => onRetire(into)}
      onClose={onClose}
    >
      <p>{count === undefined ? t('sections.retire.counting') : t('sections.retire.text', { count })}</p>
      <Field label={t('sections.retire.into')}>
        {(control) => (
          <SelectControl {...control} value={into} onChange={(event) => setInto(event.target.value)}>
            {others.map(([other, text]) => (
              <option key={other} value={other}>
                {text}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
    </ConfirmDialog>
  )
}

/** The list of sections while it is edited. */
interface SectionsEditor {
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
function useSectionsEditor(stored: Sections): SectionsEditor {
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
