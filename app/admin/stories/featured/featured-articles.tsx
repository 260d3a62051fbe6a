import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { UndoButton } from '#app/admin/kit/ui/undo-button.tsx'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { SectionFrame } from '#app/admin/settings/setting-section.tsx'
import { featuredQuery, featureSeen, nameLanguages } from '#app/admin/settings/settings-queries.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { AlongField, ChooseFeatured } from '#app/admin/stories/featured/choose-featured.tsx'
import { describeChanged } from '#app/admin/stories/history/changed-version.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

/** The languages whose home page has a featured article. */
export const FEATURED_LANGUAGES = LANGUAGE_CODES.filter((code) => code !== 'pt')

/** The place where the featured article of each language is chosen. */
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

interface Unset {
  article: DeskArticle
  /** The translations that were no longer featured with it. */
  along: { id: string; language: Language; updated_at: string }[]
}

/** The languages in which a translation of an article is featured. */
function useFollowers(article: DeskArticle | null | undefined): Language[] {
  const others = useQueries({ queries: FEATURED_LANGUAGES.map(featuredQuery) })
  return others.flatMap(({ data }) =>
    data && article && data.original_article_id === article.id ? [data.language] : [],
  )
}

function FeaturedRow({ code }: { code: Language }) {
  const name = languageName(code)
  const featured = useQuery(featuredQuery(code))
  const [isChoosing, setIsChoosing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isAlong, setIsAlong] = useState(true)
  const followers = useFollowers(featured.data)
  const queries = useQueryClient()
  const choose = useRef<HTMLButtonElement>(null)

  const invalidates = [['articles']]
  const unset = useDeskMutation({
    async run(client, { article, isAlong }: { article: DeskArticle; isAlong: boolean }) {
      const answer = await featureSeen(client, article, { featured: false, along: isAlong })
      return answer.status === 'featured' ? answer.along : []
    },
    done(along, { article }) {
      // Its button is gone.
      choose.current?.focus()
      const languages = [code, ...along.map(({ language }) => language)]
      return {
        title: t('ui.success'),
        description: (
          <>
            <span>
              {t('settings.featured.unsetDone', {
                count: languages.length,
                language: nameLanguages(languages),
              })}
            </span>{' '}
            <UndoButton onUndo={() => void putBack({ article, along })} />
          </>
        ),
      }
    },
    invalidates,
  })
  const restore = useDeskMutation({
    async run(client, { article, along }: Unset) {
      // An article that another editor has featured meanwhile stays.
      const findOther = (language: Language) =>
        queries.fetchQuery({ ...featuredQuery(language), staleTime: 0 })
      if (await findOther(code)) throw new AnswerRefusal(t('settings.featured.undoTaken'))
      const answer = await featureSeen(client, article, { along: false })
      if (answer.status === 'changed') throw new AnswerRefusal(describeChanged(answer))
      for (const translation of along)
        if (!(await findOther(translation.language))) await featureSeen(client, translation, {})
    },
    done: t('settings.featured.undoDone', { language: name }),
    invalidates,
  })
  const isPending = unset.isPending || restore.isPending

  async function putBack(unset: Unset) {
    await restore.attempt(unset)
    choose.current?.focus()
  }

  function remove(article: DeskArticle) {
    if (followers.length > 0) setIsAsking(true)
    else void unset.attempt({ article, isAlong: false })
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
                <a
                  lang={code}
                  href={articlePath(article)}
                  className="font-medium wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-current"
                >
                  {article.title}
                </a>
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
                  onClick={() => isPending || remove(article)}
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
            {isAsking && article && (
              <ConfirmDialog
                title={t('settings.featured.unsetTitle')}
                action={t('settings.featured.unset')}
                destructive={false}
                onConfirm={() => unset.attempt({ article, isAlong })}
                onClose={() => setIsAsking(false)}
                focusAfter={choose}
              >
                <p>
                  {t('settings.featured.unsetAlong', {
                    title: article.title,
                    languages: nameLanguages([code, ...followers]),
                  })}
                </p>
                <AlongField isAlong={isAlong} onChange={setIsAlong} />
              </ConfirmDialog>
            )}
          </div>
        )}
      </QueryView>
    </li>
  )
}
