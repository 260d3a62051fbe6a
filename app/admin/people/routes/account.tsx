import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { codeOf, unwrap } from '#app/admin/kit/errors/classify-error.ts'
import { describeError, describePasswordProblem } from '#app/admin/kit/errors/describe-error.ts'
import { NewPasswordField } from '#app/admin/kit/form/account-fields.tsx'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { PasswordField } from '#app/admin/kit/form/password-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FilledMessage, Notice } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { accountKeys, mySessionsQuery } from '#app/admin/people/account/account-queries.ts'
import { FactorsSection } from '#app/admin/people/account/factors-section.tsx'
import { ProfileSection } from '#app/admin/people/account/profile-section.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { type AccountSession, passwordChangeInput } from '#core/domain/account.ts'

export default function Account() {
  const { email } = useDesk()
  const { needs_factor } = useMember()
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('account.title')}</h1>
      <p className="mt-1.5 mb-8 break-words text-soft">{t('account.signedInAs', { email })}</p>
      {needs_factor && (
        <Notice tone="warning" className="mb-8 max-w-prose" title={t('session.factor.title')}>
          {t('session.factor.text')}
        </Notice>
      )}
      {!needs_factor && <ProfileSection />}
      <PasswordSection email={email} />
      <FactorsSection email={email} />
      <SessionsSection />
    </>
  )
}

/** Changes the password of the signed-in user. */
function PasswordSection({ email }: { email: string }) {
  const { toast } = useToast()
  const change = useDeskMutation({
    run: async (client, input: { currentPassword: string; newPassword: string }) =>
      unwrap(
        await client.auth.updateUser({
          password: input.newPassword,
          current_password: input.currentPassword,
        }),
      ),
    invalidates: [accountKeys.sessions],
  })
  const state = useDeskForm({
    schema: passwordChangeInput,
    initial: { currentPassword: '', newPassword: '' },
    async submit(input) {
      await change.mutateAsync(input)
      state.form.reset()
      toast({ title: t('ui.success'), description: t('account.password.done') })
    },
    placeError(error) {
      const weakness = describePasswordProblem(error)
      const isCurrent = weakness === null && codeOf(error).startsWith('current_password')
      return {
        field: isCurrent ? 'currentPassword' : 'newPassword',
        message: weakness ?? describeError(error),
      }
    },
  })

  return (
    <PageSection id="password" title={t('account.password.title')} intro={t('account.password.intro')}>
      <DeskForm
        state={state}
        action={t('account.password.action')}
        busyAction={t('form.saving')}
        className="max-w-md"
      >
        <PasswordField
          state={state}
          name="currentPassword"
          label={t('account.password.current')}
          email={email}
        />
        <FormField
          state={state}
          name="newPassword"
          label={t('account.password.new')}
          required
          as={NewPasswordField}
        />
      </DeskForm>
    </PageSection>
  )
}

/** Lists the sessions of the user, with a button that ends all others. */
function SessionsSection() {
  const sessions = useQuery(mySessionsQuery)
  return (
    <PageSection id="sessions" title={t('account.sessions.title')} intro={t('account.sessions.intro')}>
      <QueryView query={sessions} what={t('account.sessions.what')} pending={<ListSkeleton rows={2} />}>
        {(rows) => <SessionList sessions={rows} />}
      </QueryView>
    </PageSection>
  )
}

function SessionList({ sessions }: { sessions: AccountSession[] }) {
  const [confirming, setConfirming] = useState(false)
  const { toast } = useToast()
  const list = useRef<HTMLUListElement>(null)
  const others = sessions.filter(({ is_current }) => !is_current).length
  const signOut = useDeskMutation({
    run: async (client) => {
      const { error } = await client.auth.signOut({ scope: 'others' })
      unwrap({ data: null, error })
    },
    invalidates: [accountKeys.sessions],
  })

  async function signOutOthers() {
    await signOut.mutateAsync()
    toast({ title: t('ui.success'), description: t('account.sessions.othersEnded') })
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-labelledby="sessions" className="divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others > 0 && (
        <Button variant="secondary" className="mt-4" onClick={() => setConfirming(true)}>
          {t('account.sessions.signOutOthers')}
        </Button>
      )}
      {confirming && (
        <ConfirmDialog
          title={t('account.sessions.signOutOthers')}
          action={t('account.sessions.signOut')}
          onConfirm={signOutOthers}
          onClose={() => setConfirming(false)}
          focusAfter={list}
        >
          <p>{t('account.sessions.signOutWarning', { count: others })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const { user_agent, ip, created_at, last_used_at, aal, is_current } = session
  return (
    <li className="py-3.5 first:pt-0">
      <p
        className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-sm"
        title={user_agent ?? undefined}
      >
        {describeDevice(user_agent)}
        {is_current && <Badge tone="green">{t('account.sessions.current')}</Badge>}
        {aal === 'aal2' && <span className="font-normal text-faint">{t('account.sessions.withFactor')}</span>}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-faint text-sm">
        <span>{ip ?? t('account.sessions.unknownAddress')}</span>
        <span>
          <FilledMessage
            text={t('account.since')}
            values={{ time: <LocalTime iso={created_at} precision="minute" /> }}
          />
        </span>
        <span>
          <FilledMessage
            text={t('account.sessions.lastUsed')}
            values={{ time: <LocalTime iso={last_used_at} precision="minute" /> }}
          />
        </span>
      </p>
    </li>
  )
}

/** Tried in this order, because the user agents of most browsers also name other browsers. */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]

const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  // iPads send this too, when they request desktop pages.
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** The browser and system of a session in a few words, as far as its user agent tells. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return t('account.device.unknown')
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser && system) return t('account.device.browserOnSystem', { browser, system })
  if (browser) return browser
  if (system) return t('account.device.system', { system })
  // Programs that are not browsers put their own name first.
  return /^[\w.-]{2,40}(?=\/|$)/.exec(userAgent)?.[0] ?? t('account.device.unknown')
}

function nameIn(list: [name: string, pattern: RegExp][], userAgent: string): string | undefined {
  return list.find(([, pattern]) => pattern.test(userAgent))?.[0]
}
