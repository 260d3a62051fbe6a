import { data } from 'react-router'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { IntentForm } from '#app/components/newsletter/intent-form.tsx'
import { LinkProblem } from '#app/components/newsletter/notice.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { CircleCheck } from '#app/components/ui/icons.tsx'
import { servePage } from '#app/document/serve-page.tsx'
import { PRIVATE_PAGE_HEADERS } from '#app/head/private-page.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { readIntent, tokenOf } from '#app/routes/newsletter/mailed-link.ts'

export const loader = servePage({
  // Only shows the data that would be erased: link scanners open the link, too.
  async load({ server, url }) {
    const isGood = await server.subscription.canErase(tokenOf(url))
    return data({ isGood }, { status: isGood ? 200 : 400 })
  },
  async act({ server, request, url }) {
    const asked = await readIntent(request, ['erase'])
    const isErased = asked !== null && (await server.subscription.erase(tokenOf(url)))
    return data({ isErased }, { status: isErased ? 200 : 400 })
  },
  headers: PRIVATE_PAGE_HEADERS,
  describe: ({ t }) => ({
    title: t('erase.title'),
    description: t('meta.preferences.description'),
    hidden: true,
  }),
  Page({ loaderData, actionData }) {
    return (
      <div className="page max-w-3xl py-16 md:py-28">
        <ErasureScreen isGood={loaderData.isGood} isErased={actionData?.isErased ?? false} />
      </div>
    )
  },
})

export const action = loader

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
