import { Link } from 'react-router'
import { ARTICLES_PATH } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'

/** Shown for an address that no article has. */
export function ArticleNotFound() {
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('article.notFound.title')}</h1>
      <p className="mt-3 mb-6 text-soft">{t('article.notFound.text')}</p>
      <Link to={ARTICLES_PATH} className={buttonStyles({ variant: 'secondary' })}>
        {t('article.notFound.back')}
      </Link>
    </>
  )
}
