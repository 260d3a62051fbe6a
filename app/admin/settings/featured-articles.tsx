import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { AnswerRefusal } from '#app/admin/errors/answer-refusal.ts'
import { describeChanged } from '#app/admin/history/changed-version.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ChooseFeatured } from '#app/admin/settings/choose-featured.tsx'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { SectionFrame } from '#app/admin/settings/setting-section.tsx'
import { featuredQuery, featureSeen, unfeatureArticle } from '#app/admin/settings/settings-queries.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { UndoButton } from '#app/admin/ui/undo-button.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

/** The languages whose home page has a featured article. */
export const FEATURED_LANGUAGES = LANGUAGE_CODES.filter((code) => code !== 'pt')

/** Where the featured article of each language is chosen. */
export function FeaturedArticles() {
  const offered = useOfferedLanguages()
  return (
    <SectionFrame section={SECTIONS.featured}>
      <ul className="divide-y divide-line">
        {FEATURED_LANGUAGES.filter((language) => offered.includes(language)).map((language) => (
          <FeaturedRow key={language} code={language} />
        ))}
      </ul>
    </SectionFrame>
  )
}

function FeaturedRow({ code }: { code: Language }) {
  const name = languageName(code)
  const featured = useQuery(featuredQuery(code))
  const [isChoosing, setIsChoosing] = useState(false)
  const queries = useQueryClient()
  const choose = useRef<HTMLButtonElement>(null)

  const invalidates = [['articles']]
  const unset = useDeskMutation({
    run: unfeatureArticle,
    done(_, article: DeskArticle) {
      // Its button is gone.
      choose.current?.focus()
      return {
        title: t('ui.success'),
        description: (
          <>
            <span>{t('settings.featured.unsetDone', { language: name })}</span>{' '}
            <UndoButton onUndo={() => void putBack(article)} />
          </>
        ),
      }
    },
    invalidates,
  })
  const restore = useDeskMutation({
    async run(client, article: DeskArticle) {
      // An article that another editor has featured meanwhile stays.
      const other = await queries.fetchQuery({ ...featuredQuery(code), staleTime: 0 })
      if (other) throw new AnswerRefusal(t('settings.featured.undoTaken'))
      const changed = await featureSeen(client, article)
      if (changed) throw new AnswerRefusal(describeChanged(changed))
    },
    done: t('settings.featured.undoDone', { language: name }),
    invalidates,
  })
  const isPending = unset.isPending || restore.isPending

  async function putBack(article: DeskArticle) {
    await restore.attempt(article)
    choose.current?.focus()
  }

  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <QueryView
        query={featured}
        what={t('settings.featured.what', { language: name })}
        pending={<Skeleton className="h-11 w-full" />}
      >
        {(article) => (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <div className="min-w-0 flex-1 basis-56">
              <h3 className="text-faint text-sm">{name}</h3>
              {article ? (
                <Link
                  lang={code}
                  to={articlePath(article)}
                  className="font-medium wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  {article.title}
                </Link>
              ) : (
                <p className="text-soft">{t('settings.featured.none')}</p>
              )}
            </div>
            <div className="flex gap-2">
              <Button
                ref={choose}
                variant="secondary"
                size="sm"
                aria-label={t(article ? 'settings.featured.replaceIn' : 'settings.featured.chooseIn', {
                  language: name,
                })}
                onClick={() => setIsChoosing(true)}
              >
                {t(article ? 'settings.featured.replace' : 'settings.featured.choose')}
              </Button>
              {article && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('settings.featured.unsetIn', { language: name })}
                  aria-disabled={isPending}
                  onClick={() => isPending || void unset.attempt(article)}
                >
                  {t('settings.featured.unset')}
                </Button>
              )}
            </div>
            {isChoosing && (
              <ChooseFeatured
                language={code}
                languageName={name}
                current={article}
                onClose={() => setIsChoosing(false)}
              />
            )}
          </div>
        )}
      </QueryView>
    </li>
  )
}
