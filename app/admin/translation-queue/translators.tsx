import { Link } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import {
  describeDuration,
  queuePathOf,
  TRANSLATION_QUEUE_PATH,
} from '#app/admin/translation-queue/translation-queue-table.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { ShortTime } from '#app/admin/ui/short-time.tsx'
import { isEditor } from '#core/domain/role.ts'
import type { QueuedLanguage, QueuedPerson, TranslationQueue } from '#core/domain/translation-claim.ts'

const LINK = 'underline decoration-line underline-offset-4 hover:decoration-current'
const HEADING = 'mb-1 font-medium text-faint text-sm'

interface TranslatorsProps extends Pick<TranslationQueue, 'languages' | 'people'> {
  /** Called on the way to what the list shows then. */
  onFollow: () => void
}

/** How much waits in each language, and who translates, with what they have and how long theirs usually take. */
export function Translators({ languages, people, onFollow }: TranslatorsProps) {
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
