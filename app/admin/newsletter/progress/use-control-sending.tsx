import { useState } from 'react'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { t } from '#app/admin/messages.ts'
import { SendDialog } from '#app/admin/newsletter/approval/send-dialog.tsx'
import { failedAs, NEWSLETTER_KEY } from '#app/admin/newsletter/newsletter-queries.ts'
import { useSundaySchedule } from '#app/admin/newsletter/send-moment.tsx'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { type BesideAnswer, controlNewsletter, type SendingControl } from '#core/data/newsletter-sending.ts'

/** Controls a sending. `dialog` asks about other issues that some of the same people get within a day, as before an issue is sent. */
export function useControlSending(issueId: string, { done }: { done?: () => void } = {}) {
  const [question, setQuestion] = useState<(BesideAnswer & { control: SendingControl }) | null>(null)
  const zone = useSundaySchedule()?.newsletter_zone ?? 'UTC'
  const control = useDeskMutation({
    async run(client, asked: SendingControl) {
      const answer = await controlNewsletter(client, issueId, asked)
      return answer.status === 'beside' ? answer : answerOf(answer)
    },
    invalidates: [NEWSLETTER_KEY],
    done: (answer, asked) =>
      answer.status === 'beside' ? setQuestion({ ...answer, control: asked }) : done?.(),
    failed: failedAs(t('newsletterSending.control.failed')),
  })
  const dialog = question && (
    <SendDialog
      question={question}
      zone={zone}
      onConfirm={async () => {
        // Closed here, because the answer may be another question.
        setQuestion(null)
        void control.attempt({ ...question.control, alongside: question.others.map(({ id }) => id) })
        return false
      }}
      onClose={() => setQuestion(null)}
    />
  )
  return { control, dialog }
}
