import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { SectionList } from '#app/admin/sections/section-list.tsx'
import { sectionsQuery } from '#app/admin/sections/use-sections.ts'
import { useSectionsEditor } from '#app/admin/sections/use-sections-editor.ts'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { SaveForm, SectionFrame } from '#app/admin/settings/setting-section.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import type { Sections } from '#core/domain/category.ts'

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
