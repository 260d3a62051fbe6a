import { useRef } from 'react'
import { MoveButtons, moved } from '#app/admin/kit/form/editable-rows.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { LinkRows } from '#app/admin/settings/navigation/link-rows.tsx'
import { LocalizedText } from '#app/admin/settings/navigation/localized-text.tsx'
import { type ColumnDraft, emptyLink } from '#app/admin/settings/navigation/navigation-drafts.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { Button } from '#app/components/ui/button.tsx'
import { FOOTER_COLUMNS } from '#core/domain/publication-settings.ts'
import type { Language } from '#core/i18n/languages.ts'

interface FooterColumnsProps {
  form: SettingForm
  languages: readonly Language[]
}

const SHIPPED = {
  navigation: { name: t('navigation.column.navigation'), hint: t('navigation.column.navigation.hint') },
  categories: { name: t('navigation.column.categories'), hint: t('navigation.column.categories.hint') },
  pages: { name: t('navigation.column.pages'), hint: t('navigation.column.pages.hint') },
}

const MAX_COLUMNS = 4
const MAX_LINKS = 10

/** The columns of the footer, shipped ones and one's own, in their order. */
export function FooterColumns({ form, languages }: FooterColumnsProps) {
  const columns = form.draft('footer_columns')
  const buttons = useRef<HTMLDivElement>(null)
  const change = (next: ColumnDraft[]) => form.change('footer_columns', next)
  const missing = FOOTER_COLUMNS.filter(
    (name) => !columns.some((column) => 'shipped' in column && column.shipped === name),
  )
  const isFull = columns.length >= MAX_COLUMNS
  const own = (): ColumnDraft => ({ title: emptyLink().label, links: [emptyLink()] })

  function remove(index: number) {
    change(columns.toSpliced(index, 1))
    buttons.current?.querySelector('button')?.focus()
  }

  return (
    <div className="space-y-4">
      <ul className="divide-y divide-line border-line border-y">
        {columns.map((column, index) => {
          const name = nameOf(column, index)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
            <li key={index} aria-label={name} className="space-y-4 py-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <p className="min-w-40 grow basis-0 text-sm">
                  <span className="font-medium wrap-anywhere">{name}</span>
                  {'shipped' in column && (
                    <span className="block text-faint">{SHIPPED[column.shipped].hint}</span>
                  )}
                </p>
                <MoveButtons
                  name={name}
                  index={index}
                  count={columns.length}
                  onMove={(to) => change(moved(columns, index, to))}
                />
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('navigation.column.removeName', { name })}
                  onClick={() => remove(index)}
                >
                  {t('navigation.column.remove')}
                </Button>
              </div>
              {!('shipped' in column) && (
                <div className="space-y-4 pl-4">
                  <LocalizedText
                    form={form}
                    field={`footer_columns.${index}.title`}
                    label={t('navigation.column.title')}
                    texts={column.title}
                    languages={languages}
                    onChange={(title) => change(columns.with(index, { ...column, title }))}
                  />
                  <LinkRows
                    form={form}
                    field={`footer_columns.${index}.links`}
                    where={name}
                    links={column.links}
                    max={MAX_LINKS}
                    languages={languages}
                    onChange={(links) => change(columns.with(index, { ...column, links }))}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {form.problemOf('footer_columns') && (
        <p className="text-red text-sm">{form.problemOf('footer_columns')}</p>
      )}
      <div ref={buttons} className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isFull}
          onClick={() => isFull || change([...columns, own()])}
        >
          {t('navigation.column.add')}
        </Button>
        {missing.map((shipped) => (
          <Button
            key={shipped}
            variant="secondary"
            size="sm"
            aria-disabled={isFull}
            onClick={() => isFull || change([...columns, { shipped }])}
          >
            {t('navigation.column.addShipped', { name: SHIPPED[shipped].name })}
          </Button>
        ))}
      </div>
    </div>
  )
}

function nameOf(column: ColumnDraft, index: number): string {
  if ('shipped' in column) return SHIPPED[column.shipped].name
  return column.title.en.trim() || t('navigation.column.name', { number: index + 1 })
}
