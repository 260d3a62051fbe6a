import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { reviewPath } from '#app/admin/kit/paths.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import { useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/kit/table/table-view.tsx'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { CoverageHeading } from '#app/admin/languages/coverage/coverage-heading.tsx'
import {
  anyToReviewQuery,
  describeReasons,
  MINE,
  TO_REVIEW_TABLE,
  type ToReviewSort,
  toReviewOptions,
  toReviewQuery,
} from '#app/admin/languages/coverage/to-review-table.ts'
import { useLanguageOptions } from '#app/admin/settings/use-languages.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { translatesInto } from '#core/domain/role.ts'
import type { TranslationToReview } from '#core/domain/translation-review.ts'

export const handle: ScreenHandle = { title: t('coverage.toReview.title') }

const COLUMNS: Column<TranslationToReview, ToReviewSort>[] = [
  {
    name: t('coverage.column.title'),
    isHeader: true,
    cell: ({ original_id, language, title, original_title }) => (
      <>
        <Link
          to={reviewPath({ originalId: original_id, language })}
          lang={title ? language : undefined}
          className="line-clamp-3 underline decoration-transparent underline-offset-4 hover:decoration-current"
        >
          {nameOf({ title })}
        </Link>
        <span className="mt-0.5 line-clamp-2 font-normal text-faint text-xs">
          {nameOf({ title: original_title })}
        </span>
      </>
    ),
  },
  {
    name: t('coverage.column.language'),
    width: 'md:w-32',
    className: 'max-md:mt-1.5',
    cell: ({ language }) => languageName(language),
  },
  {
    name: t('coverage.column.reason'),
    width: 'md:w-60',
    className: 'max-md:mt-0.5 text-soft',
    cell: (waiting) => (
      <ul>
        {describeReasons(waiting).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    ),
  },
  {
    name: t('coverage.column.since'),
    width: 'md:w-32',
    className: 'max-md:mt-0.5 text-faint md:whitespace-nowrap',
    cell: ({ since }) => <LocalTime iso={since} precision="day" />,
  },
]

/** The person who has a translation, or is asked about it. */
const PERSON_COLUMN: Column<TranslationToReview, ToReviewSort> = {
  name: t('coverage.column.person'),
  width: 'md:w-36',
  className: 'max-md:mt-0.5 wrap-anywhere',
  cell: ({ person, person_name }) =>
    person ? <bdi>{person_name}</bdi> : <span className="text-faint">{t('coverage.toReview.nobody')}</span>,
}

/** The translations that wait for a person, the longest waiting first. */
export default function TranslationsToReview() {
  const table = useTableAddress(TO_REVIEW_TABLE)
  const results = useRef<HTMLElement>(null)
  const member = useMember()
  const hasColleagues = useHasColleagues()
  const languages = useLanguageOptions({
    codes: TRANSLATED_LANGUAGES.filter((language) => translatesInto(member, language)),
    hasAny: anyToReviewQuery,
    chosen: table.address.filters.language,
  })
  const waiting = useQuery({
    ...toReviewQuery(toReviewOptions(table.address)),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <CoverageHeading />
      <TableView
        table={table}
        query={waiting}
        label={t('coverage.tab.toReview')}
        what={t('coverage.toReview.what')}
        pages={t('coverage.pages')}
        results={results}
        controls={
          <TableControls
            table={table}
            filters={[
              { name: 'language', label: t('coverage.filter.language'), options: languages },
              ...(hasColleagues
                ? [
                    {
                      name: 'whose' as const,
                      label: t('coverage.filter.whose'),
                      options: [[MINE, t('coverage.filter.mine')] as const],
                    },
                  ]
                : []),
            ]}
          />
        }
        noMatch={
          table.address.filters.whose
            ? { text: t('coverage.toReview.noneMine'), showAll: t('coverage.toReview.showEverything') }
            : { text: t('coverage.toReview.noMatch'), showAll: t('coverage.toReview.showAll') }
        }
        empty={
          <EmptyTable title={t('coverage.toReview.emptyTitle')}>{t('coverage.toReview.empty')}</EmptyTable>
        }
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption={t('coverage.toReview.caption')}
            columns={hasColleagues ? [...COLUMNS, PERSON_COLUMN] : COLUMNS}
            keyOf={({ translation_id }) => translation_id}
          />
        )}
      </TableView>
    </>
  )
}
