import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import type { SectionDraft } from '#app/admin/settings/sections/section-drafts.ts'
import { SectionRow } from '#app/admin/settings/sections/section-row.tsx'
import { sectionsQuery, useSectionName } from '#app/admin/settings/sections/use-sections.ts'
import { type SectionsEditor, useSectionsEditor } from '#app/admin/settings/sections/use-sections-editor.ts'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { SaveForm, SectionFrame } from '#app/admin/settings/setting-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { countCategorized } from '#core/data/categories.ts'
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
