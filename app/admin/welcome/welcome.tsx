import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { CopyAddress } from '#app/admin/welcome/copy-address.tsx'
import { FirstStep } from '#app/admin/welcome/first-step.tsx'
import { firstStepsQuery, WELCOME_KEY } from '#app/admin/welcome/welcome-queries.ts'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import type { FirstSteps } from '#core/data/first-steps.ts'
import { saveSettings } from '#core/data/settings.ts'

/** With more articles than this nobody is a newcomer. */
const MAX_ARTICLES = 4

/** Leads whoever begins with an empty publication, step by step; nothing when all is done, or when somebody has hidden it. */
export function Welcome() {
  const { data: steps } = useQuery({
    ...firstStepsQuery,
    // Once the list is gone it does not come back while the desk is open.
    enabled: ({ state }) => !state.data || isShown(state.data),
  })
  const { toast } = useToast()
  const dismiss = useDeskMutation({
    run: (client) => saveSettings(client, [{ key: 'welcome', before: null, after: 'dismissed' }]),
    invalidates: [WELCOME_KEY],
  })

  async function hide() {
    try {
      await dismiss.mutateAsync()
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
  }

  if (!steps || !isShown(steps)) return null
  const { isNamed, hasCompany } = steps
  const isWritten = steps.articles > 0
  const done = countDone(steps)
  return (
    <section aria-labelledby="welcome" className="mb-10 rounded-md border border-line bg-wash p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="welcome" className="font-display font-medium text-title">
            {t('welcome.title')}
          </h2>
          <p className="mt-1 text-sm text-soft">{t('welcome.done', { done })}</p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={dismiss.isPending}
          onClick={() => dismiss.isPending || void hide()}
        >
          {t('welcome.hide')}
        </Button>
      </div>
      <ol className="mt-5 divide-y divide-line border-line border-t">
        <FirstStep number={1} isDone={isNamed} title={t('welcome.name.title')} text={t('welcome.name.text')}>
          <Link to="/admin/settings#site-configuration" className={actionStyles(true)}>
            {t('welcome.name.action')}
          </Link>
        </FirstStep>
        <FirstStep
          number={2}
          isDone={isWritten}
          title={t('welcome.article.title')}
          text={t('welcome.article.text')}
        >
          <Link to="/admin/articles/new" className={actionStyles(isNamed)}>
            {t('welcome.article.action')}
          </Link>
        </FirstStep>
        <FirstStep
          number={3}
          isDone={hasCompany}
          title={t('welcome.people.title')}
          text={t('welcome.people.text')}
        >
          <CopyAddress isNext={isNamed && isWritten} />
          <Link to="/admin/administrators#invite" className={actionStyles(false)}>
            {t('welcome.people.action')}
          </Link>
        </FirstStep>
      </ol>
    </section>
  )
}

function isShown(steps: FirstSteps): boolean {
  return !steps.isDismissed && steps.articles <= MAX_ARTICLES && countDone(steps) < 3
}

function countDone({ isNamed, articles, hasCompany }: FirstSteps): number {
  return [isNamed, articles > 0, hasCompany].filter(Boolean).length
}

/** The next step stands out. */
const actionStyles = (isNext: boolean) =>
  buttonStyles({ variant: isNext ? 'primary' : 'secondary', size: 'sm' })
