import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountKeys, myFactorsQuery } from '#app/admin/account/account-queries.ts'
import { EnrollFactor } from '#app/admin/account/enroll-factor.tsx'
import type { MyFactors } from '#app/admin/account/load-factors.ts'
import { RecoveryCodes } from '#app/admin/account/recovery-codes.tsx'
import { codeOf } from '#app/admin/errors/classify-error.ts'
import { unwrap } from '#app/admin/errors/unwrap.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { useFocusOnChange } from '#app/admin/ui/use-focus-on-change.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
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
      title="Second factor"
      titleRef={heading}
      intro="A code from your phone beside the password. Then a stolen password alone opens nothing."
    >
      <QueryView query={factors} what="Your second factor" pending={<ListSkeleton rows={1} />}>
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
      toast({ title: 'Success', description: 'Your authenticator is set up.' })
    } else {
      setStep({ kind: 'codes', codes: await makeCodes.mutateAsync() })
    }
  }

  async function removeFactor(id: string) {
    await remove.mutateAsync(id)
    toast({ title: 'Success', description: 'The authenticator is removed.' })
  }

  async function renewCodes() {
    setStep({ kind: 'codes', codes: await makeCodes.mutateAsync() })
  }

  return (
    <>
      {step.kind === 'enroll' && (
        <EnrollFactor
          suggestedName={authenticators.length === 0 ? 'Phone' : ''}
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
            <p className="text-sm text-soft">No second factor is set up.</p>
          ) : (
            <ul className="divide-y divide-line">
              {authenticators.map(({ id, name, createdAt }) => (
                <li key={id} className="flex items-center justify-between gap-4 py-3 first:pt-0">
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 break-words font-medium text-sm">
                      {name} <Badge tone="green">On</Badge>
                    </p>
                    <p className="mt-0.5 text-faint text-sm">
                      Since <LocalTime iso={createdAt} precision="day" />
                    </p>
                  </div>
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Remove ${name}`}
                    onClick={() => setAsked({ kind: 'remove', id, name })}
                  >
                    Remove
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
            {authenticators.length === 0 ? 'Set up an authenticator' : 'Add another one'}
          </Button>
          {authenticators.length > 0 && (
            <CodesLeft codes={recoveryCodes} onRenew={() => setAsked({ kind: 'new-codes' })} />
          )}
        </>
      )}
      {asked?.kind === 'remove' && (
        <ConfirmDialog
          title={`Remove ${asked.name}`}
          action="Remove"
          onConfirm={() => removeFactor(asked.id)}
          onClose={() => setAsked(null)}
        >
          <p>Its codes will not be accepted any more.</p>
          {authenticators.length === 1 && (
            <p>
              It is your only one: afterwards the password alone signs you in, and your recovery codes end
              too.
            </p>
          )}
        </ConfirmDialog>
      )}
      {asked?.kind === 'new-codes' && (
        <ConfirmDialog
          title="Make new recovery codes"
          action="Make new codes"
          destructive={false}
          onConfirm={renewCodes}
          onClose={() => setAsked(null)}
        >
          <p>New codes are shown once. All earlier ones end.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function CodesLeft({ codes, onRenew }: { codes: MyFactors['recoveryCodes']; onRenew: () => void }) {
  const remaining = codes?.remaining ?? 0
  return (
    <div className="mt-8">
      <h3 className="font-medium text-sm">Recovery codes</h3>
      {remaining > 2 ? (
        <p className="mt-1 text-sm text-soft">
          {remaining} of {codes?.total} are left.
        </p>
      ) : (
        <Notice tone="warning" className="mt-2" title={describeFew(codes)}>
          <p>Without one you cannot get in by yourself when your device is lost.</p>
        </Notice>
      )}
      <Button variant="secondary" size="sm" className="mt-3" onClick={onRenew}>
        Make new codes
      </Button>
    </div>
  )
}

function describeFew(codes: MyFactors['recoveryCodes']): string {
  if (!codes) return 'You have no recovery codes.'
  if (codes.remaining === 0) return 'All of your recovery codes are used.'
  return `Only ${codes.remaining} of ${codes.total} ${codes.remaining === 1 ? 'is' : 'are'} left.`
}

/** Makes the first recovery codes, or new ones that replace them. */
async function makeRecoveryCodes(client: Client): Promise<string[]> {
  const first = await client.auth.mfa.recoveryCodes.generate()
  if (codeOf(first.error) !== 'mfa_verified_factor_exists') return unwrap(first).codes
  return unwrap(await client.auth.mfa.recoveryCodes.regenerate()).codes
}
