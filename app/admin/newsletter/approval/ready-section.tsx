import { t } from '#app/admin/messages.ts'
import { SendDialog } from '#app/admin/newsletter/approval/send-dialog.tsx'
import { useSendAll } from '#app/admin/newsletter/approval/use-send-all.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'

/** An issue that is approved, and waits for its time or for somebody. */
export function ReadySection({ issue }: { issue: NewsletterIssue }) {
  const { ask, confirm, isBusy, question, close } = useSendAll(issue)
  const { scheduled_for: scheduledFor } = issue
  return (
    <section aria-labelledby="issue-ready" className="mt-10 border-line border-t pt-8">
      <h2 id="issue-ready" tabIndex={-1} className="font-semibold">
        {t('newsletterSending.ready')}
      </h2>
      <p className="mt-1 mb-5 max-w-prose text-soft text-sm">
        {scheduledFor ? (
          <FilledMessage
            text={t('newsletterSending.ready.scheduled')}
            values={{ time: <LocalTime iso={scheduledFor} precision="minute" /> }}
          />
        ) : (
          t('newsletterSending.ready.waits')
        )}
      </p>
      <Button
        variant="brand"
        aria-disabled={isBusy}
        onClick={() => isBusy || void ask({ approves: false, sends: true })}
      >
        {isBusy ? t('newsletterSending.looking') : t('newsletterSending.action.send')}
      </Button>
      {question && <SendDialog question={question} onConfirm={confirm} onClose={close} />}
    </section>
  )
}
