import { useRef } from 'react'
import { ArticleList } from '#app/admin/articles/article-list.tsx'
import { ARTICLES_TABLE } from '#app/admin/articles/articles-table.ts'
import { ListHeading } from '#app/admin/articles/list-heading.tsx'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { useTableAddress } from '#app/admin/table/use-table-address.ts'
import type { Route } from './+types/articles.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('articles.title'), matches)

export default function Articles() {
  const table = useTableAddress(ARTICLES_TABLE)
  const results = useRef<HTMLElement>(null)
  return (
    <>
      <ListHeading title={t('articles.title')} />
      <ArticleList table={table} results={results} />
    </>
  )
}
