import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import type { SectionDraft } from '#app/admin/sections/section-drafts.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { countCategorized } from '#core/data/categories.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'

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
export function RetireSection({ section, name, others, focusAfter, onRetire, onClose }: RetireSectionProps) {
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
