import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { reviewPath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { affectedQuery, termQuery } from '#app/admin/languages/glossary/glossary-table.ts'
import { MarkedText, RuleText, TermUses } from '#app/admin/languages/glossary/term-text.tsx'
import { useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { updateTranslations } from '#core/data/glossary.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { AffectedTranslation, AffectedTranslations, TermEntry } from '#core/domain/glossary-term.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

interface AffectedPanelProps {
  /** The id of a term. */
  id: string
  closeTo: string
}

/** A term, and the translations that break it. Its heading gets focus. */
export function AffectedPanel({ id, closeTo }: AffectedPanelProps) {
  const term = useQuery(termQuery(id))
  const offered = useOfferedTranslations()
  const heading = useRef<HTMLHeadingElement>(null)
  const isLoaded = term.data !== undefined
  useEffect(() => {
    if (isLoaded) heading.current?.focus()
  }, [isLoaded])
  return (
    <section aria-labelledby="affected" className="mb-8 rounded-md border border-line p-4 sm:p-5">
      <QueryView query={term} what={t('glossary.affected.term')} pending={<ListSkeleton rows={2} />}>
        {(found) => (
          <>
            <div className="flex items-start justify-between gap-3">
              <h2 id="affected" ref={heading} tabIndex={-1} className="min-w-0 font-semibold wrap-anywhere">
                {found ? found.term : t('glossary.affected.gone')}
              </h2>
              <Link
                to={closeTo}
                preventScrollReset
                aria-label={t('glossary.affected.close')}
                className="-m-2 grid size-9 shrink-0 place-items-center rounded-sm text-soft hover:bg-wash hover:text-ink"
              >
                <X aria-hidden size={18} />
              </Link>
            </div>
            {found && (
              <>
                {found.example && (
                  <p lang="en" className="mt-0.5 text-sm text-soft wrap-anywhere">
                    {t('glossary.example', { example: found.example })}
                  </p>
                )}
                <div className="mt-4 space-y-5">
                  {/* A word that is only forbidden is none of English. */}
                  {Object.values(found.languages).some(({ rule }) => rule !== 'never') && (
                    <TermUses term={found.term} />
                  )}
                  {offered.map((language) => (
                    <AffectedIn key={language} entry={found} language={language} />
                  ))}
                </div>
              </>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

/** Shows what becomes of a term in a language, and the translations that break it. */
function AffectedIn({
  entry: { term, languages },
  language,
}: {
  entry: TermEntry
  language: TranslatedLanguage
}) {
  const found = languages[language]
  if (!found) return null
  const { rule, translation } = found
  const name = languageName(language)
  return (
    <section aria-label={name}>
      <h3 className="mb-1 text-sm text-soft wrap-anywhere">
        {name}
        {' · '}
        <RuleText term={{ language, rule, translation }} />
      </h3>
      <AffectedList term={{ language, term, rule, translation }} canUpdate />
    </section>
  )
}

const REFUSALS = { no_model: t('glossary.update.noModel'), full: t('glossary.update.full') }

/** The number of translations shown at first. */
const SHOWN = 5

/** The translations that break a term, with links to their reviews. */
export function AffectedList({ term, canUpdate = false }: { term: GlossaryTermValues; canUpdate?: boolean }) {
  const affected = useQuery(affectedQuery(term))
  return (
    <QueryView query={affected} what={t('glossary.affected.what')} pending={<ListSkeleton rows={3} />}>
      {(found) => <Found term={term} found={found} canUpdate={canUpdate} />}
    </QueryView>
  )
}

interface FoundProps {
  term: GlossaryTermValues
  found: AffectedTranslations
  canUpdate: boolean
}

function Found({ term, found: { articles, isComplete }, canUpdate }: FoundProps) {
  const [all, setAll] = useState(false)
  const shown = all ? articles : articles.slice(0, SHOWN)
  const updatable = articles.filter(({ segments, persons }) => segments > persons)
  const count = articles.length
  if (count === 0)
    return (
      <p role="status" className="text-sm text-soft">
        {t(isComplete ? 'glossary.affected.none' : 'glossary.affected.noneOfMany')}
      </p>
    )
  return (
    <>
      <p role="status" className="text-sm">
        {isComplete ? t('glossary.affected.count', { count }) : t('glossary.affected.countOfMore', { count })}
      </p>
      <ul className="mt-2 divide-y divide-line border-line border-y text-sm">
        {shown.map((article) => (
          <Affected key={article.translationId} article={article} term={term} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {canUpdate && updatable.length > 0 && <UpdateButton translations={updatable} />}
        {count > shown.length && (
          <Button variant="secondary" size="sm" onClick={() => setAll(true)}>
            {t('glossary.affected.showAll', { count })}
          </Button>
        )}
      </div>
    </>
  )
}

function Affected({ article, term }: { article: AffectedTranslation; term: GlossaryTermValues }) {
  const { articleId, language, title, segments, persons, examples } = article
  const [example] = examples
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={reviewPath({ originalId: articleId, language })}
          lang={language}
          className="inline-block min-h-6 min-w-0 font-medium underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
        >
          {title || t('article.untitled')}
        </Link>
        <span className="text-faint">
          {t('glossary.affected.segments', { count: segments })}
          {persons > 0 && `, ${t('glossary.affected.persons', { count: persons })}`}
        </span>
      </div>
      {example && (
        <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-soft">
          <dt className="text-faint">{t('glossary.affected.source')}</dt>
          <dd lang="en" className="line-clamp-3 wrap-anywhere">
            <MarkedText text={example.source} words={term.rule === 'never' ? null : term.term} />
          </dd>
          <dt className="text-faint">{t('glossary.affected.text')}</dt>
          <dd lang={language} className="line-clamp-3 wrap-anywhere">
            <MarkedText text={example.text} words={term.rule === 'never' ? term.term : null} />
          </dd>
        </dl>
      )}
    </li>
  )
}

/** Queues the retranslation of the segments that break the glossary. */
function UpdateButton({ translations }: { translations: readonly AffectedTranslation[] }) {
  const update = useDeskMutation({
    run: updateTranslations,
    done(outcome) {
      if ('queued' in outcome) return t('glossary.update.done', { count: outcome.queued })
      update.reset()
      throw new AnswerRefusal(REFUSALS[outcome.refused])
    },
  })
  const busy = update.isPending || update.isSuccess

  return (
    <Button size="sm" aria-disabled={busy} onClick={() => busy || void update.attempt(translations)}>
      {update.isSuccess
        ? t('glossary.update.underWay')
        : update.isPending
          ? t('ui.oneMoment')
          : t('glossary.update.action', { count: translations.length })}
    </Button>
  )
}
