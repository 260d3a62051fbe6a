import { useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { RetireSection } from '#app/admin/sections/retire-section.tsx'
import type { SectionDraft } from '#app/admin/sections/section-drafts.ts'
import { SectionRow } from '#app/admin/sections/section-row.tsx'
import { useSectionName } from '#app/admin/sections/use-sections.ts'
import type { SectionsEditor } from '#app/admin/sections/use-sections-editor.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { MAX_SECTIONS } from '#core/domain/category.ts'

/** All sections in the order of the header. */
export function SectionList({ editor }: { editor: SectionsEditor }) {
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
