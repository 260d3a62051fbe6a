import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { codeOf, unwrap } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { downloadText } from '#app/admin/kit/query/use-download.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement, FilledMessage, Notice } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { useFocusOnChange } from '#app/admin/kit/ui/use-focus-on-change.ts'
import { accountKeys, type MyFactors, myFactorsQuery } from '#app/admin/people/account/account-queries.ts'
import { EnrollFactor } from '#app/admin/people/account/enroll-factor.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { Client } from '#core/data/client.ts'

type Step = { kind: 'list' } | { kind: 'enroll' } | { kind: 'codes'; codes: string[] }
type Asked = { kind: 'remove'; id: string; name: string } | { kind: 'new-codes' } | null

/** The authenticators and the recovery codes of the signed-in user. */
export function FactorsSection({ email }: { email: string }) {
  const factors = useQuery(myFactorsQuery)
  const [step, setStep] = useState<Step>({ kind: 'list' })
  const heading = useFocusOnChange<HTMLHeadingElement>(
    step.kind === 'list' ? factors.data?.authenticators.length : undefined,
  )

  function show(next: Step) {
    setStep(next)
    // The button that had focus is gone.
    if (next.kind === 'list') heading.current?.focus()
  }

  return (
    <PageSection
      id="second-factor"
      title={t('account.factors.title')}
      titleRef={heading}
      intro={t('account.factors.intro')}
    >
      <QueryView query={factors} what={t('account.factors.what')} pending={<ListSkeleton rows={1} />}>
        {(data) => <Factors factors={data} email={email} step={step} setStep={show} />}
      </QueryView>
    </PageSection>
  )
}

interface FactorsProps {
  factors: MyFactors
  email: string
  step: Step
  setStep: (step: Step) => void
}

function Factors({ factors, email, step, setStep }: FactorsProps) {
  const { authenticators, unfinishedIds, recoveryCodes } = factors
  const [asked, setAsked] = useState<Asked>(null)
  const { toast } = useToast()
  const makeCodes = useDeskMutation({ run: makeRecoveryCodes, invalidates: [accountKeys.factors] })
  const remove = useDeskMutation({
    run: async (client, factorId: string) => {
      unwrap(await client.auth.mfa.unenroll({ factorId }))
      // The access token of this session still names the factor.
      unwrap(await client.auth.refreshSession())
    },
    invalidates: [accountKeys.factors, accountKeys.sessions],
  })

  async function afterEnrollment() {
    if (recoveryCodes) {
      setStep({ kind: 'list' })
      toast({ title: t('ui.success'), description: t('account.factors.added') })
    } else {
      setStep({ kind: 'codes', codes: await makeCodes.mutateAsync() })
    }
  }

  async function removeFactor(id: string) {
    await remove.mutateAsync(id)
    toast({ title: t('ui.success'), description: t('account.factors.removed') })
  }

  async function renewCodes() {
    setStep({ kind: 'codes', codes: await makeCodes.mutateAsync() })
  }

  return (
    <>
      {step.kind === 'enroll' && (
        <EnrollFactor
          suggestedName={authenticators.length === 0 ? t('account.factors.suggestedName') : ''}
          unfinishedIds={unfinishedIds}
          onEnrolled={afterEnrollment}
          onCancel={() => setStep({ kind: 'list' })}
        />
      )}
      {step.kind === 'codes' && (
        <RecoveryCodes codes={step.codes} email={email} onDone={() => setStep({ kind: 'list' })} />
      )}
      {step.kind === 'list' && (
        <>
          {authenticators.length === 0 ? (
            <p className="text-sm text-soft">{t('account.factors.none')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {authenticators.map(({ id, name, createdAt }) => (
                <li key={id} className="flex items-center justify-between gap-4 py-3 first:pt-0">
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 break-words font-medium text-sm">
                      {name} <Badge tone="green">{t('account.factors.on')}</Badge>
                    </p>
                    <p className="mt-0.5 text-faint text-sm">
                      <FilledMessage
                        text={t('account.since')}
                        values={{ time: <LocalTime iso={createdAt} precision="day" /> }}
                      />
                    </p>
                  </div>
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={t('account.factors.removeNamed', { name })}
                    onClick={() => setAsked({ kind: 'remove', id, name })}
                  >
                    {t('account.factors.remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <Button
            variant={authenticators.length === 0 ? 'primary' : 'secondary'}
            className="mt-4"
            onClick={() => setStep({ kind: 'enroll' })}
          >
            {t(authenticators.length === 0 ? 'account.factors.setUp' : 'account.factors.addAnother')}
          </Button>
          {authenticators.length > 0 && (
            <CodesLeft codes={recoveryCodes} onRenew={() => setAsked({ kind: 'new-codes' })} />
          )}
        </>
      )}
      {asked?.kind === 'remove' && (
        <ConfirmDialog
          title={t('account.factors.removeNamed', { name: asked.name })}
          action={t('account.factors.remove')}
          onConfirm={() => removeFactor(asked.id)}
          onClose={() => setAsked(null)}
        >
          <p>{t('account.factors.removeWarning')}</p>
          {authenticators.length === 1 && <p>{t('account.factors.removeLastWarning')}</p>}
        </ConfirmDialog>
      )}
      {asked?.kind === 'new-codes' && (
        <ConfirmDialog
          title={t('account.codes.renewTitle')}
          action={t('account.codes.renew')}
          destructive={false}
          onConfirm={renewCodes}
          onClose={() => setAsked(null)}
        >
          <p>{t('account.codes.renewWarning')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function CodesLeft({ codes, onRenew }: { codes: MyFactors['recoveryCodes']; onRenew: () => void }) {
  return (
    <div className="mt-8">
      <h3 className="font-medium text-sm">{t('account.codes.title')}</h3>
      {codes && codes.remaining > 2 ? (
        <p className="mt-1 text-sm text-soft">{t('account.codes.left', { ...codes })}</p>
      ) : (
        <Notice tone="warning" className="mt-2" title={describeFew(codes)}>
          <p>{t('account.codes.fewWarning')}</p>
        </Notice>
      )}
      <Button variant="secondary" size="sm" className="mt-3" onClick={onRenew}>
        {t('account.codes.renew')}
      </Button>
    </div>
  )
}

function describeFew(codes: MyFactors['recoveryCodes']): string {
  if (!codes) return t('account.codes.none')
  if (codes.remaining === 0) return t('account.codes.allUsed')
  return t('account.codes.few', { count: codes.remaining, total: codes.total })
}

/** Makes the first recovery codes, or new ones that replace them. */
async function makeRecoveryCodes(client: Client): Promise<string[]> {
  const first = await client.auth.mfa.recoveryCodes.generate()
  if (codeOf(first.error) !== 'mfa_verified_factor_exists') return unwrap(first).codes
  return unwrap(await client.auth.mfa.recoveryCodes.regenerate()).codes
}

/** Shows new recovery codes until the user confirms having saved them; they cannot be shown again. */
function RecoveryCodes({ codes, email, onDone }: { codes: string[]; email: string; onDone: () => void }) {
  const { site_name } = useSiteData()
  // Hyphens make a code easier to copy by hand; typing them is optional.
  const grouped = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code)
  const title = t('account.codes.sheet', { email, publication: site_name })
  const sheet = `${title}\n\n${grouped.join('\n')}\n`
  const [isSaved, setSaved] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(grouped.join('\n'))
      setAnnouncement(t('account.codes.copied'))
    } catch {
      setAnnouncement(t('account.codes.notCopied'))
    }
  }

  function download() {
    downloadText(sheet, { name: 'recovery-codes.txt', type: 'text/plain' })
    setAnnouncement(t('account.codes.downloaded'))
  }

  return (
    <div className="max-w-md">
      <h3 ref={heading} tabIndex={-1} className="font-display font-medium text-title-sm">
        {t('account.codes.yours')}
      </h3>
      <p className="mt-2 text-sm text-soft">{t('account.codes.intro')}</p>
      <ul className="mt-4 grid gap-x-8 gap-y-1.5 rounded-sm border border-line bg-wash px-4 py-3 font-mono text-sm sm:grid-cols-2">
        {grouped.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => void copy()}>
          {t('account.codes.copy')}
        </Button>
        <Button variant="secondary" size="sm" onClick={download}>
          {t('account.codes.download')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => printText(sheet)}>
          {t('account.codes.print')}
        </Button>
        <span aria-hidden className="text-faint text-sm">
          {announcement}
        </span>
        <Announcement>{announcement}</Announcement>
      </div>
      <div className="mt-6 flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          checked={isSaved}
          onChange={(event) => setSaved(event.target.checked)}
          className="mt-px size-6 shrink-0 accent-ink"
        />
        <label htmlFor={id} className="py-0.5 text-sm">
          {t('account.codes.kept')}
        </label>
      </div>
      <Button className="mt-5" disabled={!isSaved} onClick={onDone}>
        {t('account.codes.done')}
      </Button>
    </div>
  )
}

/** Prints this text alone, from a frame of its own. */
function printText(text: string) {
  const frame = document.createElement('iframe')
  // Moved out of sight instead of hidden, because hidden elements are not printed.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' })
  document.body.append(frame)
  const sheet = document.createElement('pre')
  sheet.textContent = text
  frame.contentDocument?.body.append(sheet)
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow?.print()
}
