import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { storyVersionsQuery } from '#app/admin/article/article-queries.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { Article } from '#core/domain/article.ts'
import type { StoryVersion } from '#core/domain/article-schedule.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

const LINK = 'inline-flex min-h-6 items-center underline underline-offset-4 hover:text-soft'

/** The languages that a story exists in: of an original its translations, of a translation its original. */
export function TranslationsCard({ article }: { article: Article }) {
  const versions = useQuery(storyVersionsQuery(article.id))
  const isOriginal = article.original_article_id === null
  return (
    <section aria-labelledby="translations" className="border-line border-t pt-5">
      <h2 id="translations" tabIndex={-1} className="mb-3 font-semibold">
        {isOriginal ? t('article.translations.title') : t('article.translations.original')}
      </h2>
      <QueryView query={versions} what={t('article.translations.what')} pending={<ListSkeleton rows={2} />}>
        {(rows) => (isOriginal ? <Translations versions={rows} /> : <Original versions={rows} />)}
      </QueryView>
    </section>
  )
}

function Translations({ versions }: { versions: StoryVersion[] }) {
  const languages = LANGUAGE_CODES.filter((language) => language !== DEFAULT_LANGUAGE)
  return (
    <ul className="divide-y divide-line text-sm">
      {languages.map((language) => (
        <li key={language} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
          <LanguageVersion
            language={language}
            version={versions.find((version) => version.language === language) ?? null}
          />
        </li>
      ))}
    </ul>
  )
}

function LanguageVersion({ language, version }: { language: Language; version: StoryVersion | null }) {
  const name = languageName(language)
  if (!version)
    return (
      <>
        <span className="text-soft">{name}</span>
        <span className="text-faint">{t('article.translations.missing')}</span>
      </>
    )
  return (
    <>
      <span className="flex items-center gap-2.5">
        {name}
        <Badge look="plain" tone={version.published ? 'green' : 'grey'}>
          {version.published ? t('article.status.published') : t('article.status.draft')}
        </Badge>
      </span>
      <Link
        to={editArticlePath(version)}
        aria-label={t('article.translations.editLanguage', { language: name })}
        className={LINK}
      >
        {t('article.translations.edit')}
      </Link>
    </>
  )
}

function Original({ versions }: { versions: StoryVersion[] }) {
  const original = versions.find((version) => version.is_original)
  if (!original) return <p className="text-faint text-sm">{t('article.translations.noOriginal')}</p>
  return (
    <p className="text-sm">
      <Link to={editArticlePath(original)} className={LINK}>
        {original.title || t('article.untitled')}
      </Link>
    </p>
  )
}
