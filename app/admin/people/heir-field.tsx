import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { Member } from '#core/data/members.ts'
import { canHaveArticle } from '#core/domain/handover.ts'

interface HeirFieldProps {
  /** The member to whom the articles belong. */
  member: Member
  /** The number of articles. */
  articles: number
  value: string
  onChange: (heir: string) => void
}

/** The field appears after the button that needs it was pressed. */
const focusAtOnce = (field: HTMLSelectElement | null) => field?.focus()

/** Asks who takes over the articles of somebody who leaves. */
export function HeirField({ member, articles, value, onChange }: HeirFieldProps) {
  const heirs = useColleagues().filter(
    ({ user_id, role }) => user_id !== member.user_id && canHaveArticle(role, 'draft'),
  )
  if (heirs.length === 0) return <p>{t('people.heir.none', { name: member.name, count: articles })}</p>
  return (
    <Field
      label={t('people.heir.label')}
      hint={t('people.heir.hint', { name: member.name, count: articles })}
      error={value ? undefined : t('people.heir.missing')}
    >
      {(control) => (
        <SelectControl
          {...control}
          ref={focusAtOnce}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{t('people.heir.nobody')}</option>
          {heirs.map(({ user_id, name }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
        </SelectControl>
      )}
    </Field>
  )
}
