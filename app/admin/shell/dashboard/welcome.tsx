import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { PEOPLE_PATH, SETUP_PATH } from '#app/admin/kit/paths.ts'
import { DESK_KEY } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { saveSettings } from '#core/data/settings.ts'
import type { Dashboard } from '#core/domain/dashboard.ts'
import { NEWSLETTER_PATH } from '#core/paths.ts'

interface FirstStepProps {
  number: number
  isDone: boolean
  title: string
  text: string
  /** The actions for it. */
  children: React.ReactNode
}

/** With more articles than this the list is not shown. */
const MAX_ARTICLES = 4

interface WelcomeProps extends Pick<Dashboard, 'firstSteps' | 'counts'> {
  /** True if setting up is over. */
  isSetUp: boolean
}

/** Tells whether the first steps are shown: not when all are done, or when an administrator has hidden the list. */
export function isWelcome(desk: WelcomeProps): boolean {
  return (
    !desk.firstSteps.isDismissed &&
    desk.counts.total <= MAX_ARTICLES &&
    stepsOf(desk).some((isDone) => !isDone)
  )
}

/** Returns which steps are done, in their order. */
function stepsOf({ firstSteps, counts, isSetUp }: WelcomeProps) {
  return [isSetUp, counts.total > 0, firstSteps.hasCompany] as const
}

/** Hides what newcomers are offered, for every administrator. */
function useHide() {
  const dismiss = useDeskMutation({
    run: (client) => saveSettings(client, [{ key: 'welcome', before: null, after: 'dismissed' }]),
    invalidates: [DESK_KEY],
  })
  return { hide: () => dismiss.attempt(), isHiding: dismiss.isPending }
}

/** Offers to set the publication up, where there are too many articles for the first steps: those of the demo. */
export function SetupOffer() {
  const { hide, isHiding } = useHide()
  return (
    <Notice className="mb-10" title={t('welcome.setup.title')}>
      <p>{t('welcome.setup.text')}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={SETUP_PATH} className={buttonStyles({ variant: 'secondary' })}>
          {t('welcome.setup.action')}
        </Link>
        <Button variant="ghost" disabled={isHiding} onClick={() => void hide()}>
          {t('welcome.setup.hide')}
        </Button>
      </div>
    </Notice>
  )
}

/** The first steps with an empty publication. */
export function Welcome(desk: WelcomeProps) {
  const { hide, isHiding } = useHide()
  const steps = stepsOf(desk)
  const [isSetUp, isWritten, hasCompany] = steps
  const next = steps.indexOf(false)
  return (
    <section aria-labelledby="welcome" className="mb-10 rounded-md border border-line bg-wash p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="welcome" className="font-display font-medium text-title">
            {t('welcome.title')}
          </h2>
          <p className="mt-1 text-sm text-soft">
            {t('welcome.done', { done: steps.filter(Boolean).length })}
          </p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isHiding}
          onClick={() => isHiding || void hide()}
        >
          {t('welcome.hide')}
        </Button>
      </div>
      <ol className="mt-5 divide-y divide-line border-line border-t">
        <FirstStep
          number={1}
          isDone={isSetUp}
          title={t('welcome.setup.title')}
          text={t('welcome.setup.text')}
        >
          <Link to={SETUP_PATH} className={actionStyles(next === 0)}>
            {t('welcome.setup.action')}
          </Link>
        </FirstStep>
        <FirstStep
          number={2}
          isDone={isWritten}
          title={t('welcome.article.title')}
          text={t('welcome.article.text')}
        >
          <Link to="/admin/articles/new" className={actionStyles(next === 1)}>
            {t('welcome.article.action')}
          </Link>
        </FirstStep>
        <FirstStep
          number={3}
          isDone={hasCompany}
          title={t('welcome.people.title')}
          text={t('welcome.people.text')}
        >
          <CopyAddress isNext={next === 2} />
          <Link to={`${PEOPLE_PATH}#invite`} className={actionStyles(false)}>
            {t('welcome.people.action')}
          </Link>
        </FirstStep>
      </ol>
    </section>
  )
}

/** The next step has the primary button. */
const actionStyles = (isNext: boolean) =>
  buttonStyles({ variant: isNext ? 'primary' : 'secondary', size: 'sm' })

/** One step of the list for newcomers. */
function FirstStep({ number, isDone, title, text, children }: FirstStepProps) {
  return (
    <li className="flex gap-4 py-4 last:pb-0">
      <span
        aria-hidden
        className={`grid size-7 shrink-0 place-items-center rounded-full border font-medium text-sm ${isDone ? 'border-green text-green' : 'border-edge text-soft'}`}
      >
        {isDone ? <Check size={16} /> : number}
      </span>
      <div className="min-w-0 grow">
        <h3 className={isDone ? 'pt-0.5 text-soft' : 'pt-0.5 font-medium'}>
          {title}
          {isDone && <span className="sr-only"> {t('welcome.isDone')}</span>}
        </h3>
        {!isDone && (
          <>
            <p className="mt-1 max-w-prose text-sm text-soft">{text}</p>
            <div className="mt-3 flex flex-wrap items-center gap-2">{children}</div>
          </>
        )}
      </div>
    </li>
  )
}

/** The address of the newsletter's page, to be sent to readers. */
function CopyAddress({ isNext }: { isNext: boolean }) {
  const { siteUrl } = useSiteData()
  const field = useRef<HTMLInputElement>(null)
  const [announcement, setAnnouncement] = useState('')

  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(siteUrl + NEWSLETTER_PATH)
      setAnnouncement(t('welcome.people.copied'))
    } catch {
      // Browsers allow it only on a secure origin; the address is selected by now.
      setAnnouncement(t('welcome.people.selected'))
    }
  }

  return (
    <div className="flex w-full max-w-md flex-wrap items-center gap-2">
      <input
        ref={field}
        readOnly
        aria-label={t('welcome.people.address')}
        value={siteUrl + NEWSLETTER_PATH}
        onFocus={(event) => event.target.select()}
        className="min-h-9 min-w-0 grow basis-52 rounded-sm border border-edge bg-paper px-3 text-ink text-sm"
      />
      <Button variant={isNext ? 'primary' : 'secondary'} size="sm" onClick={() => void copy()}>
        <Copy aria-hidden size={15} />
        {t('welcome.people.copy')}
      </Button>
      <p aria-hidden className="w-full text-faint text-sm empty:hidden">
        {announcement}
      </p>
      <Announcement>{announcement}</Announcement>
    </div>
  )
}
