import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { TryOut } from '#app/admin/form/try-out.tsx'
import { ConnectionFields, SenderFields } from '#app/admin/mail/mail-fields.tsx'
import { describeTest } from '#app/admin/mail/mail-problems.ts'
import { mailSettingsQuery } from '#app/admin/mail/mail-queries.ts'
import { ReportFields } from '#app/admin/mail/report-fields.tsx'
import { type MailForm, useMailForm } from '#app/admin/mail/use-mail-form.ts'
import { t } from '#app/admin/messages.ts'
import { MailTrouble } from '#app/admin/outbox/mail-notice.tsx'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { SECTIONS } from '#app/admin/settings/sections.ts'
import { ConflictNotice, SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { SaveForm, SectionFrame } from '#app/admin/settings/setting-section.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import type { MailSettingsState } from '#core/domain/mail-settings.ts'

/** Where it is set how mail leaves. */
export function MailSettings() {
  const settings = useQuery(mailSettingsQuery)
  return (
    <SectionFrame section={SECTIONS.mail}>
      <QueryView query={settings} what={t('mail.what')} pending={<ListSkeleton rows={4} />}>
        {(state) => <MailSettingsForm state={state} />}
      </QueryView>
    </SectionFrame>
  )
}

function MailSettingsForm({ state }: { state: MailSettingsState }) {
  const form = useMailForm(state)
  const isBusy = form.isSaving || form.isTesting
  return (
    <SaveForm
      labelId={SECTIONS.mail.slug}
      error={form.error}
      unsaved={form.isEdited ? [t('mail.title')] : []}
      isSaving={form.isSaving}
      isBusy={isBusy}
      onSave={form.save}
      onDiscard={form.takeTheirs}
    >
      {(attempt) => (
        <div className="space-y-8">
          {state.trouble && <MailTrouble trouble={state.trouble} />}
          <div className="space-y-6">
            <ConnectionFields form={form} />
          </div>
          <SettingGroup legend={t('mail.sender.title')}>
            <SenderFields form={form} />
          </SettingGroup>
          <TestMail form={form} onTest={() => attempt(form.test)} />
          <SettingGroup legend={t('mail.reports.title')} hint={t('mail.reports.hint')}>
            <ReportFields form={form} />
          </SettingGroup>
          {form.isChangedMeanwhile && (
            <ConflictNotice
              title={t('mail.conflict.changed')}
              onTakeTheirs={form.takeTheirs}
              onKeepMine={form.keepMine}
            />
          )}
          <p className="text-sm">
            <Link
              to="/admin/newsletter#health"
              className="inline-flex min-h-6 items-center underline underline-offset-4"
            >
              {t('mail.domain')}
            </Link>
          </p>
        </div>
      )}
    </SaveForm>
  )
}

/** Sends a mail to the administrator through what is typed, and says whether it left or what to do. */
function TestMail({ form, onTest }: { form: MailForm; onTest: () => void }) {
  const { draft, result, isTesting } = form
  if (!draft.connection.kind) return null
  const failure = result?.ok === false ? describeTest(result) : ''
  return (
    <TryOut
      action={t('mail.test.action')}
      running={t('mail.test.running')}
      hint={t('mail.test.hint')}
      isRunning={isTesting}
      isBusy={isTesting || form.isSaving}
      result={
        result &&
        (result.ok
          ? {
              ok: true,
              title: t('mail.test.works'),
              text: t(form.isEdited ? 'mail.test.sentUnsaved' : 'mail.test.sent', { address: result.to }),
            }
          : { ok: false, title: t('mail.test.fails'), text: failure })
      }
      onTry={onTest}
    />
  )
}
