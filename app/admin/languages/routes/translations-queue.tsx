import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { TRANSLATION_QUEUE_PATH } from '#app/admin/kit/paths.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { DataTable } from '#app/admin/kit/table/data-table.tsx'
import { useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, showResults, TableView } from '#app/admin/kit/table/table-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ShortTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { CoverageHeading } from '#app/admin/languages/coverage/coverage-heading.tsx'
import { QUEUE_COLUMNS, TakeNext } from '#app/admin/languages/translation-queue/queue-columns.tsx'
import {
  describeDuration,
  NOBODY,
  queueOptions,
  queuePathOf,
  TRANSLATION_QUEUE_TABLE,
  translationQueueQuery,
} from '#app/admin/languages/translation-queue/translation-queue-table.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { hasRight, isEditor, translatesInto } from '#core/domain/role.ts'
import type { QueuedLanguage, QueuedPerson, TranslationQueue } from '#core/domain/translation-claim.ts'

export const handle: ScreenHandle = { title: t('translationQueue.title') }

/** The translations that wait to be translated, reviewed or mended, with who has them, in the order in which they are handed out. */
export default function TranslationsQueue() {
  const member = useMember()
  const colleagues = useColleagues()
  const table = useTableAddress(TRANSLATION_QUEUE_TABLE)
  const results = useRef<HTMLElement>(null)
  const options = queueOptions(table.address)
  const queue = useQuery({ ...translationQueueQuery(options), placeholderData: keepPreviousData })
  const languages = TRANSLATED_LANGUAGES.filter((language) => translatesInto(member, language))
  const people = colleagues.filter((person) => hasRight(person, 'own_languages') || isEditor(person))
  return (
    <>
      <CoverageHeading />
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-sm text-soft">{t('translationQueue.intro')}</p>
        <TakeNext language={options.language} />
      </div>
      {queue.data && <Translators {...queue.data} onFollow={() => showResults(results.current)} />}
      <TableView
        table={table}
        query={queue}
        label={t('translationQueue.title')}
        what={t('translationQueue.what')}
        pages={t('translationQueue.pages')}
        results={results}
        controls={
          <TableControls
            table={table}
            filters={[
              {
                name: 'language',
                label: t('translationQueue.filter.language'),
                options: languages.map((language) => [language, languageName(language)]),
              },
              {
                name: 'who',
                label: t('translationQueue.filter.person'),
                options: [
                  [NOBODY, t('translationQueue.filter.free')],
                  ...people.map(({ user_id, name }) => [user_id, name] as const),
                ],
              },
            ]}
          />
        }
        noMatch={{ text: t('translationQueue.noMatch'), showAll: t('translationQueue.showAll') }}
        empty={
          <EmptyTable title={t('translationQueue.emptyTitle')}>{t('translationQueue.empty')}</EmptyTable>
        }
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption={t('translationQueue.caption')}
            columns={QUEUE_COLUMNS}
            columnsFrom="xl"
            keyOf={({ original_id, language }) => `${original_id} ${language}`}
          />
        )}
      </TableView>
    </>
  )
}

const LINK = 'underline decoration-line underline-offset-4 hover:decoration-current'
const HEADING = 'mb-1 font-medium text-faint text-sm'

interface TranslatorsProps extends Pick<TranslationQueue, 'languages' | 'people'> {
  /** Called on the way to what the list shows then. */
  onFollow: () => void
}

/** Shows how much waits in each language, and who translates, with what they have and how long theirs usually take. */
function Translators({ languages, people, onFollow }: TranslatorsProps) {
  if (languages.length === 0 && people.length === 0) return null
  return (
    <div className="mb-7 grid gap-x-12 gap-y-5 text-sm sm:grid-cols-2">
      {people.length > 0 && (
        <section aria-labelledby="translators">
          <h2 id="translators" className={HEADING}>
            {t('translationQueue.people')}
          </h2>
          <ul className="divide-y divide-line border-line border-y">
            {people.map((person) => (
              <Translator key={person.user_id} person={person} onFollow={onFollow} />
            ))}
          </ul>
        </section>
      )}
      {languages.length > 0 && (
        <section aria-labelledby="waiting-languages">
          <h2 id="waiting-languages" className={HEADING}>
            {t('translationQueue.languages')}
          </h2>
          <ul className="divide-y divide-line border-line border-y">
            {languages.map((language) => (
              <WaitingLanguage key={language.language} {...language} onFollow={onFollow} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Translator({ person, onFollow }: { person: QueuedPerson; onFollow: () => void }) {
  const { user_id, name, languages, claimed, assigned, usual_seconds } = person
  const facts = [
    isEditor(person) ? t('translationQueue.person.everyLanguage') : languages.map(languageName).join(', '),
    t('translationQueue.person.has', { count: claimed }),
    assigned > 0 ? t('translationQueue.person.asked', { count: assigned }) : '',
    usual_seconds === null
      ? ''
      : t('translationQueue.person.usual', { duration: describeDuration(usual_seconds) }),
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
      <Link
        to={queuePathOf(user_id)}
        preventScrollReset
        onClick={onFollow}
        aria-label={t('translationQueue.person.show', { name })}
        className={`inline-flex min-h-6 items-center font-medium wrap-anywhere ${LINK}`}
      >
        <bdi>{name}</bdi>
      </Link>
      <span className="text-soft">{facts.join(' · ')}</span>
    </li>
  )
}

function WaitingLanguage({ language, waiting, since, onFollow }: QueuedLanguage & { onFollow: () => void }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
      <Link
        to={`${TRANSLATION_QUEUE_PATH}?language=${language}`}
        preventScrollReset
        onClick={onFollow}
        className={`inline-flex min-h-6 items-center font-medium ${LINK}`}
      >
        {languageName(language)}
      </Link>
      <span className="text-soft tabular-nums">
        {t('translationQueue.language.waiting', { count: waiting })}
        {since && (
          <>
            {' · '}
            <FilledMessage
              text={t('translationQueue.language.oldest')}
              values={{ when: <ShortTime iso={since} /> }}
            />
          </>
        )}
      </span>
    </li>
  )
}
