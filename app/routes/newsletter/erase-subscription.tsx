import { data } from 'react-router'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { IntentForm } from '#app/components/newsletter/intent-form.tsx'
import { LinkProblem } from '#app/components/newsletter/link-problem.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { CircleCheck } from '#app/components/ui/icons.tsx'
import { serverContext } from '#app/context.ts'
import { type PageMetaArgs, type PageProps, servePage } from '#app/document/serve-page.tsx'
import { pageMeta } from '#app/head/page-meta.ts'
import { PRIVATE_PAGE_HEADERS } from '#app/head/private-page.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { readIntent } from '#app/routes/newsletter/read-intent.ts'
import { tokenOf } from '#app/routes/newsletter/token-of.ts'
import type { Route } from './+types/erase-subscription.ts'

/** Only shows what would be erased: link scanners open the link, too. */
async function load({ context, url }: Route.LoaderArgs) {
  const isGood = await context.get(serverContext).subscription.canErase(tokenOf(url))
  return data({ isGood }, { status: isGood ? 200 : 400 })
}

async function act({ context, request, url }: Route.ActionArgs) {
  const asked = await readIntent(request, ['erase'])
  const isErased = asked !== null && (await context.get(serverContext).subscription.erase(tokenOf(url)))
  return data({ isErased }, { status: isErased ? 200 : 400 })
}

function meta(args: PageMetaArgs<typeof load>) {
  return pageMeta(args, (t) => ({
    title: t('erase.title'),
    description: t('meta.preferences.description'),
    hidden: true,
  }))
}

function EraseSubscription({ loaderData, actionData }: PageProps<typeof load, typeof act>) {
  return (
    <div className="page max-w-3xl py-16 md:py-28">
      <ErasureScreen isGood={loaderData.isGood} isErased={actionData?.isErased ?? false} />
    </div>
  )
}

function ErasureScreen({ isGood, isErased }: { isGood: boolean; isErased: boolean }) {
  const { t } = useTranslation()
  if (isErased) {
    return (
      <>
        <CircleCheck aria-hidden size={44} strokeWidth={1.5} className="mb-5 text-green" />
        <h1 className="font-display text-headline font-medium">{t('erase.done.title')}</h1>
        <p role="status" className="mt-4 font-serif text-deck text-soft">
          {t('erase.done.text')}
        </p>
        <p className="mt-8">
          <LocalLink to="/" className={buttonStyles()}>
            {t('confirm.home')}
          </LocalLink>
        </p>
      </>
    )
  }
  if (!isGood) return <LinkProblem title={t('erase.invalid.title')} text={t('erase.invalid.text')} />
  return (
    <>
      <h1 className="font-display text-headline font-medium">{t('erase.title')}</h1>
      <p className="mt-4 font-serif text-deck text-soft">{t('erase.text')}</p>
      <IntentForm intent="erase" submit={t('erase.submit')} variant="destructive" className="mt-8" />
    </>
  )
}

export const loader = servePage({ load, act, headers: PRIVATE_PAGE_HEADERS, meta, Page: EraseSubscription })

export const action = loader
