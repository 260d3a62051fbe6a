import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { preloadEditor } from '#app/admin/editor/markdown-editor.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { PAGES_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { PageEditor } from '#app/admin/stories/pages/page-editor.tsx'
import { pageQuery, pagesQuery, shippedTextQuery, voiceQuery } from '#app/admin/stories/pages/page-queries.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { isShippedPage } from '#core/domain/page.ts'
import { isLanguage, type Language } from '#core/i18n/languages.ts'

export const handle: ScreenHandle = { title: t('pages.form') }

// Loads the editor with the page, not after the text.
if (!import.meta.env.SSR) preloadEditor()

/** The form of a page in a language. */
export default function EditPage() {
  const { slug = '', language } = useParams()
  if (!isLanguage(language)) return <NoSuchPage />
  return <Loaded key={`${slug} ${language}`} slug={slug} language={language} />
}

function Loaded({ slug, language }: { slug: string; language: Language }) {
  const page = useQuery(pageQuery(slug, language))
  const pages = useQuery(pagesQuery)
  const voice = useQuery(voiceQuery)
  const shipped = useQuery(shippedTextQuery(slug, language, voice.data))
  const pending = <Skeleton className="h-96 w-full" />
  return (
    <QueryView query={pages} what={t('pages.what')} pending={pending}>
      {(rows) => (
        <QueryView query={shipped} what={t('pages.what')} pending={pending}>
          {(text) => (
            <QueryView query={page} what={t('pages.what')} pending={pending}>
              {(stored) =>
                isShippedPage(slug) || rows.some((row) => row.slug === slug) ? (
                  <PageEditor slug={slug} language={language} page={stored} shipped={text} />
                ) : (
                  <NoSuchPage />
                )
              }
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

/** Shown for an address that no page has. */
function NoSuchPage() {
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('pages.notFound.title')}</h1>
      <p className="mt-3 mb-6 text-soft">{t('pages.notFound.text')}</p>
      <Link to={PAGES_PATH} className={buttonStyles({ variant: 'secondary' })}>
        {t('pages.back')}
      </Link>
    </>
  )
}
