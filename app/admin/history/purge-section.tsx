import { useRef, useState } from 'react'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { purgeArticleText } from '#core/data/article-revisions.ts'
import { purgeInput } from '#core/domain/article-input.ts'

/** Removes the texts of an article from everywhere but the article itself. */
export function PurgeSection({ articleId }: { articleId: string }) {
  const [asks, setAsks] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <PageSection
      id="purge"
      title={t('history.purge.title')}
      titleRef={title}
      intro={t('history.purge.intro')}
    >
      <Button variant="secondary" onClick={() => setAsks(true)}>
        {t('history.purge.open')}
      </Button>
      {asks && (
        <ModalDialog title={t('history.purge.title')} onClose={() => setAsks(false)}>
          <PurgeForm articleId={articleId} onClose={() => setAsks(false)} />
        </ModalDialog>
      )}
    </PageSection>
  )
}

function PurgeForm({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const { toast } = useToast()
  const purge = useDeskMutation({
    run: (client, reason: string) => purgeArticleText(client, articleId, reason),
    invalidates: [[]],
  })
  const state = useDeskForm({
    schema: purgeInput,
    initial: { reason: '' },
    async submit({ reason }) {
      const { revisions, working_copies: copies, trash } = await purge.mutateAsync(reason)
      onClose()
      toast({
        title: t('ui.success'),
        description: t('history.purge.done', { revisions, copies, trash }),
      })
    },
  })
  return (
    <>
      <p className="mb-5 text-sm text-soft">{t('history.purge.text')}</p>
      <DeskForm
        state={state}
        label={t('history.purge.title')}
        action={t('history.purge.action')}
        busyAction={t('history.purge.busy')}
        more={
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
        }
      >
        <FormField
          state={state}
          name="reason"
          label={t('history.purge.reason')}
          hint={t('history.purge.reason.hint')}
          autoComplete="off"
        />
      </DeskForm>
    </>
  )
}
