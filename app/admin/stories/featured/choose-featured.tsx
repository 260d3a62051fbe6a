import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { TableSearch } from '#app/admin/kit/table/table-controls.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useFocusOnChange } from '#app/admin/kit/ui/use-focus-on-change.ts'
import { featurableQuery, featureSeen, nameLanguages } from '#app/admin/settings/settings-queries.ts'
import { ChangedText } from '#app/admin/stories/history/changed-version.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { ArticleVersion } from '#core/data/bulk-articles.ts'
import type { Client } from '#core/data/client.ts'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import type { ChangedVersion } from '#core/domain/article-revision.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

interface ChooseFeaturedProps {
  language: Language
  languageName: string
  /** The featured article until now. */
  current: DeskArticle | null
  onClose: () => void
}

/** A dialog to choose one of the published articles of a language; asks before it takes the place of another one. */
export function ChooseFeatured({ language, languageName, current, onClose }: ChooseFeaturedProps) {
  const [chosen, setChosen] = useState<DeskArticle | null>(null)
  const [changed, setChanged] = useState<ChangedVersion | null>(null)
  const [error, setError] = useState('')
  const { toast } = useToast()
  const [isAlong, setIsAlong] = useState(true)
  const act = (client: Client, seen: ArticleVersion) => featureSeen(client, seen, { along: isAlong })
  const feature = useDeskMutation({
    run: act,
    done: conclude,
    failed: setError,
    invalidates: [['articles']],
  })

  function put(article: DeskArticle) {
    setError('')
    setChosen(article)
    void feature.attempt(article)
  }

  function conclude(answer: Awaited<ReturnType<typeof featureSeen>>) {
    if (answer.status === 'changed') return setChanged(answer)
    onClose()
    const languages = nameLanguages([language, ...answer.along.map((each) => each.language)])
    toast({ title: t('ui.success'), description: t('settings.featured.done', { language: languages }) })
  }

  function choose(article: DeskArticle) {
    if (current) setChosen(article)
    else put(article)
  }

  const asks = chosen !== null && current !== null
  const cancel = useFocusOnChange<HTMLButtonElement>(asks)
  return (
    <ModalDialog
      title={asks ? t('settings.replace.title') : t('settings.featured.dialog', { language: languageName })}
      onClose={onClose}
      width={changed ? 'list' : 'question'}
    >
      {chosen && changed ? (
        <div className="text-sm">
          <p className="font-medium wrap-anywhere">{chosen.title}</p>
          <ChangedText
            articleId={chosen.id}
            changed={changed}
            action={t('settings.featured.choose')}
            act={act}
            done={conclude}
          />
        </div>
      ) : asks ? (
        <p className="text-sm text-soft wrap-anywhere">
          {t('settings.replace.text', {
            current: current.title,
            chosen: chosen.title,
            language: languageName,
          })}
        </p>
      ) : (
        <Choices language={language} current={current} onChoose={choose} />
      )}
      {language === DEFAULT_LANGUAGE && !changed && (
        <div className="mt-4">
          <AlongField isAlong={isAlong} onChange={setIsAlong} />
        </div>
      )}
      {error && <p className="mt-4 text-red text-sm">{error}</p>}
      <Announcement urgent>{error}</Announcement>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button ref={cancel} variant="secondary" onClick={asks && !changed ? () => setChosen(null) : onClose}>
          {t('ui.cancel')}
        </Button>
        {asks && !changed && (
          <Button aria-disabled={feature.isPending} onClick={() => feature.isPending || put(chosen)}>
            {t('settings.replace.continue')}
          </Button>
        )}
      </div>
    </ModalDialog>
  )
}

interface ChoicesProps {
  language: Language
  current: DeskArticle | null
  onChoose: (article: DeskArticle) => void
}

function Choices({ language, current, onChoose }: ChoicesProps) {
  const [search, setSearch] = useState('')
  const articles = useQuery({ ...featurableQuery(language, search), placeholderData: keepPreviousData })
  return (
    <>
      <TableSearch label={t('settings.featured.search')} value={search} onSearch={setSearch} />
      <QueryView query={articles} what={t('settings.featured.articles')} pending={<ListSkeleton rows={4} />}>
        {({ rows, total }) => {
          const others = rows.filter(({ id }) => id !== current?.id)
          if (others.length === 0) {
            return (
              <p className="py-6 text-sm text-soft">
                {t(search ? 'settings.featured.notFound' : 'settings.featured.noOthers')}
              </p>
            )
          }
          return (
            <>
              <ul className="-mx-2 mt-3 max-h-80 divide-y divide-line overflow-y-auto">
                {others.map((article) => (
                  <li key={article.id}>
                    <button
                      type="button"
                      onClick={() => onChoose(article)}
                      className="flex min-h-11 w-full flex-col justify-center rounded-sm px-2 py-2 text-left text-sm hover:bg-wash focus-visible:outline-offset-[-3px] dark:hover:bg-line"
                    >
                      <span lang={language} className="font-medium wrap-anywhere">
                        {article.title}
                      </span>
                      <span className="text-faint text-xs">
                        <LocalTime iso={article.publish_date} precision="day" />
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {total > rows.length && (
                <p className="mt-2 text-faint text-xs">
                  {t('settings.featured.more', { shown: rows.length, total })}
                </p>
              )}
            </>
          )
        }}
      </QueryView>
    </>
  )
}

interface AlongFieldProps {
  isAlong: boolean
  onChange: (isAlong: boolean) => void
}

/** The choice whether the translations of an article are featured with it, or no longer with it. */
export function AlongField({ isAlong, onChange }: AlongFieldProps) {
  return (
    <label className="flex min-h-6 items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={isAlong}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 accent-ink"
      />
      {t('article.featured.along')}
    </label>
  )
}
