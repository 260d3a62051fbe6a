import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ARTICLES_PATH } from '#app/admin/article/article-paths.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { t } from '#app/admin/messages.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { Namesake } from '#core/data/articles.ts'
import { languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

/** Opens the article that an address means which no article has as it is; asks which one when there are several. */
export function ArticleElsewhere({ articles }: { articles: Namesake[] }) {
  const location = useLocation()
  const navigate = useNavigate()
  const { toast } = useToast()
  const [first, ...others] = articles
  const only = others.length === 0 ? first : undefined

  useEffect(() => {
    if (!only) return
    const asked = languageOfUrl(location)
    // A language that is in the address was meant.
    if (only.language !== asked && /[?&]lang=/.test(location.search))
      toast({
        title: t('article.elsewhere.otherLanguage', { language: languageName(only.language) }),
        description: t('article.elsewhere.notIn', { language: languageName(asked) }),
      })
    void navigate(pathOf(only, location), { replace: true })
  }, [only, location, navigate, toast])

  if (only) return null
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('article.elsewhere.title')}</h1>
      <p className="mt-3 max-w-prose text-soft">{t('article.elsewhere.text')}</p>
      <ul className="mt-6 max-w-3xl border-ink border-t">
        {articles.map((article) => (
          <li key={article.id} className="border-line border-b">
            <Link to={pathOf(article, location)} className="group block py-4">
              <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-faint text-sm">
                {languageName(article.language)}
                <Badge look="plain" tone={article.published ? 'green' : 'grey'}>
                  {t(article.published ? 'article.status.published' : 'article.status.draft')}
                </Badge>
              </span>
              <span
                lang={article.title ? article.language : undefined}
                className="mt-1 block font-medium decoration-2 underline-offset-4 wrap-anywhere group-hover:underline"
              >
                {nameOf(article)}
              </span>
              <span className="mt-0.5 block text-faint text-sm wrap-anywhere">{articlePath(article)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The form of this article, at the part of the page that was asked for. */
function pathOf({ slug, language }: Namesake, { search, hash }: { search: string; hash: string }): string {
  return localizedPath(`${ARTICLES_PATH}/edit/${slug}${search}${hash}`, language)
}
