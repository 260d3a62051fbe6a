import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import { useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls, TableFilter } from '#app/admin/kit/table/table-controls.tsx'
import { TableView } from '#app/admin/kit/table/table-view.tsx'
import { useRowSelection } from '#app/admin/kit/table/use-row-selection.ts'
import { nameOf } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { useArticleReactions, useArticleViews } from '#app/admin/readers/article-views.tsx'
import { SectionBadge } from '#app/admin/settings/sections/section-badge.tsx'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'
import { useLanguageOptions } from '#app/admin/settings/use-languages.ts'
import { ArticleTitle, EmptyList, RowActions } from '#app/admin/stories/articles/article-row.tsx'
import {
  ARTICLES_TABLE,
  type ArticlesSort,
  articleListOptions,
  articlesQuery,
  hasArticlesQuery,
  languageFilter,
  shownLanguage,
} from '#app/admin/stories/articles/articles-table.ts'
import { BulkBar } from '#app/admin/stories/articles/bulk/bulk-bar.tsx'
import { DeleteArticleDialog } from '#app/admin/stories/articles/delete-article-dialog.tsx'
import { ArticlesTabs, ListHeading } from '#app/admin/stories/articles/list-heading.tsx'
import { useOwnerFilter } from '#app/admin/stories/work/work-in-list.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import { isEditor } from '#core/domain/role.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

const STATUS_OPTIONS = [
  ['featured', t('articles.status.featured')],
  ['regular', t('articles.status.regular')],
] as const

/** The published articles. */
export default function Articles() {
  const edits = isEditor(useMember())
  const table = useTableAddress(ARTICLES_TABLE)
  const results = useRef<HTMLElement>(null)
  const { filters } = table.address
  const options = articleListOptions(table.address)
  const articles = useQuery({ ...articlesQuery(options), placeholderData: keepPreviousData })
  const ownerFilter = useOwnerFilter()
  const [deleting, setDeleting] = useState<DeskArticle | null>(null)
  const categories = useCategoryOptions()
  const selection = useRowSelection({
    rows: articles.data?.rows ?? [],
    keyOf,
    nameOf,
    scope: JSON.stringify(options),
  })
  const ids = (articles.data?.rows ?? []).map(keyOf)
  const viewsOf = useArticleViews(ids)
  const reactionsOf = useArticleReactions(ids)
  const language = shownLanguage(filters.language)
  const languages = useLanguageOptions({
    codes: LANGUAGE_CODES,
    hasAny: hasArticlesQuery(true),
    chosen: language,
  })

  const columns: Column<DeskArticle, ArticlesSort>[] = [
    {
      name: t('articles.column.title'),
      sort: 'title',
      isHeader: true,
      cell: (article) => (
        <ArticleTitle
          article={article}
          showLanguage={language === null}
          note={
            <>
              {viewsOf(article.id)}
              {reactionsOf(article.id)}
            </>
          }
        />
      ),
    },
    {
      name: t('articles.column.category'),
      sort: 'category',
      width: 'xl:w-33',
      cell: ({ category }) => <SectionBadge category={category} />,
    },
    {
      name: t('articles.column.status'),
      width: 'xl:w-27',
      cell: ({ featured }) =>
        featured ? (
          <Badge tone="brand">{t('articles.status.featured')}</Badge>
        ) : (
          <span className="text-faint">{t('articles.status.regular')}</span>
        ),
    },
    {
      name: t('articles.column.translations'),
      width: 'xl:w-30',
      cell: (article) => <TranslationCount article={article} />,
    },
    {
      name: t('articles.column.published'),
      sort: 'publish_date',
      width: 'xl:w-27',
      className: 'text-faint whitespace-nowrap',
      cell: ({ publish_date }) => <LocalTime iso={publish_date} precision="day" />,
    },
    {
      name: t('articles.column.actions'),
      width: 'xl:w-28 xl:text-right',
      className: 'max-xl:ml-auto',
      cell: (article) => (
        <RowActions
          title={nameOf(article)}
          viewPath={articlePath(article)}
          editPath={editArticlePath(article)}
          isReadOnly={!edits}
          onDelete={edits ? () => setDeleting(article) : undefined}
        />
      ),
    },
  ]

  return (
    <>
      <ListHeading title={t('articles.title')} />
      <ArticlesTabs />
      <TableView
        table={table}
        query={articles}
        label={t('articles.title')}
        what={t('articles.list.name')}
        pages={t('articles.list.pages')}
        results={results}
        // The list has only the English articles without a filter in the address.
        alwaysControls
        controls={
          <TableControls
            table={table}
            search={t('articles.list.search')}
            filters={[
              { name: 'category', label: t('articles.filter.category'), options: categories },
              { name: 'status', label: t('articles.filter.status'), options: STATUS_OPTIONS },
              ...ownerFilter,
            ]}
          >
            <TableFilter
              label={t('articles.filter.language')}
              options={languages}
              value={language}
              onFilter={(value) => table.change({ filters: { ...filters, language: languageFilter(value) } })}
            />
          </TableControls>
        }
        noMatch={{ text: t('articles.list.empty'), showAll: t('articles.list.showAll') }}
        empty={<EmptyList text={t('articles.list.empty')} />}
        bulk={
          edits && (
            <BulkBar actions={['unpublish', 'category', 'delete']} selection={selection} results={results} />
          )
        }
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption={t('articles.list.caption')}
            columns={columns}
            columnsFrom="xl"
            keyOf={keyOf}
            {...(edits && { selection })}
          />
        )}
      </TableView>
      {deleting && (
        <DeleteArticleDialog article={deleting} results={results} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

const keyOf = ({ id }: DeskArticle) => id

/** The number of translations of an original, published or not; nothing if they could not be counted. */
function TranslationCount({
  article,
}: {
  article: Pick<DeskArticle, 'original_article_id' | 'translations'>
}) {
  const { original_article_id, translations } = article
  if (original_article_id !== null) return <span className="text-faint">{t('articles.translations.is')}</span>
  if (translations === null) return null
  if (translations === 0) return <span className="text-faint">{t('articles.translations.none')}</span>
  return (
    <span className="inline-block whitespace-nowrap rounded-sm border border-line px-1.5 py-0.5 text-xs">
      {t('articles.translations.some', { count: translations })}
    </span>
  )
}
