import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import type { TableState } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/kit/table/table-view.tsx'
import { DeleteMediaDialog } from '#app/admin/media/delete-media-dialog.tsx'
import { MediaCard, titleOf } from '#app/admin/media/media-card.tsx'
import {
  ALT_OPTIONS,
  type MediaFilter,
  type MediaSort,
  mediaListOptions,
  mediaListQuery,
  SORT_OPTIONS,
  USE_OPTIONS,
} from '#app/admin/media/media-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { ListedFile } from '#core/data/media-files.ts'

export const MEDIA_GRID = 'grid grid-cols-2 gap-x-5 gap-y-8 sm:grid-cols-3 lg:grid-cols-4'

interface MediaLibraryProps {
  table: TableState<MediaSort, MediaFilter>
  results: React.RefObject<HTMLElement | null>
}

/** All uploaded pictures, with what can be done with several of them by who may change them. */
export function MediaLibrary({ table, results }: MediaLibraryProps) {
  const { address, linkTo } = table
  const media = useQuery({ ...mediaListQuery(mediaListOptions(address)), placeholderData: keepPreviousData })
  return (
    <TableView
      table={table}
      query={media}
      label={t('media.list.label')}
      what={t('media.list.what')}
      pages={t('media.list.pages')}
      results={results}
      controls={<MediaFilters table={table} />}
      noMatch={{ text: t('media.list.noMatch'), showAll: t('media.list.showAll') }}
      empty={<EmptyTable title={t('media.list.empty')}>{t('media.list.empty.text')}</EmptyTable>}
      pending={<GridSkeleton />}
    >
      {({ rows, stale }) => (
        <SelectableGrid
          // The selection is reset with other rows.
          key={rows.map(({ id }) => id).join()}
          rows={rows}
          linkTo={(id) => linkTo({ open: id })}
          stale={stale}
          results={results}
        />
      )}
    </TableView>
  )
}

interface SelectableGridProps {
  rows: readonly ListedFile[]
  linkTo: (id: string) => string
  stale: boolean
  results: React.RefObject<HTMLElement | null>
}

function SelectableGrid({ rows, linkTo, stale, results }: SelectableGridProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsked, setIsAsked] = useState(false)
  const deleted = useRef<HTMLElement>(null)
  deleted.current = results.current
  const changeable = rows.filter((file) => file.changeable)
  const files = changeable.filter(({ id }) => chosen.has(id))

  function toggle(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }

  return (
    <>
      {changeable.length > 0 && (
        <div className="mb-4 flex min-h-9 flex-wrap items-center gap-x-5 gap-y-2 text-sm">
          <label className="inline-flex min-h-9 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-4.5 accent-ink"
              checked={files.length === changeable.length}
              ref={(box) => {
                if (box) box.indeterminate = files.length > 0 && files.length < changeable.length
              }}
              onChange={() =>
                setChosen(new Set(files.length === changeable.length ? [] : changeable.map(({ id }) => id)))
              }
            />
            {t('table.selection.all')}
          </label>
          <p role="status" className="text-faint">
            {files.length > 0 && t('media.select.count', { count: files.length })}
          </p>
          {files.length > 0 && (
            <Button variant="secondary" size="sm" onClick={() => setIsAsked(true)}>
              {t('media.delete.action', { count: files.length })}
            </Button>
          )}
        </div>
      )}
      <ul className={`${MEDIA_GRID} ${stale ? 'opacity-60' : ''}`}>
        {rows.map((file) => (
          <li key={file.id} className="relative">
            <Link to={linkTo(file.id)} data-media={file.id} className="group block">
              <MediaCard file={file} />
            </Link>
            {file.changeable && (
              <label className="absolute top-1.5 left-1.5 grid size-8 place-items-center rounded-sm bg-paper/85">
                <input
                  type="checkbox"
                  className="size-4.5 accent-ink"
                  checked={chosen.has(file.id)}
                  onChange={() => toggle(file.id)}
                  aria-label={t('table.selection.row', { name: titleOf(file) })}
                />
              </label>
            )}
          </li>
        ))}
      </ul>
      {isAsked && (
        <DeleteMediaDialog
          files={files}
          onDeleted={() => setChosen(new Set())}
          onClose={() => setIsAsked(false)}
          focusAfter={deleted}
        />
      )}
    </>
  )
}

export function GridSkeleton() {
  return (
    <div className={MEDIA_GRID}>
      {Array.from({ length: 8 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes that never change places
        <Skeleton key={place} className="aspect-4/3 w-full" />
      ))}
    </div>
  )
}

/** Search, filters and order of the library. */
function MediaFilters({ table }: { table: TableState<MediaSort, MediaFilter> }) {
  const { change } = table
  const { sort } = table.address
  const sorted =
    SORT_OPTIONS.find(([, , { by, descending }]) => by === sort.by && descending === sort.descending)?.[0] ??
    ''
  return (
    <>
      <TableControls
        table={table}
        search={t('media.search')}
        filters={[
          { name: 'use', label: t('media.filter.use'), options: USE_OPTIONS },
          { name: 'alt', label: t('media.filter.alt'), options: ALT_OPTIONS },
        ]}
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
