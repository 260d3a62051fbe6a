import type { Article } from '#core/domain/article.ts'
import type { TranslationFacts } from '#core/domain/article-translation.ts'
import { translationStatement } from '#core/domain/translation-statement.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import { type LinkedText, splitLinkedText, type Translate } from '#core/i18n/translator.ts'
import { articlePath } from '#core/paths.ts'

interface TranslationNotesProps {
  facts: TranslationFacts | null
  t: Translate
  language: Language
  /** The original, when it is published. */
  original: Pick<Article, 'slug' | 'language'> | undefined
  /** True if there is a page with both texts. */
  isComparable?: boolean
}

/** The notes before the text of a translation: that its original has been corrected since, and how it was made. */
export function TranslationNotes({
  facts,
  t,
  language,
  original,
  isComparable = false,
}: TranslationNotesProps) {
  const corrected = facts?.corrected_at
  const statement = translationStatement(facts, { t, language })
  const hasNotes = Boolean(corrected || statement)
  if (!hasNotes && !isComparable) return null
  const path = original && articlePath(original)
  // A static mirror has no page with both texts.
  return (
    <aside
      data-live={hasNotes ? undefined : ''}
      lang={language}
      className="mt-0! mb-9 font-sans text-sm text-soft"
    >
      {corrected && (
        <p className="mb-3 border-l-2 border-accent pl-5 text-base text-ink">
          <Linked
            {...splitLinkedText(
              t('article.translation.corrected', { date: formatArticleDate(corrected, language) }),
            )}
            href={path && `${path}#corrections`}
          />
        </p>
      )}
      {statement && (
        <p>
          <Linked {...statement.origin} href={path} /> {statement.review}
        </p>
      )}
      {isComparable && (
        <p data-live="">
          {/* The address is relative, because it occurs twice in the page of each translation. */}
          <a href={`?lang=${language}&beside=${DEFAULT_LANGUAGE}`}>{t('article.beside.open')}</a>
        </p>
      )}
    </aside>
  )
}

/** The words of the link alone when there is nothing to link to. The link is in the language of the page, its target in English. */
function Linked({ before, link, after, href }: LinkedText & { href: string | undefined }) {
  return (
    <>
      {before}
      {href ? (
        <a href={href} hrefLang="en">
          {link}
        </a>
      ) : (
        link
      )}
      {after}
    </>
  )
}
