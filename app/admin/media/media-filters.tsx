import { SelectControl } from '#app/admin/form/select-control.tsx'
import {
  ALT_OPTIONS,
  type MediaFilter,
  type MediaSort,
  SORT_OPTIONS,
  USE_OPTIONS,
} from '#app/admin/media/media-table.ts'
import { t } from '#app/admin/messages.ts'
import { TableFilter } from '#app/admin/table/table-filter.tsx'
import { TableSearch } from '#app/admin/table/table-search.tsx'
import type { TableState } from '#app/admin/table/use-table-address.ts'
import { Field } from '#app/components/ui/field.tsx'

/** Search, filters and order of the library. */
export function MediaFilters({ table }: { table: TableState<MediaSort, MediaFilter> }) {
  const { address, change } = table
  const { search, filters, sort } = address
  const sorted =
    SORT_OPTIONS.find(([, , { by, descending }]) => by === sort.by && descending === sort.descending)?.[0] ??
    ''
  return (
    <>
      <TableSearch
        label={t('media.search')}
        value={search}
        onSearch={(text) => change({ search: text }, { replace: true })}
      />
      <TableFilter
        label={t('media.filter.use')}
        options={USE_OPTIONS}
        value={filters.use}
        onFilter={(use) => change({ filters: { ...filters, use } })}
      />
      <TableFilter
        label={t('media.filter.alt')}
        options={ALT_OPTIONS}
        value={filters.alt}
        onFilter={(alt) => change({ filters: { ...filters, alt } })}
      />
      <Field label={t('media.sort')} className="min-w-0 grow basis-32 sm:basis-36 sm:grow-0">
        {(control) => (
          <SelectControl
            {...control}
            value={sorted}
            onChange={(event) => {
              const chosen = SORT_OPTIONS.find(([value]) => value === event.target.value)
              if (chosen) change({ sort: chosen[2] })
            }}
          >
            {sorted === '' && <option value="">{t('media.sort.other')}</option>}
            {SORT_OPTIONS.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
    </>
  )
}
